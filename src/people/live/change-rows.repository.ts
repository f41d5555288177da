import { Injectable } from '@nestjs/common';
import { Database, replanned, saidOtherwise } from '../../database/database.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';

/** Append-only logs: the rows after a position are what changed. */
export const sources = ['audit', 'operations', 'logins', 'sessions'] as const;
export type Source = (typeof sources)[number];

/** If more changed in one organization, they are reported as `many`. */
export const mostRows = 50;

/** A row of a log. `place` orders them: an instant, or an id that begins with one. */
export interface LogRow {
  readonly organizationId: string;
  readonly source: Source;
  readonly place: string;
  readonly id: string;
  readonly resource: string | null;
  readonly resourceId: string | null;
}

/** A record that is active or open, with a text that changes when the record should be read again. */
export interface StateRow {
  readonly organizationId: string;
  readonly topic: 'connections' | 'runs' | 'bulk' | 'alerts' | 'online';
  readonly id: string;
  readonly version: string;
  /** bulk: what the job writes. */
  readonly resource: string | null;
}

/** Where reading a log goes on, in one organization. */
export interface LogPlace {
  readonly organizationId: string;
  readonly source: Source;
  readonly since: string;
}

/** The newest rows of one log, in each of the organizations. */
const newest = (source: Source, columns: string, table: string, after: string, order: string) => `
  select w.organization_id as "organizationId", '${source}' as source, e.*
  from unnest($1::uuid[], $2::text[], $3::text[]) as w (organization_id, source, since)
  cross join lateral (
    select ${columns} from ${table} where l.organization_id = w.organization_id and ${after}
    order by ${order} limit ${mostRows + 1}
  ) e where w.source = '${source}'`;

/** The same of each shard, where tables are distributed. */
const newestThere = (source: Source, columns: string, table: string, after: string, order: string) => `
  select e."organizationId", '${source}' as source, e.place, e.id, e.resource, e."resourceId" from (
    select l.organization_id as "organizationId", ${columns},
      row_number() over (partition by l.organization_id order by ${order}) as rank
    from ${table} join unnest($1::uuid[], $2::text[], $3::text[]) as w (organization_id, source, since)
      on w.organization_id = l.organization_id and w.source = '${source}'
    where l.organization_id = any($1::uuid[]) and ${after}
  ) e where e.rank <= ${mostRows + 1}`;

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

type Newest = Parameters<typeof newest>;

const logs: readonly Newest[] = [
  [
    'audit',
    'l.id::text as place, l.id, l.resource, l.resource_id as "resourceId"',
    'audit_entries l',
    'l.id > w.since::uuid',
    'l.id desc',
  ],
  [
    'operations',
    `${instant('l.at')} as place, l.id, null as resource, l.subject_id as "resourceId"`,
    'provision_log l',
    'l.at > w.since::timestamptz',
    'l.at desc, l.id desc',
  ],
  [
    'logins',
    `${instant('l.at')} as place, l.id, null as resource, null::uuid as "resourceId"`,
    'authentication_log l',
    'l.at > w.since::timestamptz',
    'l.at desc, l.id desc',
  ],
  [
    'sessions',
    `${instant('l.started_at')} as place, l.id, null as resource, null::uuid as "resourceId"`,
    'accounting_sessions l',
    'l.started_at > w.since::timestamptz',
    'l.started_at desc, l.id desc',
  ],
];

/** Each part is one index scan from the end of the log, whatever its size. */
const logRows = saidOtherwise(
  replanned('live_log_rows', logs.map((each) => newest(...each)).join(' union all ')),
  logs.map((each) => newestThere(...each)).join(' union all '),
);

/**
 * Work in progress. The last one of each kind is read too, because it may have begun and ended between two looks. Open
 * sessions are counted: a stop may name an instant long past.
 */
const state = ({ runs, bulk, alerts, online }: Record<'runs' | 'bulk' | 'alerts' | 'online', string>) => `
  select organization_id as "organizationId", 'connections' as topic, id::text,
    md5(concat_ws('|', revision, status, enabled, pause, closing, link ->> 'state', link ->> 'detail',
      last_problem ->> 'code', accounts_refused ->> 'accounts', silent_since_at, last_full_scan_at,
      quarantine ->> 'code')) as version, null as resource
  from connections where organization_id = any($1::uuid[])
  union all
  select organization_id, 'runs', id::text, concat_ws('|', status, pages, seen, changed, held, decided_by), null
  from runs where organization_id = any($1::uuid[]) and status in ('queued', 'running', 'held')
  union all
  ${runs}
  union all
  select organization_id, 'bulk', id::text, concat_ws('|', status, processed), resource
  from bulk_jobs where organization_id = any($1::uuid[]) and status in ('queued', 'running')
  union all
  ${bulk}
  union all
  select organization_id, 'alerts', id::text, concat_ws('|', state, detail, acknowledged_at), null
  from alerts where organization_id = any($1::uuid[]) and resolved_at is null
  union all
  ${alerts}
  union all
  ${online}`;
const each = 'unnest($1::uuid[]) as w (id) cross join lateral';
const lastOf = (columns: string, table: string) =>
  `from (select distinct on (organization_id) organization_id, id, ${columns} from ${table}
    where organization_id = any($1::uuid[]) order by organization_id, id desc) l`;
const runVersion = "concat_ws('|', status, pages, seen, changed, held, decided_by) as version";
const bulkVersion = "concat_ws('|', status, processed) as version, resource";
const alertVersion = "case when resolved_at is null then concat_ws('|', state, detail) else 'resolved' end as version";

const stateRows = saidOtherwise(
  replanned(
    'live_state_rows',
    state({
      runs: `select w.id, 'runs', l.id::text, l.version, null from ${each} (
    select id, ${runVersion} from runs where organization_id = w.id order by runs.id desc limit 1) l`,
      bulk: `select w.id, 'bulk', l.id::text, l.version, l.resource from ${each} (
    select id, ${bulkVersion} from bulk_jobs where organization_id = w.id order by bulk_jobs.id desc limit 1) l`,
      alerts: `select w.id, 'alerts', l.id::text, l.version, null from ${each} (
    select id, ${alertVersion} from alerts where organization_id = w.id
    order by raised_at desc, alerts.id desc limit 1) l`,
      online: `select w.id, 'online', '', l.open::text, null from ${each} (
    select count(*) as open from accounting_sessions where organization_id = w.id and stopped_at is null) l`,
    }),
  ),
  state({
    runs: `select l.organization_id, 'runs', l.id::text, l.version, null ${lastOf(runVersion, 'runs')}`,
    bulk: `select l.organization_id, 'bulk', l.id::text, l.version, l.resource ${lastOf(bulkVersion, 'bulk_jobs')}`,
    alerts: `select l.organization_id, 'alerts', l.id::text, l.version, null
    from (select distinct on (organization_id) organization_id, id, ${alertVersion} from alerts
    where organization_id = any($1::uuid[]) order by organization_id, raised_at desc, id desc) l`,
    online: `select organization_id, 'online', '', count(*)::text, null from accounting_sessions
    where organization_id = any($1::uuid[]) and stopped_at is null group by organization_id`,
  }),
);

const beneath = replanned('live_beneath', `select id from organizations where path @> array[$1::uuid]`);

/** Reads recent changes in all watched organizations: keys and versions, no contents. */
@Injectable()
export class ChangeRowsRepository {
  // One look for all listeners. What each of them may see is decided when it is sent.
  private readonly everywhere = systemContext(everyOrganization, 'live');

  constructor(private readonly database: Database) {}

  log(places: readonly LogPlace[]): Promise<LogRow[]> {
    return this.database.query<LogRow>(this.everywhere, logRows, [
      places.map(({ organizationId }) => organizationId),
      places.map(({ source }) => source),
      places.map(({ since }) => since),
    ]);
  }

  states(organizationIds: readonly string[]): Promise<StateRow[]> {
    return this.database.query<StateRow>(this.everywhere, stateRows, [organizationIds]);
  }

  /** The organization itself and all beneath it. */
  async beneath(organizationId: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(this.everywhere, beneath, [organizationId]);
    return rows.map(({ id }) => id);
  }
}
