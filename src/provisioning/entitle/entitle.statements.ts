import { copied, listed, replanned, statement } from '../../database/database.js';

/** Two records that want the same name must not both find it free, so entitling is serialized per target. */
export const lockTarget = statement(
  'entitle_lock_target',
  `select pg_advisory_xact_lock(hashtextextended($1 || '/' || $2, 7))`,
);

export const entitlementColumns = `e.id, e.identity_id as "identityId", e.subject_id as "subjectId",
  e.connection_id as "connectionId", e.kind, e.spec,
  e.secret_sealed as "secretSealed", e.valid_from_at as "validFrom", e.valid_until_at as "validUntil", e.revoked`;

export const ofSubjects = replanned(
  'entitle_of_subjects',
  `
  select ${entitlementColumns}, i.target_key as "targetKey", i.account_key as "accountKey", i.connection_id
    as "accountConnectionId"
  from entitlements e join identities i on i.organization_id = $1 and i.id = e.identity_id where e.organization_id = $1
    and e.subject_id = any($2::uuid[])`,
);

/** The identities that hold one of the names, or belong to one of the subjects. */
export const accounts = replanned(
  'entitle_accounts',
  `
  with named as (
    select id from identities where organization_id = $1 and target_key = $2 and account_key = any($3::text[])
    union
    select identity_id from entitlements where organization_id = $1 and subject_id = any($4::uuid[])
    union
    select identity_id from subjects where organization_id = $1 and id = any($4::uuid[]) and identity_id is not null
  )
  select i.id, i.target_key as "targetKey", i.account_key as "accountKey", i.connection_id as "connectionId",
    exists (select 1 from bindings b where b.organization_id = $1 and b.identity_id = i.id and b.state <> 'removed')
    as bound,
    (select coalesce(jsonb_agg(jsonb_build_object('subjectId', e.subject_id, 'entitlementId', e.id,
        'secretSealed', case when (e.spec ->> 'generated')::boolean then e.secret_sealed end,
        'validFrom', e.valid_from_at, 'validUntil', e.valid_until_at) order by e.created_at, e.id), '[]')
      from entitlements e where e.organization_id = $1 and e.identity_id = i.id and not e.revoked
      and (e.valid_until_at is null or e.valid_until_at > $5)) as members
  from named n join identities i on i.organization_id = $1 and i.id = n.id`,
);

export const releaseAccountKeys = replanned(
  'entitle_let_go_of_keys',
  `
  update identities set account_key = 'M:' || id where organization_id = $1 and id = any($2::uuid[])`,
);

export const alterIdentities = replanned(
  'entitle_alter_identities',
  `
  update identities i set account_key = r.account_key, connection_id = r.connection_id, updated_at = $3
  from json_to_recordset($2::json) as r (id uuid, account_key text, connection_id uuid)
  where i.organization_id = $1 and i.id = r.id`,
);

export const insertIdentities = listed(
  copied(
    'entitle_insert_identities',
    `
  insert into identities (organization_id, id, target_key, account_key, kind, connection_id, want_rev, due_at, priority,
    cause, created_at, updated_at)
  select $1, r.id, r.target_key, r.account_key, r.kind, r.connection_id, (r.priority is not null)::int, case
    when r.priority is not null then $3::timestamptz end,
    coalesce(r.priority, 1), r.cause, $3, $3
  from json_to_recordset($2::json) as r (id uuid, target_key text, account_key text, kind text, connection_id uuid,
    priority smallint, cause jsonb)`,
  ),
);

export const upsertEntitlements = listed(
  statement(
    'entitle_upsert_entitlements',
    `
  insert into entitlements (organization_id, id, identity_id, subject_id, connection_id, kind, spec, secret_sealed,
    valid_from_at, valid_until_at, revoked, created_at, updated_at)
  select $1, r.id, r.identity_id, r.subject_id, r.connection_id, r.kind, r.spec, r.secret_sealed, r.valid_from,
    r.valid_until, r.revoked, $3, $3
  from json_to_recordset($2::json) as r (id uuid, identity_id uuid, subject_id uuid, connection_id uuid, kind text,
    spec jsonb, secret_sealed text,
    valid_from timestamptz, valid_until timestamptz, revoked boolean)
  on conflict (organization_id, subject_id, kind) do update set identity_id = excluded.identity_id,
    spec = excluded.spec, secret_sealed = excluded.secret_sealed,
    valid_from_at = excluded.valid_from_at, valid_until_at = excluded.valid_until_at, revoked = excluded.revoked,
    updated_at = excluded.updated_at`,
  ),
);

/**
 * want_rev rises with every mark, so a worker that settles an older mark leaves the identity dirty. Its problem stays
 * visible until it is settled.
 */
export const markDirty = replanned(
  'entitle_mark_dirty',
  `
  update identities i set want_rev = i.want_rev + 1, due_at = least(i.due_at, $3::timestamptz), attempts = 0,
    cause = r.cause, updated_at = $3,
    priority = case when i.want_rev > i.done_rev then least(i.priority, r.priority) else r.priority end
  from json_to_recordset($2::json) as r (id uuid, priority smallint, cause jsonb)
  where i.organization_id = $1 and i.id = r.id`,
);

/** A name taken at the console stays reported until the next try. */
export const markSubjects = replanned(
  'entitle_mark_subjects',
  `
  update subjects s set identity_id = r.identity_id,
    disputed = case when r.disputed is null and not r.is_tried and s.disputed ->> 'code' = 'taken' then s.disputed
    else r.disputed end,
    invalid = case when r.invalid is not null then r.invalid when s.invalid ->> 'code' = 'access' then null
    else s.invalid end
  from json_to_recordset($2::json) as r (id uuid, identity_id uuid, disputed jsonb, invalid jsonb, is_tried boolean)
  where s.organization_id = $1 and s.id = r.id
    and (s.identity_id is distinct from r.identity_id or s.disputed is distinct from r.disputed or r.invalid is not null
      or s.invalid ->> 'code' = 'access')`,
);

/**
 * Tells the planner how large the tables have grown. Trap: look-ups behind foreign keys keep the plan made for a table
 * of a few rows: 1 ms for each row written to a table of 6,000, until somebody analyzes.
 */
export const analyzeEntitlements = statement(
  'entitle_analyze',
  'analyze subjects, identities, entitlements, bindings, credential_deliveries',
);
