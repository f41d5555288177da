import { column, macColumn, type Report, textColumn, usernameColumn } from './report.js';

/** Octets are counted by the access point: what it received from the device is input. */
export const accountingReports: readonly Report[] = [
  {
    id: '111',
    otherIds: ['2'],
    title: 'Accounting',
    description: 'Sessions by their start, with duration and traffic; of open ones, as last reported.',
    from: 'accounting_sessions r',
    where: 'r.organization_id = $1 and r.started_at >= $2 and r.started_at < $3',
    time: 'r.started_at',
    key: 'r.id',
    sort: 'started_at:desc',
    chart: {
      measures: ['count', 'session_seconds', 'input_octets', 'output_octets'],
      groupings: ['ssid', 'access_point', 'terminate_cause'],
      kind: 'sum',
    },
    columns: [
      column('started_at', 'instant', 'Start of the session', { otherNames: ['time', 'start time', 'date'] }),
      column('stopped_at', 'instant', 'Its end; empty while it is open', { otherNames: ['stop time', 'end time'] }),
      usernameColumn('Who'),
      macColumn('mac', 'The device', ['client mac', 'mac address', 'device mac']),
      textColumn('ip_address', 'Address of the device', { otherNames: ['ip', 'framed ip address'] }),
      textColumn('ssid', "The network's name"),
      textColumn('access_point', 'Name of the access point or controller', { otherNames: ['ap', 'nas identifier'] }),
      macColumn('access_point_mac', 'Its MAC address', ['ap mac']),
      textColumn('nas_address', 'IP address of the RADIUS client', { otherNames: ['nas ip'] }),
      column('session_seconds', 'integer', 'Duration in seconds', { otherNames: ['duration', 'session time'] }),
      column('input_octets', 'integer', 'Bytes from the device', { otherNames: ['upload', 'bytes in'] }),
      column('output_octets', 'integer', 'Bytes to the device', { otherNames: ['download', 'bytes out'] }),
      textColumn('terminate_cause', 'Why it ended'),
      textColumn('session_id', 'As the access point names it', { isUsual: false }),
      textColumn('nas_port', 'Port at the RADIUS client', { isUsual: false }),
      textColumn('kind', 'user, voucher, device or certificate', { isUsual: false }),
      column('user_id', 'uuid', 'The user, where one was recognised', { isUsual: false }),
      column('network_id', 'uuid', 'The network', { isUsual: false }),
      column('updated_at', 'instant', 'When the access point last reported', { isUsual: false }),
      column('id', 'uuid', 'The record', { isUsual: false }),
    ],
  },
];
