import { statement } from '../../../database/database.js';

/** As the row is called in the statement. */
export const runColumns = (r: string): string =>
  `${r}.organization_id as "organizationId", ${r}.id, ${r}.connection_id as "connectionId",
  ${r}.mode, ${r}.status, ${r}.dry_run as "dryRun", ${r}.cursor,
  ${r}.pages,
  ${r}.seen, ${r}.changed, ${r}.problem, ${r}.plan_hash as "planHash",
  ${r}.started_at as "startedAt", ${r}.collected_at as "collectedAt", ${r}.list_id as "listId",
  ${r}.expires_at as "expiresAt", ${r}.decisions,
  coalesce(${r}.pass_id, ${r}.id) as "passId"`;

const columns = runColumns('r');

// A run stops where it is while its connection is fully paused or disabled, and continues from its cursor later. A dry
// run of a list changes nothing: it is how to look at a connection before enabling it.
const mayGoOn = `exists (select from connections c where c.organization_id = runs.organization_id
  and c.id = runs.connection_id
    and (c.enabled and c.status <> 'disabled' or runs.dry_run and runs.mode = 'full') and c.pause is distinct
      from 'all')`;

export const insertRun = statement(
  'runs_insert',
  `
  insert into runs (organization_id, id, connection_id, mode, cause, status, dry_run, requested_by, created_at)
  values ($1, $2, $3, $4, $5, 'queued', $6, $7, $8) on conflict do nothing returning id`,
);

export const open = statement(
  'runs_open_of_mode',
  `
  select ${columns} from runs r where organization_id = $1 and connection_id = $2 and mode = $3 and status in ('queued',
    'running') and not behind`,
);

export const insertBehind = statement(
  'runs_insert_behind',
  `
  insert into runs (organization_id, id, connection_id, mode, cause, status, dry_run, requested_by, created_at, behind)
  values ($1, $2, $3, $4, $5, 'queued', $6, $7, $8, true) on conflict do nothing returning id`,
);

export const behind = statement(
  'runs_behind',
  `
  select ${columns} from runs r where organization_id = $1 and connection_id = $2 and mode = $3 and dry_run = $4
    and behind`,
);

export const runById = statement('runs_by_id', `select ${columns} from runs r where organization_id = $1 and id = $2`);

export const lockRun = statement(
  'runs_lock_by_id',
  `select ${columns} from runs r where organization_id = $1 and id = $2 for update`,
);

export const renewRun = statement(
  'runs_renew',
  `
  update runs set lease_until_at = greatest(lease_until_at, $4::timestamptz) where organization_id = $1 and id = $2
    and lease_owner = $3 and status = 'running' and ${mayGoOn} returning id`,
);

export const recordProgress = statement(
  'runs_progress',
  `
  update runs set cursor = $4, pages = pages + $10, seen = seen + $5, changed = changed + $6, invalid = invalid + $7,
    problem = coalesce($8, problem),
    lease_until_at = greatest(lease_until_at, $9::timestamptz)
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'running' and ${mayGoOn} returning id`,
);

// Records listed before it started over, or in a failed attempt, were not listed in it.
export const restart = statement(
  'runs_restart',
  `
  with anew as (
    update runs r set cursor = null, seen = 0, started_at = $4, pass_id = $5 where organization_id = $1 and id = $2
      and lease_owner = $3 and status = 'running' returning ${columns}),
  forgotten as (delete from listed_pages l using anew where l.organization_id = $1 and l.run_id = anew.id)
  select * from anew`,
);

export const restartRun = statement(
  'runs_begin_anew',
  `
  update runs set cursor = null, pages = 0, seen = 0, changed = 0, missing = 0
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'running' returning id`,
);

export const collected = statement(
  'runs_collected',
  `
  update runs set collected_at = $4, list_id = $5 where organization_id = $1 and id = $2 and lease_owner = $3
    and status = 'running' returning id`,
);

export const wasRead = statement(
  'runs_was_read',
  `
  select id from runs where organization_id = $1 and connection_id = $2 and id <> $3 and list_id = $4 and not dry_run
    and status <> 'failed' and collected_at is not null limit 1`,
);

// One statement for what is under way and what has ended: between two, a list could end unseen.
export const isReadSince = statement(
  'runs_is_read_since',
  `
  select id from runs where organization_id = $1 and connection_id = $2 and mode = 'full' and not dry_run
    and (status in ('queued', 'running')
      or started_at >= $3 and collected_at is not null and status not in ('failed', 'cancelled')) limit 1`,
);

export const handBack = statement(
  'runs_hand_back',
  `
  update runs set status = 'queued', lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'running' and collected_at is null
    returning id`,
);

export const finishRun = statement(
  'runs_finish',
  `
  update runs set status = $3, problem = coalesce($4, problem), finished_at = $5, lease_owner = null,
    lease_until_at = null, decided_by = coalesce($6::jsonb ->> 'by', decided_by), expires_at = null,
    decisions = case when $6 is null then decisions else decisions || $6::jsonb end, behind = false
  where organization_id = $1 and id = $2 and status in ('queued', 'running', 'held') returning connection_id
    as "connectionId"`,
);

/** The run stays held. */
export const noteDecision = statement(
  'runs_note_decision',
  `
  update runs set decisions = decisions || $3::jsonb
  where organization_id = $1 and id = $2 and status = 'held' returning id`,
);

/** Whether two operators have to approve. */
export const needsTwo = statement(
  'runs_need_two',
  'select runs_need_two as "needsTwo" from organizations where id = $1',
);

export const hold = statement(
  'runs_hold',
  `
  update runs set status = 'held', held = $3, plan_hash = $4, expires_at = $5, lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and status in ('running', 'held') returning id`,
);

export const tally = statement(
  'runs_tally',
  `update runs set missing = $3, held = $4 where organization_id = $1 and id = $2`,
);

export const noteEndings = statement(
  'runs_note_endings',
  `update runs set endings_held = $3, endings_run_id = $4 where organization_id = $1 and id = $2`,
);

export const heldOf = statement(
  'runs_held_of',
  `
  select ${columns} from runs r where organization_id = $1 and connection_id = $2 and status = 'held'
    and (mode = 'endings') = $3`,
);

export const expired = statement(
  'runs_expired',
  `select ${columns} from runs r where status = 'held' and expires_at <= $1`,
);

/** The next ones, one per connection and mode, oldest first. */
export const followUp = statement(
  'runs_follow_up',
  `
  update runs r set behind = false
  from (
    select distinct on (b.organization_id, b.connection_id, b.mode) b.organization_id, b.id from runs b
    where b.behind and not exists (select from runs o where o.organization_id = b.organization_id
      and o.connection_id = b.connection_id and o.mode = b.mode
      and o.status in ('queued', 'running') and not o.behind)
    order by b.organization_id, b.connection_id, b.mode, b.created_at, b.id
  ) due
  where r.organization_id = due.organization_id and r.id = due.id and r.behind
  returning r.organization_id as "organizationId", r.connection_id as "connectionId"`,
);
