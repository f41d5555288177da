import { replanned, statement } from '../../../database/database.js';

// $1: older than this; $2: at most so many. What another process is at is left to it.

export const inboxEvents = statement(
  'retention_inbox_events',
  `
  delete from inbox_events where (organization_id, id) in (
    select organization_id, id from inbox_events where received_at < $1 and status <> 'received'
      and payload_sealed is null limit $2 for update skip locked)
  returning id`,
);

export const runs = statement(
  'retention_runs',
  `
  delete from runs where (organization_id, id) in (
    select organization_id, id from runs where finished_at < $1 and status in ('done', 'failed', 'cancelled',
      'rejected') limit $2 for update skip locked)
  returning id`,
);

export const operations = statement(
  'retention_operations',
  `
  delete from operations where (organization_id, id) in (
    select organization_id, id from operations where finished_at < $1 and state in ('done', 'failed', 'cancelled')
      limit $2 for update skip locked)
  returning id`,
);

/** Organizations that keep their provisioning log for other days than $1, the usual. */
export const logWishes = statement(
  'retention_log_wishes',
  `
  select id as "organizationId", (retention ->> 'provisioning_log_days')::int as days from organizations
  where retention ? 'provisioning_log_days' and (retention ->> 'provisioning_log_days')::int <> $1`,
);

export const removeLog = replanned(
  'retention_log',
  `
  delete from provision_log where (organization_id, id) in (
    select organization_id, id from provision_log where at < $1 and not organization_id = any($3::uuid[]) limit $2
      for update skip locked)
  returning id`,
);

export const logOfOne = statement(
  'retention_log_of_one',
  `
  delete from provision_log where organization_id = $3 and id in (
    select id from provision_log where organization_id = $3 and at < $1 limit $2 for update skip locked)
  returning id`,
);

export const deliveries = statement(
  'retention_deliveries',
  `
  delete from credential_deliveries where (organization_id, id) in (
    select organization_id, id from credential_deliveries where created_at < $1 and status <> 'pending' limit $2
      for update skip locked)
  returning id`,
);

const isOpen = `not e.revoked and (e.valid_until_at is null or e.valid_until_at > $1)`;

/** Key, version and place in the order of receipt stay: what is older than the end cannot revive anybody. */
export const reduceTombstones = statement(
  'retention_reduce_tombstones',
  `
  update subjects s set facts = jsonb_build_object('kind', s.facts -> 'kind', 'status', s.facts -> 'status'),
    ending = null, invalid = null, disputed = null
  where (s.organization_id, s.id) in (
    select t.organization_id, t.id from subjects t
    where t.personal_at < $1
      and not exists (select 1 from entitlements e where e.organization_id = t.organization_id and e.subject_id = t.id
        and ${isOpen})
    limit $2 for update skip locked)
  returning s.id`,
);

/** Ended, of somebody who is gone, and carried out at the console. */
export const removeEntitlements = statement(
  'retention_entitlements',
  `
  delete from entitlements where (organization_id, id) in (
    select e.organization_id, e.id from subjects s
    join entitlements e on e.organization_id = s.organization_id and e.subject_id = s.id
    join identities i on i.organization_id = e.organization_id and i.id = e.identity_id
    where s.gone_at < $1 and not (${isOpen}) and e.updated_at < $1 and i.done_rev >= i.want_rev
    limit $2 for update of e skip locked)
  returning organization_id as "organizationId", identity_id as "identityId"`,
);

export const removeBindings = statement(
  'retention_bindings',
  `
  delete from bindings where (organization_id, id) in (
    select organization_id, id from bindings where state = 'removed' and updated_at < $1 limit $2
      for update skip locked)
  returning organization_id as "organizationId", identity_id as "identityId"`,
);

const isForgotten = `s.gone_at < $1
    and not exists (select 1 from entitlements e where e.organization_id = s.organization_id and e.subject_id = s.id)`;

export const connectionsWithTombstones = statement(
  'retention_connections_with_tombstones',
  `
  select distinct s.organization_id as "organizationId", s.connection_id as "connectionId" from subjects s
    where ${isForgotten}`,
);

export const tombstones = statement(
  'retention_tombstones',
  `
  delete from subjects where (organization_id, id) in (
    select s.organization_id, s.id from subjects s where s.organization_id = $3 and s.connection_id = $4
      and ${isForgotten} limit $2 for update skip locked)
  returning organization_id as "organizationId", identity_id as "identityId"`,
);

export const targetsOf = replanned(
  'retention_targets_of',
  `
  select target_key as "targetKey", array_agg(id) as ids from identities where organization_id = $1
    and id = any($2::uuid[]) group by target_key`,
);

export const identities = replanned(
  'retention_identities',
  `
  delete from identities i where i.organization_id = $1 and i.id = any($2::uuid[]) and i.done_rev >= i.want_rev
    and i.lease_until_at is null
    and not exists (select 1 from subjects s where s.organization_id = $1 and s.identity_id = i.id)
    and not exists (select 1 from entitlements e where e.organization_id = $1 and e.identity_id = i.id)
    and not exists (select 1 from bindings b where b.organization_id = $1 and b.identity_id = i.id)
    and not exists (select 1 from operations o where o.organization_id = $1 and o.identity_id = i.id)
  returning i.id`,
);
