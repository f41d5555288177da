import { statement } from '../../../database/database.js';

const columns = `r.organization_id as "organizationId", r.id, r.connection_id as "connectionId", r.mode, r.status, r.dry_run as "dryRun", r.cursor, r.pages,
  r.seen, r.changed, r.problem, r.plan_hash as "planHash", r.started_at as "startedAt", r.collected_at as "collectedAt", r.list_id as "listId", r.expires_at as "expiresAt",
  coalesce(r.pass_id, r.id) as "passId"`;

// A run stops where it is while its connection is paused as a whole or switched off, and goes on behind its cursor
// later. A dry run
// of a list changes nothing: it is how a connection is looked at before it is switched on.
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

// A full list of a connector that only listens is asked for by whoever holds its link.
export const claimRun = statement(
  'runs_claim',
  `
  update runs r set status = 'running', lease_owner = $1, lease_until_at = $2, started_at = coalesce(r.started_at, $3)
  from (
    select r.organization_id, r.id, c.connector from runs r
    join connections c on c.organization_id = r.organization_id and c.id = r.connection_id
    where r.status in ('queued', 'running') and not r.behind and (r.status = 'queued' or r.lease_until_at <= $3
      or r.lease_owner = any ($5::text[]))
      and r.mode = any ($6::text[]) and c.connector <> all ($7::text[]) and r.organization_id <> all ($8::uuid[])
      and c.pause is distinct from 'all' and (c.enabled and (c.status in ('setup', 'active', 'paused')
        or r.mode in ('access', 'drift') and c.status <> 'disabled')
        or r.dry_run and r.mode = 'full' and (c.status in ('setup', 'active', 'paused', 'disabled')))
      and not (r.status = 'queued' and r.mode = 'full' and c.connector = any ($4::text[]))
    order by r.created_at, r.id limit 1 for update of r skip locked
  ) due
  where r.organization_id = due.organization_id and r.id = due.id
  returning ${columns}, due.connector`,
);

export const ownersOfRuns = statement(
  'runs_owners',
  `
  select distinct lease_owner as owner from runs where status = 'running' and lease_until_at > $1`,
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

// Who was listed before it began anew, or in a try that came to nothing, was not listed in it.
export const restart = statement(
  'runs_restart',
  `
  with anew as (
    update runs r set cursor = null, seen = 0, started_at = $4, pass_id = $5 where organization_id = $1 and id = $2
      and lease_owner = $3 and status = 'running' returning ${columns}),
  forgotten as (delete from listed_pages l using anew where l.organization_id = $1 and l.run_id = anew.id)
  select * from anew`,
);

export const beginAnew = statement(
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

export const wasReadSince = statement(
  'runs_was_read_since',
  `
  select id from runs where organization_id = $1 and connection_id = $2 and mode = 'full' and not dry_run
    and started_at >= $3 and collected_at is not null and status not in ('failed', 'cancelled') limit 1`,
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
    lease_until_at = null, decided_by = coalesce($6, decided_by), expires_at = null, behind = false
  where organization_id = $1 and id = $2 and status in ('queued', 'running', 'held') returning connection_id
    as "connectionId"`,
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

/** Those whose turn it is, one for each connection and mode, the oldest first. */
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

export const claimForListener = statement(
  'runs_claim_for_listener',
  `
  update runs set status = 'running', started_at = $3, lease_owner = 'listener', lease_until_at = $4
  where organization_id = $1 and connection_id = $2 and mode = 'full' and status = 'queued' and not behind
    returning id`,
);

// A listener's list that has begun is told from one that was only asked for by its cursor.
const isAsked =
  "mode = 'full' and status = 'running' and collected_at is null and lease_owner = 'listener' and not coalesce(cursor ? 'listing', false)";

// A list answers what was asked for before it began.
export const beginAsked = statement(
  'runs_begin_asked',
  `
  update runs set started_at = $3, pass_id = $4, cursor = '{"listing": true}', lease_until_at = $5
  where organization_id = $1 and connection_id = $2 and ${isAsked} and started_at <= $3 returning id`,
);

// What is queued has not been asked for yet: this list is not the answer, and it waits behind. Who waits there already
// is asked for with it.
export const letPass = statement(
  'runs_let_pass',
  `
  update runs r set behind = true where organization_id = $1 and connection_id = $2 and mode = 'full'
    and status = 'queued' and not behind
    and not exists (select from runs b where b.organization_id = $1 and b.connection_id = $2 and b.mode = 'full'
      and b.dry_run = r.dry_run and b.behind)`,
);

export const beginListed = statement(
  'runs_begin_listed',
  `
  insert into runs (organization_id, id, connection_id, mode, cause, status, requested_by, created_at, started_at,
    cursor, lease_owner, lease_until_at)
  values ($1, $2, $3, 'full', 'source', 'running', 'connector', $4, $5, '{"listing": true}', 'listener', $6)
  on conflict (organization_id, connection_id, mode) where status in ('queued', 'running') and not behind
  do update set status = 'running', started_at = excluded.started_at, cursor = excluded.cursor,
  lease_owner = 'listener', lease_until_at = excluded.lease_until_at
    where runs.status = 'queued'`,
);

export const listed = statement(
  'runs_listed',
  `
  select ${columns} from runs r where organization_id = $1 and connection_id = $2 and mode = 'full'
    and status = 'running' and collected_at is null and cursor ? 'listing'`,
);

// The link has another holder: what was asked for over it and has not begun will not be answered. What others wanted is
// asked for once more.
export const askAgain = statement(
  'runs_ask_again',
  `
  update runs set status = 'queued', started_at = null, lease_owner = null, lease_until_at = null
  where organization_id = $1 and connection_id = $2 and ${isAsked} and cause <> 'source' returning id`,
);

export const asked = statement(
  'runs_asked',
  `select id from runs where organization_id = $1 and connection_id = $2 and ${isAsked}`,
);

export const completeListed = statement(
  'runs_complete_listed',
  `
  update runs r set collected_at = $3, lease_owner = null, lease_until_at = $3, pages = 1,
    seen = (select count(*) from subjects s where s.organization_id = r.organization_id
    and s.connection_id = r.connection_id and s.seen_run_id = coalesce(r.pass_id, r.id))
  where r.organization_id = $1 and r.id = $2`,
);

export const addItems = statement(
  'runs_add_items',
  `
  insert into run_items (organization_id, run_id, position, kind, subject_id, identity_id, source_key, account, before,
    after, detail)
  select $1, $2, (select coalesce(max(position), 0) from run_items where organization_id = $1
    and run_id = $2) + row_number() over (order by i.ordinal),
    i.kind, i.subject_id, i.identity_id, i.source_key, i.account, i.before, i.after, i.detail
  from jsonb_to_recordset($3::jsonb) as i (ordinal int, kind text, subject_id uuid, identity_id uuid, source_key text,
    account text, before jsonb, after jsonb, detail text)`,
);

export const itemsOf = statement(
  'runs_items_of',
  `
  select kind, subject_id as "subjectId", identity_id as "identityId", source_key as "sourceKey", account, before,
    after, detail from run_items
  where organization_id = $1 and run_id = $2 and kind = $3 order by position`,
);

export const relabelItems = statement(
  'runs_relabel_items',
  `
  update run_items set kind = $4 where organization_id = $1 and run_id = $2 and kind = $3 returning position`,
);

export const dropItems = statement(
  'runs_drop_items',
  `delete from run_items where organization_id = $1 and run_id = $2 and kind = any ($3::text[])`,
);

export const prune = statement(
  'runs_prune',
  `
  delete from runs where mode = 'incremental' and status in ('done', 'cancelled') and finished_at < $1`,
);

export const removedSince = statement(
  'runs_removed_since',
  `
  select count(*) as removed from run_items i join runs r on r.organization_id = i.organization_id and r.id = i.run_id
  where r.organization_id = $1 and r.connection_id = $2 and i.kind = 'removed' and r.finished_at > $3`,
);
