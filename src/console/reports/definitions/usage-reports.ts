import { column, type Report, type ReportColumn, textColumn, usernameColumn } from './report.js';
import { bucket } from './authentication-reports.js';

/** What sessions are grouped by: a column of the log as `l`, and the report's column for it. */
interface Grouping {
  readonly of: string;
  readonly column: ReportColumn;
}

interface Usage extends Pick<Report, 'id' | 'title' | 'description'> {
  readonly by: readonly Grouping[];
  /** Further columns, with what they are of the log. */
  readonly also?: readonly { readonly sum: string; readonly column: ReportColumn }[];
}

const users = { sum: 'count(distinct l.username_key)', column: column('users', 'integer', 'Different user names') };
const average = (name: string, of: string, description: string) => ({
  sum: `round(avg(${of}))::bigint`,
  column: column(name, 'integer', description),
});

/** Octets are counted by the access point: what it received from the device is input. */
export const usageReports: readonly Report[] = [
  usage({
    id: '8',
    title: 'Usage per user',
    description: 'Sessions, time and traffic of each user, over the sessions that began in the time asked for.',
    by: [{ of: 'l.username_key', column: { ...usernameColumn('Who'), compared: 'r.username' } }],
  }),
  // The interface names it "usage by terms" and says no more. `period` already groups any of these by time; the one
  // term that nothing else groups by is how a session terminated.
  usage({
    id: '9',
    title: 'Usage by termination',
    description:
      'Usage by terms: sessions, time and traffic by how the sessions ended (Acct-Terminate-Cause), over ' +
      'the sessions that began in the time asked for.',
    by: [
      {
        of: 'l.terminate_cause',
        column: textColumn(
          'terminate_cause',
          'How they ended: User-Request, Session-Timeout, Lost-Carrier, …; empty while they are open, or ' +
            'where the access point said nothing',
          { otherNames: ['term', 'acct terminate cause'] },
        ),
      },
    ],
    also: [
      users,
      {
        sum: 'count(*) filter (where l.stopped_at is null)',
        column: column('open_sessions', 'integer', 'Of the sessions, those not ended yet'),
      },
    ],
  }),
  usage({
    id: '10',
    title: 'Totals and averages',
    description:
      'Sessions, time and traffic in all and per session, over the sessions that began in the time asked for.',
    by: [],
    also: [
      users,
      average('session_seconds_average', 'l.session_seconds', 'Seconds of a session'),
      average('input_octets_average', 'l.input_octets', 'Bytes from the device in a session'),
      average('output_octets_average', 'l.output_octets', 'Bytes to the device in a session'),
    ],
  }),
  usage({
    id: '11',
    title: 'Usage per address',
    description:
      'Sessions, time and traffic of each address that devices had, over the sessions that began in the ' +
      'time asked for.',
    by: [
      {
        of: 'l.ip_address',
        column: textColumn('ip_address', 'Address of the devices; empty where none was reported', {
          otherNames: ['ip', 'framed ip address'],
        }),
      },
    ],
    also: [users],
  }),
  usage({
    id: '12',
    title: 'Usage per RADIUS client',
    description:
      'Sessions, time and traffic at each access point or controller, over the sessions that began in the ' +
      'time asked for.',
    by: [
      {
        of: 'l.nas_address',
        column: textColumn('nas_address', 'IP address of the RADIUS client', { otherNames: ['nas ip', 'nas'] }),
      },
      {
        of: 'l.access_point',
        column: textColumn('access_point', 'Name of the access point or controller', {
          otherNames: ['ap', 'nas identifier'],
        }),
      },
    ],
    also: [users],
  }),
];

/** An access point may report anything: what no number can hold must not fail the report of all others. */
function sumOf(column: string): string {
  return `least(sum(l.${column}), ${Number.MAX_SAFE_INTEGER})::bigint as ${column}`;
}

function usage({ by, also = [], ...about }: Usage): Report {
  const start = bucket('l.started_at');
  const groups = by.map(({ of, column: { name } }) => `${of} as ${name}, `).join('');
  const further = also.map(({ sum, column: { name } }) => `${sum} as ${name}, `).join('');
  return {
    ...about,
    from: `(select ${start} as period_start_at, ${groups}${further}count(*) as sessions, count(distinct l.mac)
      as devices,
        ${sumOf('session_seconds')}, ${sumOf('input_octets')}, ${sumOf('output_octets')},
        max(l.updated_at) as last_at, concat_ws('|',
        ${[start, ...by.map(({ of }) => `coalesce(${of}, '')`)].join(', ')}) as key
      from accounting_sessions l where l.organization_id = $1 and l.started_at >= $2 and l.started_at < $3
        group by ${[1, ...by.map((_, place) => place + 2)].join(', ')}) r`,
    where: 'true',
    time: null,
    key: 'r.key',
    sort: 'period_start_at:desc,output_octets:desc',
    chart: {
      measures: ['sessions', 'session_seconds', 'input_octets', 'output_octets'],
      groupings: by.map((each) => each.column.name).toReversed(),
      kind: 'sum',
    },
    columns: [
      column('period_start_at', 'instant', 'Beginning of the bucket; of the whole report without a period'),
      ...by.map((each) => each.column),
      column('sessions', 'integer', 'How many sessions'),
      column('devices', 'integer', 'Different devices'),
      column('session_seconds', 'integer', 'Duration of all of them in seconds', {
        otherNames: ['duration', 'session time'],
      }),
      column('input_octets', 'integer', 'Bytes from the devices', { otherNames: ['upload', 'bytes in'] }),
      column('output_octets', 'integer', 'Bytes to the devices', { otherNames: ['download', 'bytes out'] }),
      ...also.map((each) => each.column),
      column('last_at', 'instant', 'When anything of them was last reported'),
    ],
  };
}
