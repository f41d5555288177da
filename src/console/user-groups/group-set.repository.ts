import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Database, replanned, statement } from '../../database/database.js';
import { groupTable } from './user-group.entity.js';
import { groupNameKey, type UserGroup } from './user-group.js';

export interface GroupKeys {
  readonly ids: readonly string[];
  readonly nameKeys: readonly string[];
  readonly externalIds: readonly string[];
}

/** How many records of one kind, such as `user`, use a group. */
export interface GroupUse {
  readonly id: string;
  readonly what: string;
  readonly count: number;
}

export const groupColumns = groupTable.select('g');

const written = groupTable.without('organizationId', 'createdAt', 'updatedAt');
const changed = groupTable.without('organizationId', 'id', 'createdAt', 'updatedAt');

const idsOf = statement(
  'user_groups_ids_of_names',
  'select id, name_key as "nameKey" from user_groups where organization_id = $1 and name_key = any($2::text[])',
);

const lock = replanned(
  'user_groups_lock',
  `
  select ${groupColumns} from user_groups g
  where g.organization_id = $1 and (g.id = any($2::uuid[]) or g.name_key = any($3::text[])
    or g.external_id = any($4::text[]))
  order by g.id for update`,
);

/** Of those who register themselves, or of a tier that is paid for. */
const inPortal = `(r.group_id = g.id or r.tiers @> jsonb_build_array(jsonb_build_object('group', g.id::text)))`;

/** The guest has accepted the price and may have been charged: the group must exist when access is given. */
const beingPaid = `(r.status in ('open', 'unclear') and r.tier ->> 'group' = g.id::text)`;

/** Whatever can refer to a group: its kind in the API, its table and column. */
const referring = [
  ['users', 'users', 'group_id'],
  ['vouchers', 'vouchers', 'group_id'],
  ['devices', 'devices', 'group_id'],
  ['networks', 'networks', 'default_group_id'],
  ['captive_portals', 'captive_portals', 'group_id'],
  ['authentication_providers', 'authentication_provider_groups', 'group_id'],
  ['policy_conditions', 'policy_groups', 'group_id'],
  ['payments', 'portal_payments', null],
] as const;
const conditions: Partial<Record<(typeof referring)[number][1], string>> = {
  captive_portals: inPortal,
  portal_payments: beingPaid,
};
const counts = referring.map(
  ([what, table, column]) =>
    `select '${what}' as what, (select count(*) from ${table} r where r.organization_id = $1 and ${
      conditions[table] ?? `r.${column} = g.id`
    }) as count`,
);

const uses = replanned(
  'user_groups_uses',
  `
  select g.id, u.what, u.count from unnest($2::uuid[]) as g (id) cross join lateral (${counts.join(' union all ')}) u
    where u.count > 0`,
);

const insert = statement(
  'user_groups_insert',
  `
  insert into user_groups (organization_id, ${written.names}, created_at, updated_at)
  select $1, ${written.names}, $3, $3 from json_to_recordset($2::json) as r (${written.types})
  order by name_key
  on conflict do nothing returning id, name_key as "nameKey"`,
);

const update = replanned(
  'user_groups_update',
  `
  update user_groups g set ${changed.setFrom('r')}, updated_at = $3
  from json_to_recordset($2::json) as r (${written.types}) where g.organization_id = $1 and g.id = r.id`,
);

/** Keys that no client can choose (theirs are trimmed), so that circular renames never collide on the way. */
const park = statement(
  'user_groups_park_keys',
  `
  update user_groups set name_key = ' moving ' || id where organization_id = $1 and id = any($2::uuid[])`,
);

const remove = statement(
  'user_groups_delete',
  'delete from user_groups where organization_id = $1 and id = any($2::uuid[])',
);

interface NamedId {
  readonly id: string;
  readonly nameKey: string;
}

@Injectable()
export class GroupSetRepository {
  constructor(private readonly database: Database) {}

  idsOf(context: Context, nameKeys: readonly string[]): Promise<NamedId[]> {
    return this.database.query(context, idsOf, [context.organizationId, nameKeys]);
  }

  /** Every group with one of these keys, locked until the transaction ends; nothing new can refer to them meanwhile. */
  lock(context: Context, { ids, nameKeys, externalIds }: GroupKeys): Promise<UserGroup[]> {
    return this.database.query(context, lock, [context.organizationId, ids, nameKeys, externalIds]);
  }

  uses(context: Context, ids: readonly string[]): Promise<GroupUse[]> {
    return this.database.query(context, uses, [context.organizationId, ids]);
  }

  /** The inserted ones; the names of the others are taken. */
  insert(context: Context, groups: readonly UserGroup[], at: Instant): Promise<NamedId[]> {
    return this.database.query(context, insert, [context.organizationId, JSON.stringify(groups.map(rowOf)), at]);
  }

  async update(context: Context, groups: readonly UserGroup[], at: Instant): Promise<void> {
    await this.database.query(context, update, [context.organizationId, JSON.stringify(groups.map(rowOf)), at]);
  }

  async park(context: Context, ids: readonly string[]): Promise<void> {
    await this.database.query(context, park, [context.organizationId, ids]);
  }

  async delete(context: Context, ids: readonly string[]): Promise<void> {
    await this.database.query(context, remove, [context.organizationId, ids]);
  }
}

function rowOf(group: UserGroup): object {
  return written.rowOf({ ...group, nameKey: groupNameKey(group.name) });
}
