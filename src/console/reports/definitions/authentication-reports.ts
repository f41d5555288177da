import { column, macColumn, type Report, textColumn, usernameColumn } from './report.js';

const columns = [
  column('at', 'instant', 'When it was decided', { otherNames: ['time', 'date', 'timestamp'] }),
  textColumn('outcome', 'accepted or rejected', { otherNames: ['result', 'status'] }),
  usernameColumn('Who, as sent by the device; within EAP the inner name'),
  macColumn('mac', 'The device', ['client mac', 'mac address', 'device mac']),
  textColumn('ssid', "The network's name"),
  textColumn('access_point', 'Name of the access point or controller', { otherNames: ['ap', 'nas identifier'] }),
  macColumn('access_point_mac', 'Its MAC address', ['ap mac']),
  textColumn('nas_address', 'IP address of the RADIUS client', { otherNames: ['nas ip'] }),
  textColumn('auth_method', 'PEAP, EAP-TLS, EAP-TTLS, PAP, MAC, …', { otherNames: ['method'] }),
  textColumn('reason', 'Why it was rejected: wrong_password, expired, …'),
  textColumn('reason_detail', 'What the server said of it'),
  textColumn('vlan', 'The VLAN that was given'),
  textColumn('kind', 'What was recognised: user, voucher, device or certificate', { isUsual: false }),
  column('user_id', 'uuid', 'The user, where one was recognised', { isUsual: false }),
  textColumn('device_type', 'Kind of the device', { isUsual: false }),
  textColumn('device_os', 'Its operating system', { isUsual: false }),
  column('network_id', 'uuid', 'The network', { isUsual: false }),
  column('policy_id', 'uuid', 'The policy that refused', { isUsual: false }),
  column('id', 'uuid', 'The record', { isUsual: false }),
];

const log = {
  from: 'authentication_log r',
  where: 'r.organization_id = $1 and r.at >= $2 and r.at < $3',
  time: 'r.at',
  key: 'r.id',
  columns,
  sort: 'at:desc',
} as const;

const chart = (...groupings: string[]) => ({ measures: ['count'], groupings, kind: 'sum' }) as const;

/** Buckets count from the beginning of the report; without a period it is all one bucket. */
export function bucket(time: string): string {
  return `coalesce(date_bin(make_interval(mins => $4::int), ${time}, $2::timestamptz), $2::timestamptz)`;
}

const periodColumn = column(
  'period_start_at',
  'instant',
  'Beginning of the bucket; of the whole report without a period',
);

export const authenticationReports: readonly Report[] = [
  {
    ...log,
    id: '110',
    otherIds: ['1'],
    title: 'Authentication log',
    description: 'Every login that RADIUS decided, accepted or rejected.',
    chart: chart('outcome', 'ssid', 'access_point', 'auth_method'),
  },
  {
    ...log,
    id: '4',
    title: 'Accepted logins',
    description: 'The authentication log, of those who were let in.',
    where: `${log.where} and r.outcome = 'accepted'`,
    chart: chart('ssid', 'access_point', 'auth_method', 'device_type'),
  },
  {
    ...log,
    id: '5',
    title: 'Rejected logins',
    description: 'The authentication log, of those who were not let in, with reasons.',
    where: `${log.where} and r.outcome = 'rejected'`,
    chart: chart('reason', 'ssid', 'access_point'),
  },
  {
    id: '6',
    title: 'Clients per access point',
    description: 'How many devices logged in at each access point, and how many logins were rejected there.',
    from: `(select ${bucket('l.at')} as period_start_at, coalesce(l.access_point, l.nas_address) as access_point,
      l.access_point_mac, l.ssid,
        count(distinct l.mac) filter (where l.outcome = 'accepted') as clients,
        count(*) filter (where l.outcome = 'accepted') as accepted, count(*) filter (where l.outcome = 'rejected')
        as rejected,
        concat_ws('|', ${bucket('l.at')}, coalesce(l.access_point, l.nas_address), l.access_point_mac, l.ssid) as key
      from authentication_log l where l.organization_id = $1 and l.at >= $2 and l.at < $3 group by 1, 2, 3, 4) r`,
    where: 'true',
    time: null,
    key: 'r.key',
    sort: 'period_start_at:desc,clients:desc',
    chart: { measures: ['accepted', 'rejected'], groupings: ['access_point', 'ssid'], kind: 'sum' },
    columns: [
      periodColumn,
      textColumn('access_point', 'Name of the access point or controller, or its address', { otherNames: ['ap'] }),
      macColumn('access_point_mac', 'Its MAC address', ['ap mac']),
      textColumn('ssid', "The network's name"),
      column('clients', 'integer', 'Different devices that were let in'),
      column('accepted', 'integer', 'Logins that were accepted'),
      column('rejected', 'integer', 'Logins that were rejected'),
    ],
  },
  {
    id: '7',
    title: 'Reasons of rejections',
    description: 'How often logins were rejected for which reason.',
    from: `(select ${bucket('l.at')} as period_start_at, coalesce(l.reason, 'failed') as reason, count(*) as rejected,
      count(distinct l.mac) as clients,
        count(distinct l.username_key) as users, max(l.at) as last_at, concat_ws('|', ${bucket('l.at')},
          coalesce(l.reason, 'failed')) as key
      from authentication_log l where l.organization_id = $1 and l.at >= $2 and l.at < $3 and l.outcome = 'rejected'
        group by 1, 2) r`,
    where: 'true',
    time: null,
    key: 'r.key',
    sort: 'period_start_at:desc,rejected:desc',
    chart: { measures: ['rejected'], groupings: ['reason'], kind: 'sum' },
    columns: [
      periodColumn,
      textColumn('reason', 'wrong_password, unknown_user, expired, …'),
      column('rejected', 'integer', 'Logins that were rejected for it'),
      column('clients', 'integer', 'Different devices'),
      column('users', 'integer', 'Different user names'),
      column('last_at', 'instant', 'The latest one'),
    ],
  },
  {
    id: '13',
    title: 'Rejected logins by device',
    description: 'What was rejected, once for each device, name and reason, however often it was tried.',
    from: `(select ${bucket('l.at')} as period_start_at, l.username, l.mac, coalesce(l.reason, 'failed') as reason,
        count(*) as rejected, min(l.at) as first_at, max(l.at) as last_at,
        (array_agg(l.access_point order by l.at desc))[1] as access_point,
        (array_agg(l.id order by l.at desc))[1] as login_id,
        concat_ws('|', ${bucket('l.at')}, l.username, l.mac, coalesce(l.reason, 'failed')) as key
      from authentication_log l where l.organization_id = $1 and l.at >= $2 and l.at < $3 and l.outcome = 'rejected'
        group by 1, 2, 3, 4) r`,
    where: 'true',
    time: null,
    key: 'r.key',
    sort: 'last_at:desc',
    chart: { measures: ['rejected'], groupings: ['reason', 'access_point', 'username'], kind: 'sum' },
    columns: [
      periodColumn,
      textColumn('username', 'Who, as sent by the device', { otherNames: ['user'] }),
      macColumn('mac', 'The device', ['client mac', 'mac address']),
      textColumn('reason', 'wrong_password, unknown_user, expired, …'),
      column('rejected', 'integer', 'How often'),
      column('first_at', 'instant', 'The first one'),
      column('last_at', 'instant', 'The latest one'),
      textColumn('access_point', 'Where the latest one was', { otherNames: ['ap'] }),
      column('login_id', 'uuid', 'The latest one: GET /logins/{id}/explanation'),
    ],
  },
];
