import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Database, inPlainSight, listed, replanned, type Statement, statement } from '../../database/database.js';
import type { Update } from '../batch/batch-in-memory.js';
import type { UserKey, UserRecord } from './user.js';
import { userTable } from './user.entity.js';
import { passwords, upsert, type UpsertRow, upsertValues } from './user-upsert.statements.js';
import { usernameKey } from '../../kernel/username-key.js';

export interface UserKeys {
  readonly ids: readonly string[];
  readonly usernameKeys: readonly string[];
  readonly externalIds: readonly string[];
}

/**
 * How many were created and changed. Of existing ones: number of the row from 1, id, whether it differed, a key that it
 * gave up.
 */
export interface Upserted {
  readonly made: number;
  readonly changed: number;
  readonly met: readonly (readonly [number, string, boolean, string | null])[] | null;
  /** One of their periods would end before it begins. */
  readonly reversed: boolean;
}

export const userColumns = userTable.select('u');

const written = userTable.without('organizationId', 'createdAt', 'updatedAt');
const changed = userTable.without('organizationId', 'id', 'ntHashSealed', 'createdAt', 'updatedAt');

// One index probe for each key. With `= any` the planner takes an organization that its statistics do not know yet for
// empty, and reads all of its users for every call: hence lateral, and `(select $1)`, which hides the organization from
// it.
const probe = (column: string, type: string, place: number) => `
  select u.* from unnest($${place}::${type}[]) as k (key)
  cross join lateral (select * from users where organization_id = (select $1::uuid) and ${column} = k.key offset 0) u`;
const record = `select ${userColumns}, u.password_ssha512 as "passwordSsha512"`;
const find = inPlainSight(
  replanned(
    'users_find',
    `
  ${record} from (${probe('username_key', 'text', 3)}) u
  union all
  ${record} from (${probe('external_id', 'text', 4)}) u where u.username_key <> all($3::text[])
  union all
  ${record} from (${probe('id', 'uuid', 2)}) u where u.username_key <> all($3::text[]) and (u.external_id is null
    or u.external_id <> all($4::text[]))
  order by id`,
  ),
);

/** Locked until the transaction ends, so that a group cannot be deleted under users that join it. */
const holdGroups = statement(
  'users_hold_groups',
  `
  select id from user_groups where organization_id = $1 and id = any($2::uuid[]) order by id for key share`,
);

const insert = statement(
  'users_insert',
  `
  with input as materialized (select * from json_to_recordset($2::json) as r (${written.types})),
  held as materialized (select id from user_groups where organization_id = $1 and id in (select group_id from input)
  for key share)
  insert into users (organization_id, ${written.names}, created_at, updated_at)
  select $1, ${written.names}, $3, $3 from input where group_id is null or group_id in (select id from held)
  order by username_key
  on conflict do nothing returning id`,
);

/** Of groups that are held. Where tables are distributed, Citus can send this to the shard in one message. */
const insertHeld = listed(
  statement(
    'users_insert_held',
    `
  insert into users (organization_id, ${written.names}, created_at, updated_at)
  select $1, ${written.of('r')}, $3, $3 from json_to_recordset($2::json) as r (${written.types})
  on conflict do nothing returning id`,
  ),
);

const update = replanned(
  'users_update',
  `
  update users u set
    ${changed.setFrom('r')}, updated_at = $3,
    nt_hash_sealed = case when r.keep_password then u.nt_hash_sealed else r.nt_hash_sealed end
  from json_to_recordset($2::json) as r (${written.types}, keep_password boolean, was_revision int)
  where u.organization_id = $1 and u.id = r.id and u.revision = r.was_revision
  returning u.id`,
);

/** Keys that no client can choose (theirs are trimmed), so that circular renames never collide on the way. */
const park = statement(
  'users_park_keys',
  `
  update users set username_key = ' moving ' || id, external_id = null where organization_id = $1
    and id = any($2::uuid[])`,
);

const remove = replanned(
  'users_delete',
  `
  delete from users u using unnest($2::uuid[], $3::int[]) as r (id, was_revision)
  where u.organization_id = $1 and u.id = r.id and u.revision = r.was_revision returning u.id`,
);

/** Rows of several callers. One that wants a name held by another transaction waits for it alone. */
const patienceMilliseconds = 50;
const insertShared: Statement = { ...insert, patienceMilliseconds };
const insertHeldShared: Statement = { ...insertHeld, patienceMilliseconds };

@Injectable()
export class UserSetRepository {
  constructor(private readonly database: Database) {}

  /**
   * Every user with one of these keys. Not locked: most rows of a re-sync are already right, and a lock writes to each
   * of them. A writer names the revision that it read, so every writer of users must raise it.
   */
  find(context: Context, { ids, usernameKeys, externalIds }: UserKeys): Promise<UserRecord[]> {
    return this.database.query(context, find, [context.organizationId, ids, usernameKeys, externalIds]);
  }

  /** The existing ones of these groups, locked until the transaction ends. */
  async holdGroups(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(context, holdGroups, [context.organizationId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Ids of the inserted ones. For the others, name or external id is taken, or the group does not exist. */
  async insert(context: Context, users: readonly UserRecord[], at: Instant): Promise<ReadonlySet<string>> {
    if (!this.database.isDistributed) return this.inserted(context, insert, users, at);
    const groups = groupsOf(users);
    if (groups.length === 0) return this.inserted(context, insertHeld, inNameOrder(users), at);
    return this.database.transaction(context, async (inside) => {
      const held = await this.holdGroups(inside, groups);
      const possible = users.filter(({ groupId }) => groupId === null || held.has(groupId));
      if (possible.length === 0) return new Set();
      return this.inserted(inside, insertHeld, inNameOrder(possible), at);
    });
  }

  /**
   * The same in its own transaction, for several callers. Rather than wait for long it throws, having inserted nothing.
   */
  async insertShared(context: Context, users: readonly UserRecord[], at: Instant): Promise<ReadonlySet<string>> {
    const needsNoGroup = this.database.isDistributed && groupsOf(users).length === 0;
    return needsNoGroup
      ? this.inserted(context, insertHeldShared, inNameOrder(users), at)
      : this.inserted(context, insertShared, users, at);
  }

  /** How many were still as read, and were written. */
  async update(context: Context, users: readonly Update<UserRecord>[], at: Instant): Promise<number> {
    const rows = users.map(({ before, after }) => ({
      ...rowOf(after),
      keep_password: after.ntHashSealed === undefined,
      was_revision: before.revision,
    }));
    return (await this.database.query(context, update, [context.organizationId, JSON.stringify(rows), at])).length;
  }

  /**
   * The outcome of independent rows. Throws for a taken name or external id (23505) and for an unknown group (23503).
   */
  async upsert(context: Context, by: UserKey, rows: readonly UpsertRow[], at: Instant): Promise<Upserted> {
    const answer = await this.database.one<Upserted>(context, upsert[by], [
      context.organizationId,
      at,
      ...upsertValues(by, rows),
    ]);
    return answer ?? { made: 0, changed: 0, met: null, reversed: false };
  }

  /** Stored passwords by key. */
  async passwords(context: Context, by: UserKey, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query<{ key: string; passwordSsha512: string }>(context, passwords[by], [
      context.organizationId,
      keys,
    ]);
    return new Map(rows.map(({ key, passwordSsha512 }) => [key, passwordSsha512]));
  }

  async park(context: Context, ids: readonly string[]): Promise<void> {
    await this.database.query(context, park, [context.organizationId, ids]);
  }

  /** How many were still as read, and were deleted. */
  async delete(context: Context, users: readonly UserRecord[]): Promise<number> {
    const values = [users.map(({ id }) => id), users.map(({ revision }) => revision)];
    return (await this.database.query(context, remove, [context.organizationId, ...values])).length;
  }

  private async inserted(
    context: Context,
    how: Statement,
    users: readonly UserRecord[],
    at: Instant,
  ): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>(context, how, [
      context.organizationId,
      JSON.stringify(users.map(rowOf)),
      at,
    ]);
    return new Set(rows.map(({ id }) => id));
  }
}

function groupsOf(users: readonly UserRecord[]): string[] {
  return [...new Set(users.flatMap(({ groupId }) => groupId ?? []))];
}

/** As `order by username_key` has them, so that two writers wait for each other instead of deadlocking. */
function inNameOrder(users: readonly UserRecord[]): UserRecord[] {
  const keyed = users.map((user) => ({ user, key: Buffer.from(usernameKey(user.username)) }));
  return keyed.sort((one, other) => one.key.compare(other.key)).map(({ user }) => user);
}

function rowOf(user: UserRecord): object {
  return written.rowOf({ ...user, usernameKey: usernameKey(user.username) });
}
