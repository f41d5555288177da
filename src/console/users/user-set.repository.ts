import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Database, replanned, statement } from '../../database/database.js';
import type { Update } from '../set/workbench.js';
import { type User, usernameKey } from './user.js';

/** A user with what must be known to change it. Buffers travel to the database as hex. */
export interface UserRecord extends User {
  readonly passwordSsha512: string | null;
  /** Undefined: as it is stored. */
  readonly ntHashSealed?: Buffer | null;
}

export interface UserKeys {
  readonly ids: readonly string[];
  readonly usernameKeys: readonly string[];
  readonly externalIds: readonly string[];
}

export const userColumns = `u.id, u.username, u.group_id as "groupId", u.disabled, u.valid_from as "validFrom", u.valid_until as "validUntil",
  u.max_devices as "maxDevices", u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone, u.comment,
  u.external_id as "externalId", u.source_connection_id as "sourceConnectionId", u.revision, u.created_at as "createdAt", u.updated_at as "updatedAt"`;

const columns = `username, username_key, group_id, disabled, nt_hash_sealed, password_ssha512, first_name, last_name, email, phone,
  valid_from, valid_until, max_devices, comment, external_id, source_connection_id, revision`;
const types = `id uuid, username text, username_key text, group_id uuid, disabled boolean, nt_hash_sealed bytea, password_ssha512 text,
  first_name text, last_name text, email text, phone text, valid_from timestamptz, valid_until timestamptz, max_devices int, comment text,
  external_id text, source_connection_id uuid, revision int`;

// Three reads by three indexes, each without what those before it found: with `or` between the keys all users are read.
const record = `select ${userColumns}, u.password_ssha512 as "passwordSsha512" from users u where u.organization_id = $1`;
const find = replanned('users_find', `
  ${record} and u.username_key = any($3::text[])
  union all
  ${record} and u.external_id = any($4::text[]) and u.username_key <> all($3::text[])
  union all
  ${record} and u.id = any($2::uuid[]) and u.username_key <> all($3::text[]) and (u.external_id is null or u.external_id <> all($4::text[]))
  order by id`);

/** Held until the transaction ends, so a group cannot vanish under the users that are put into it. */
const holdGroups = statement('users_hold_groups', `
  select id from user_groups where organization_id = $1 and id = any($2::uuid[]) order by id for key share`);

const insert = statement('users_insert', `
  with input as materialized (select * from json_to_recordset($2::json) as r (${types})),
  held as materialized (select id from user_groups where organization_id = $1 and id in (select group_id from input) for key share)
  insert into users (organization_id, id, ${columns}, created_at, updated_at)
  select $1, id, ${columns}, $3, $3 from input where group_id is null or group_id in (select id from held)
  order by username_key
  on conflict do nothing returning id`);

const update = replanned('users_update', `
  update users u set
    username = r.username, username_key = r.username_key, group_id = r.group_id, disabled = r.disabled,
    nt_hash_sealed = case when r.keep_password then u.nt_hash_sealed else r.nt_hash_sealed end, password_ssha512 = r.password_ssha512,
    first_name = r.first_name, last_name = r.last_name, email = r.email, phone = r.phone, valid_from = r.valid_from, valid_until = r.valid_until,
    max_devices = r.max_devices, comment = r.comment, external_id = r.external_id, source_connection_id = r.source_connection_id,
    revision = r.revision, updated_at = $3
  from json_to_recordset($2::json) as r (${types}, keep_password boolean, was_revision int)
  where u.organization_id = $1 and u.id = r.id and u.revision = r.was_revision
  returning u.id`);

/** Keys no client can choose (they are trimmed), so that renames in a circle never meet on the way. */
const park = statement('users_park_keys', `
  update users set username_key = ' moving ' || id, external_id = null where organization_id = $1 and id = any($2::uuid[])`);

const remove = replanned('users_delete', `
  delete from users u using unnest($2::uuid[], $3::int[]) as r (id, was_revision)
  where u.organization_id = $1 and u.id = r.id and u.revision = r.was_revision returning u.id`);

@Injectable()
export class UserSetRepository {
  constructor(private readonly database: Database) {}

  /**
   * Every user that has one of these keys. Not locked: most rows of a re-sync turn out to be as they should, and a lock
   * writes to each of them. Whoever writes says which revision was read, so every writer of users must raise it.
   */
  find(context: Context, { ids, usernameKeys, externalIds }: UserKeys): Promise<UserRecord[]> {
    return this.database.query(context, find, [context.organizationId, ids, usernameKeys, externalIds]);
  }

  /** Which of these groups exist; they stay until the transaction ends. */
  async holdGroups(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(context, holdGroups, [context.organizationId, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  /** Ids of those inserted: the others' name or external id is taken, or their group does not exist. */
  async insert(context: Context, users: readonly UserRecord[], at: Instant): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>(context, insert, [context.organizationId, JSON.stringify(users.map(columnsOf)), at]);
    return new Set(rows.map(({ id }) => id));
  }

  /** How many still were as they were read, and are written. */
  async update(context: Context, users: readonly Update<UserRecord>[], at: Instant): Promise<number> {
    const rows = users.map(({ before, after }) => ({ ...columnsOf(after), was_revision: before.revision }));
    return (await this.database.query(context, update, [context.organizationId, JSON.stringify(rows), at])).length;
  }

  async park(context: Context, ids: readonly string[]): Promise<void> {
    await this.database.query(context, park, [context.organizationId, ids]);
  }

  /** How many still were as they were read, and are gone. */
  async delete(context: Context, users: readonly UserRecord[]): Promise<number> {
    const values = [users.map(({ id }) => id), users.map(({ revision }) => revision)];
    return (await this.database.query(context, remove, [context.organizationId, ...values])).length;
  }
}

function columnsOf(user: UserRecord): object {
  return {
    id: user.id,
    username: user.username,
    username_key: usernameKey(user.username),
    group_id: user.groupId,
    disabled: user.disabled,
    keep_password: user.ntHashSealed === undefined,
    nt_hash_sealed: user.ntHashSealed ? `\\x${user.ntHashSealed.toString('hex')}` : null,
    password_ssha512: user.passwordSsha512,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    phone: user.phone,
    valid_from: user.validFrom,
    valid_until: user.validUntil,
    max_devices: user.maxDevices,
    comment: user.comment,
    external_id: user.externalId,
    source_connection_id: user.sourceConnectionId,
    revision: user.revision,
  };
}
