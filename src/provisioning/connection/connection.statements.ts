import { replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';

/** All of a row, as ConnectionRows opens it. */
const columns = `organization_id, id, name, connector, settings, secrets_sealed, target, target_secret_sealed,
  target_key, schedule,
  access, safety, drift, enabled, status, pause, closing, quarantine, link, cursor, next_full_at, next_incremental_at,
  next_drift_at, last_full_scan_at,
  last_problem, silent_since_at, console_outage, accounts_refused, test_due_at, last_test, deliveries_waiting_since_at,
  revision, created_at, updated_at`;

/** Of what the outside says of its people. */
const keptFieldsOf = (organization: string) =>
  `(select p.fields from connection_privacy p where p.organization_id = ${organization} and p.id = connections.id)
    as kept_fields`;
const keptFields = keptFieldsOf('connections.organization_id');

export const byIds = statement(
  'connections_by_ids',
  `select ${columns}, ${keptFieldsOf('$1')} from connections where organization_id = $1 and id = any ($2::uuid[])`,
);

export const ofOrganization = statement(
  'connections_of_organization',
  `select ${columns}, ${keptFieldsOf('$1')} from connections where organization_id = $1 order by created_at, id`,
);

// A link whose lease runs is its owner's; the holder of the link requests a waiting list. Planned for the connectors
// that it names: a kept plan expects each of them to have a share of all connections, and reads all.
export const listening = replanned(
  'connections_listening',
  `
  select c.organization_id as "organizationId", c.id, c.revision, l.owner as "heldBy",
    exists (select from runs r where r.organization_id = c.organization_id and r.connection_id = c.id
    and r.mode = 'full' and r.status = 'queued' and not r.behind) as "wantsList",
    c.list_owed_at is not null and not exists (select from runs r where r.organization_id = c.organization_id
    and r.connection_id = c.id and r.requested_by = $3 and r.created_at > $4) as "owesList"
  from connections c left join leases l on l.organization_id = c.organization_id and l.name = 'listener ' || c.id
    and l.until_at > $2
  where c.enabled and c.status not in ('disabled', 'quarantined') and c.connector = any ($1::text[])
  order by c.organization_id, c.id`,
);

// One read for each of the three, by an index of its own: joined by `or` they would read every connection.
export const unplanned = statement(
  'connections_unplanned',
  `
  select ${columns} from connections
  where (organization_id, id) in (
    select organization_id, id from connections where enabled and status <> 'disabled' and next_full_at is null
      and (last_full_scan_at is null or schedule ->> 'full' is not null) and connector = any ($1::text[])
    union all
    select organization_id, id from connections where enabled and status <> 'disabled'
      and next_incremental_at is null and schedule ->> 'incremental' is not null and connector = any ($2::text[])
    union all
    select organization_id, id from connections where enabled and status <> 'disabled'
      and next_drift_at is null and schedule ->> 'drift' is not null)
  order by organization_id, id`,
);

export const dueForProbe = statement(
  'connections_to_be_looked_at',
  `
  select ${columns} from connections
  where enabled and status = 'quarantined' and (quarantine is null or (quarantine ->> 'nextProbeAt')::timestamptz <= $1)
  order by organization_id, id`,
);

export const anywhere = statement(
  'connections_anywhere',
  `select ${columns}, ${keptFields} from connections where id = $1`,
);

export const ofInstallation = statement(
  'connections_of_installation',
  `
  select ${columns}, ${keptFields} from connections where connector = $1 and installation = lower($2) and enabled
    order by created_at, id limit 100`,
);

export const insertConnection = statement(
  'connections_insert',
  `
  insert into connections (organization_id, id, name, connector, settings, secrets_sealed, target, target_secret_sealed,
    target_key, schedule,
    access, safety, enabled, status, drift, installation, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)`,
);

export const update = statement(
  'connections_update',
  `
  update connections set name = $3, connector = $4, settings = $5, secrets_sealed = $6, target = $7,
    target_secret_sealed = $8, target_key = $9,
    schedule = $10, access = $11, safety = $12, enabled = $13, status = $14, drift = $15, installation = $16,
    updated_at = $17, revision = revision + 1,
    quarantine = case when $14 = 'quarantined' then quarantine end
  where organization_id = $1 and id = $2 and revision = $18 returning id`,
);

export const lockConnection = statement(
  'connections_lock',
  `select ${columns}, ${keptFieldsOf('$1')} from connections where organization_id = $1 and id = $2 for update`,
);

export const close = statement(
  'connections_close',
  `
  update connections set closing = $3, enabled = false, status = 'disabled', next_full_at = null,
    next_incremental_at = null, next_drift_at = null, revision = revision + 1,
    subscription = case when jsonb_typeof(subscription -> 'kept') = 'object' then subscription end,
    subscription_due_at = $4
  where organization_id = $1 and id = $2`,
);

/** The subscription is ended at the vendor first; when the time for that is up, it is left to expire there. */
const settledAt = (now: string) => `closing is not null and (subscription is null or subscription_due_at <= ${now})
  and not exists (
    select 1 from identities i where i.organization_id = c.organization_id and i.connection_id = c.id
      and i.want_rev > i.done_rev)`;

export const removeSettled = statement(
  'connections_remove_settled',
  `
  delete from connections c where ${settledAt('$1::timestamptz')}
  returning c.organization_id as "organizationId", c.id`,
);

export const removeIfSettled = statement(
  'connections_remove_if_settled',
  `
  delete from connections c where c.organization_id = $1 and c.id = $2 and ${settledAt('$3::timestamptz')}`,
);

export const hasAccounts = statement(
  'connections_has_accounts',
  `
  select 1 from subjects where organization_id = $1 and connection_id = $2 and identity_id is not null limit 1`,
);

export const removeConnection = statement(
  'connections_remove',
  'delete from connections where organization_id = $1 and id = $2',
);

export const setStatus = statement(
  'connections_set_status',
  'update connections set status = $3 where organization_id = $1 and id = $2',
);

export const setPause = statement(
  'connections_set_pause',
  'update connections set pause = $3, status = $4 where organization_id = $1 and id = $2',
);

export const setLink = statement(
  'connections_set_link',
  `
  update connections set link = jsonb_strip_nulls(jsonb_build_object('state', $3::text, 'detail', $4::text,
    'position', coalesce($6::text, link ->> 'position'))) ||
    jsonb_build_object('lastHeardAt', coalesce($5::text, link ->> 'lastHeardAt')),
    last_problem = case when $3 = 'connected' and coalesce(last_problem ->> 'source', 'link') = 'link' then null
    else last_problem end
  where organization_id = $1 and id = $2`,
);

export interface AbandonedLink {
  readonly organizationId: string;
  readonly id: string;
  readonly lostAt: Instant;
}

// Its holder is dead.
export const abandonedLinks = statement(
  'connections_abandoned_links',
  `
  select c.organization_id as "organizationId", c.id, l.until_at as "lostAt" from connections c
  join leases l on l.organization_id = c.organization_id and l.name = 'listener ' || c.id and l.until_at <= $1
  where c.link ->> 'state' = 'connected'`,
);

// The link has been down since the lease ended, not since this look. Somebody may hold it again.
export const loseAbandonedLink = statement(
  'connections_lose_abandoned_link',
  `
  update connections c
  set link = c.link || jsonb_build_object('state', 'lost', 'detail', $4::text, 'lostAt', $3::text)
  where c.organization_id = $1 and c.id = $2 and c.link ->> 'state' = 'connected'
    and exists (select from leases l where l.organization_id = $1 and l.name = 'listener ' || $2::text
      and l.until_at <= $5::timestamptz)`,
);

export const setCursor = statement(
  'connections_set_cursor',
  'update connections set cursor = $3 where organization_id = $1 and id = $2',
);

export const setProblem = statement(
  'connections_set_problem',
  `
  update connections set last_problem = $3 where organization_id = $1 and id = $2 and ($4::int is null
    or revision = $4)`,
);

// A problem whose source was not recorded is cleared by anything that works.
export const endProblem = statement(
  'connections_end_problem',
  `
  update connections set last_problem = null
  where organization_id = $1 and id = $2 and last_problem is not null and (
    coalesce(last_problem ->> 'source', $3) = $3
    or last_problem ->> 'source' = 'test' and last_problem ->> 'code' = 'unreachable' and $3 in ('poll', 'list'))`,
);

export const dueTest = statement(
  'connections_due_test',
  'update connections set test_due_at = $3 where organization_id = $1 and id = $2',
);

export const organizationsToTest = statement(
  'connections_organizations_to_test',
  `
  select distinct organization_id as "organizationId" from connections where test_due_at <= $1::timestamptz
    and enabled`,
);

export const claimTests = statement(
  'connections_claim_tests',
  `
  update connections set test_due_at = $3 where organization_id = $1 and id = any (array(
    select id from connections where organization_id = $1 and test_due_at <= $2 and enabled order by test_due_at
      limit 20 for no key update skip locked))
  returning ${columns}`,
);

export const setTest = statement(
  'connections_set_test',
  `
  update connections set last_test = $4, test_due_at = null where organization_id = $1 and id = $2 and revision = $3
    returning id`,
);

export const setQuarantine = statement(
  'connections_set_quarantine',
  `
  update connections set status = 'quarantined', quarantine = $3, last_problem = $4
  where organization_id = $1 and id = $2 and status <> 'disabled' and ($5::int is null or revision = $5) returning id`,
);

export const releaseConnection = statement(
  'connections_release',
  `
  update connections set status = case when pause is null then 'active' else 'paused' end, quarantine = null,
    last_problem = null
  where organization_id = $1 and id = $2 and status = 'quarantined' and revision = $3 returning id`,
);

export const requireList = statement(
  'connections_owe_list',
  `
  update connections set list_owed_at = coalesce(list_owed_at, $3) where organization_id = $1 and id = $2`,
);

export const listAsked = statement(
  'connections_list_asked',
  `update connections set list_owed_at = null where organization_id = $1 and id = $2`,
);
