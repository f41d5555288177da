import { statement } from '../../../database/database.js';

const isHeld = 'ending is not null and ends_at is null and ending_run_id is null';
const heldOf = `organization_id = $1 and connection_id = $2 and ${isHeld}`;

export const connectionsWith = statement(
  'held_endings_connections',
  `
  select organization_id as "organizationId", connection_id as "connectionId" from subjects where ${isHeld}
    group by 1, 2
  union select organization_id, connection_id from runs where mode = 'endings' and status = 'held'`,
);

/** There may be half a million: they stay in the database. */
export const heldEndings = statement(
  'held_endings_held',
  `
  select count(*) as held, encode(sha256(convert_to(coalesce(string_agg(id || ' ' || coalesce(version, sequence::text),
    e'\\n' order by id), ''), 'UTF8')), 'hex') as hash
  from subjects where ${heldOf}`,
);

/** Held in the transaction that stores its plan, so that the event of a held run gives the right count. */
export const openEndingsRun = statement(
  'held_endings_open',
  `
  insert into runs (organization_id, id, connection_id, mode, cause, status, requested_by, created_at, started_at,
    collected_at)
  values ($1, $2, $3, 'endings', 'source', 'running', 'storm guard', $4, $4, $4)`,
);

export const addEndingItems = statement(
  'held_endings_add_items',
  `
  insert into run_items (organization_id, run_id, position, kind, subject_id, identity_id, source_key, before, after,
    detail)
  select $1, $3, row_number() over (order by id), 'ending', id, identity_id, source_key, jsonb_build_object('status',
    facts -> 'status'),
    jsonb_build_object('status', ending -> 'status'), 'said to have left, with more others than safety allows'
  from subjects where ${heldOf}`,
);

export const approve = statement('held_endings_approve', `update subjects set ends_at = $3 where ${heldOf}`);

export const dismiss = statement(
  'held_endings_dismiss',
  `update subjects set ending = null, updated_at = $3 where ${heldOf}`,
);
