import { listed, replanned, statement } from '../../database/database.js';
import { entitlementColumns } from '../entitle/entitle.statements.js';

const accountColumns = `i.id, i.target_key as "targetKey", i.account_key as "accountKey", i.kind,
  i.connection_id as "connectionId",
  greatest(i.want_rev, i.done_rev + 1) as "wantRev", i.priority, i.token, i.attempts, i.problem, i.cause`;

/** Everything due anywhere, the longest waiting first. */
export const dueTargets = statement(
  'reconcile_due_targets',
  `
  select distinct organization_id as "organizationId", target_key as "targetKey" from (
    select organization_id, target_key from identities
    where due_at <= $1 and (lease_until_at is null or lease_until_at <= $1) order by due_at limit 20000) due`,
);

/** For the built-in console: the row lock is the lease. */
export const take = statement(
  'reconcile_take',
  `
  select ${accountColumns} from identities i
  where i.organization_id = $1 and i.target_key = $2 and i.due_at <= $3
  order by i.priority, i.due_at limit $4 for update skip locked`,
);

/** For a remote console. A due timer raises want_rev, so that its operations get ids of their own. */
export const claimIdentities = statement(
  'reconcile_claim',
  `
  with free as (
    select id from identities
    where organization_id = $1 and target_key = $2 and due_at <= $3 and priority <= $5 and (lease_until_at is null
      or lease_until_at <= $3)
    order by priority, due_at limit $4 for update skip locked)
  update identities i set want_rev = greatest(i.want_rev, i.done_rev + 1), token = i.token + 1, lease_owner = $6,
    lease_until_at = $7
  from free where i.organization_id = $1 and i.id = free.id
  returning ${accountColumns}`,
);

/** Without a claim: for a preview. */
export const look = replanned(
  'reconcile_look',
  `
  select ${accountColumns} from identities i where i.organization_id = $1 and i.id = any($2::uuid[])
    order by i.priority, i.id`,
);

export const renewLeases = replanned(
  'reconcile_renew',
  `
  update identities i set lease_until_at = $4 from unnest($2::uuid[], $3::bigint[]) as r (id, token)
  where i.organization_id = $1 and i.id = r.id and i.token = r.token and i.lease_until_at is not null
  returning i.id`,
);

/** Identities whose claim still holds; locked, so that it holds until the transaction ends. */
export const stillClaimed = replanned(
  'reconcile_still_claimed',
  `
  select i.id from identities i join unnest($2::uuid[], $3::bigint[]) as r (id, token) on i.id = r.id
    and i.token = r.token
  where i.organization_id = $1 order by i.id for update of i`,
);

/** The open ones, oldest first, preceded by the last that ended, whose policy decides what becomes of the account. */
export const entitlementsOfIdentities = replanned(
  'reconcile_entitlements',
  `
  select ${entitlementColumns} from entitlements e
  where e.organization_id = $1 and e.identity_id = any($2::uuid[]) and (
    (not e.revoked and (e.valid_until_at is null or e.valid_until_at > $3))
    or e.id = (select l.id from entitlements l where l.organization_id = $1 and l.identity_id = e.identity_id
      and (l.revoked or l.valid_until_at <= $3)
      order by l.valid_until_at desc nulls last, l.id limit 1))
  order by e.created_at, e.id`,
);

export const bindingsOfIdentities = replanned(
  'reconcile_bindings',
  `
  select b.id, b.identity_id as "identityId", b.kind, b.remote_id as "remoteId", b.name, b.ownership, b.state,
    b.applied, b.ended_at as "endedAt"
  from bindings b where b.organization_id = $1 and b.identity_id = any($2::uuid[]) and b.state <> 'removed'
    order by b.created_at, b.id`,
);

/** An identity that was marked meanwhile stays due; all others rest until `due_at`. */
export const settle = replanned(
  'reconcile_settle',
  `
  update identities i set
    want_rev = greatest(i.want_rev, r.rev),
    done_rev = case when r.done then greatest(i.done_rev, r.rev) else i.done_rev end,
    due_at = case when i.want_rev > r.rev then i.due_at else r.due_at end,
    priority = case when i.want_rev > r.rev then i.priority else r.priority end,
    attempts = case when i.want_rev > r.rev then 0 else r.attempts end,
    problem = case when i.want_rev > r.rev then i.problem else r.problem end,
    cause = case when i.want_rev > r.rev or not r.done then i.cause end,
    login_trace = coalesce(r.login_trace, i.login_trace),
    lease_owner = null, lease_until_at = null, updated_at = $3
  from json_to_recordset($2::json) as r (id uuid, rev bigint, done boolean, due_at timestamptz, priority smallint,
    attempts int, problem jsonb, login_trace jsonb)
  where i.organization_id = $1 and i.id = r.id`,
);

/** When the console uses the id of a removed binding again, that binding's row is reused. */
export const saveBindings = listed(
  statement(
    'reconcile_save_bindings',
    `
  insert into bindings as b (organization_id, id, identity_id, connection_id, target_key, kind, remote_id, name,
    ownership, state, applied, ended_at, created_at, updated_at)
  select $1, r.id, r.identity_id, r.connection_id, r.target_key, r.kind, r.remote_id, r.name, r.ownership, r.state,
    r.applied, r.ended_at, $3, $3
  from json_to_recordset($2::json) as r (id uuid, identity_id uuid, connection_id uuid, target_key text, kind text,
    remote_id text, name text,
    ownership text, state text, applied jsonb, ended_at timestamptz)
  on conflict (organization_id, target_key, kind, remote_id) do update set identity_id = excluded.identity_id,
    connection_id = excluded.connection_id,
    name = excluded.name, ownership = excluded.ownership, state = excluded.state, applied = excluded.applied,
    ended_at = excluded.ended_at, updated_at = excluded.updated_at`,
  ),
);

/** Which of our identities have these console accounts. */
export const ownersOfAccounts = replanned(
  'reconcile_owners',
  `
  select b.remote_id as "remoteId", b.identity_id as "identityId" from bindings b
  where b.organization_id = $1 and b.target_key = $2 and b.kind = 'user' and b.remote_id = any($3::text[])
    and b.state <> 'removed'`,
);

export const disputeSubjects = replanned(
  'reconcile_dispute_subjects',
  `
  update subjects s set disputed = r.disputed from json_to_recordset($2::json) as r (id uuid, disputed jsonb)
  where s.organization_id = $1 and s.id = r.id`,
);

/** The name has become theirs after all. */
export const undisputeSubjects = replanned(
  'reconcile_undispute_subjects',
  `
  update subjects set disputed = null where organization_id = $1 and identity_id = any($2::uuid[])
    and disputed ->> 'code' = 'taken'`,
);

/** Mirrors permissionOf: connections for which something may be written again. */
const mayGoOn = `(c.closing is not null or (c.status in ('active', 'paused', 'quarantined')
  and coalesce(c.quarantine ->> 'code', '') <> 'console_refused'))`;

/**
 * Held identities that need not be held any more. Grants that stay paused would only be held again; `$3` includes them
 * all the same.
 */
export const releaseIdentities = statement(
  'reconcile_release',
  `
  update identities i set due_at = $2, problem = null from connections c
  where i.organization_id = $1 and i.problem is not null and i.problem ->> 'code' = 'held'
    and c.organization_id = $1 and c.id = i.connection_id and ${mayGoOn} and (c.pause is null or ($3
      and c.pause = 'grants'))
  returning i.target_key as "targetKey"`,
);

export const heldOrganizations = statement(
  'reconcile_held_organizations',
  `
  select distinct i.organization_id as "organizationId" from identities i join connections c
    on c.organization_id = i.organization_id and c.id = i.connection_id
  where i.problem is not null and i.problem ->> 'code' = 'held' and ${mayGoOn} and c.pause is null`,
);
