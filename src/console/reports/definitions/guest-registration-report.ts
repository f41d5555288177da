import { column, macColumn, type Report, textColumn, usernameColumn } from '../report.js';

export const guestRegistrationReport: Report = {
  id: '115',
  title: 'Guest registrations',
  description: 'Who registered at a captive portal, with what they said of themselves.',
  from: 'guest_registrations r',
  where: 'r.organization_id = $1 and r.created_at >= $2 and r.created_at < $3',
  time: 'r.created_at',
  key: 'r.id',
  sort: 'created_at:desc',
  earliest: '-7d',
  columns: [
    column('created_at', 'instant', 'When', { otherNames: ['creation date', 'time', 'date'] }),
    textColumn('full_name', 'Name', { otherNames: ['name'] }),
    textColumn('email', 'E-mail address', { otherNames: ['e-mail address', 'mail'] }),
    textColumn('phone', 'Telephone number', { otherNames: ['phone number'] }),
    textColumn('address', 'Postal address'),
    macColumn('mac', 'The device', ['client mac', 'mac address', 'device mac']),
    usernameColumn('The account that was made'),
    textColumn('method', 'How: voucher, room_surname, self_registration, …'),
    textColumn('ssid', 'The network\'s name'),
    textColumn('access_point', 'Name of the access point', { otherNames: ['ap'] }),
    column('valid_until', 'instant', 'Until when access was given'),
    column('captive_portal_id', 'uuid', 'The captive portal', { isUsual: false }),
    column('user_id', 'uuid', 'The user', { isUsual: false }),
    column('id', 'uuid', 'The record', { isUsual: false }),
  ],
};
