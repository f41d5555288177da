import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { FilterSql } from '../query/filter-sql.js';
import type { ListRequest } from '../query/list-request.js';
import { nameKey } from '../schema/name-key.js';
import type { ScimCaller } from './scim-caller.js';
import { orderOf } from '../query/sort-order.js';
import type { UserDocument } from '../schema/user-document.js';

export interface StoredUser {
  readonly id: string;
  readonly document: UserDocument;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export interface ScimMembership {
  readonly userId: string;
  readonly groupId: string;
  readonly display: string;
}

const columns = 'r.id, r.document, r.version, r.created_at as "createdAt", r.updated_at as "updatedAt"';
const ofConnection = 'r.organization_id = $1 and r.connection_id = $2';

const byId = statement('scim_user_by_id', `select ${columns} from scim_users r where ${ofConnection} and r.id = $3`);
const locked = statement(
  'scim_user_locked',
  `select ${columns} from scim_users r where ${ofConnection} and r.id = $3 for update`,
);

const insert = statement(
  'scim_user_insert',
  `
  with r as (
    insert into scim_users (organization_id, connection_id, id, name_key, external_id, active, document, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $8) returning *),
  mail as (insert into scim_emails (organization_id, user_id, connection_id, value_key) select $1, r.id, $2,
  unnest($9::text[]) from r returning 1)
  select ${columns} from r`,
);

const update = statement(
  'scim_user_update',
  `
  update scim_users r set name_key = $4, external_id = $5, active = $6, document = $7, updated_at = $8,
    version = version + 1
  where ${ofConnection} and r.id = $3 returning ${columns}`,
);

const replaceEmails = statement(
  'scim_user_emails',
  `
  with gone as (delete from scim_emails where organization_id = $1 and user_id = $3 and value_key <> all ($4::text[]))
  insert into scim_emails (organization_id, user_id, connection_id, value_key) select $1, $3, $2, unnest($4::text[])
    on conflict do nothing`,
);

const remove = statement('scim_user_remove', `delete from scim_users r where ${ofConnection} and r.id = $3`);

// In one order, so that two users with common groups cannot deadlock.
const lockGroups = statement(
  'scim_user_lock_groups',
  `
  select g.id from scim_groups g where g.organization_id = $1 and g.connection_id = $2
    and g.id in (select group_id from scim_members where organization_id = $1 and user_id = $3)
  order by g.id for update`,
);

/** A group without one of its members is another version of it. */
const touchGroups = replanned(
  'scim_user_touch_groups',
  `
  update scim_groups set version = version + 1, updated_at = $3 where organization_id = $1 and id = any ($2::uuid[])`,
);

const memberships = replanned(
  'scim_memberships',
  `
  select m.user_id as "userId", g.id as "groupId", g.display_name as display from scim_members m
  join scim_groups g on g.organization_id = m.organization_id and g.id = m.group_id
  where m.organization_id = $1 and m.user_id = any ($2::uuid[]) order by g.name_key, g.id`,
);

@Injectable()
export class ScimUsersRepository {
  constructor(private readonly database: Database) {}

  find({ context, connection }: ScimCaller, id: string): Promise<StoredUser | undefined> {
    return this.database.one<StoredUser>(context, byId, [context.organizationId, connection.id, id]);
  }

  /** Locks the row until the transaction ends. */
  lock({ context, connection }: ScimCaller, id: string): Promise<StoredUser | undefined> {
    return this.database.one<StoredUser>(context, locked, [context.organizationId, connection.id, id]);
  }

  /** Violates scim_users_name or scim_users_external_id if another user has that name. */
  async insert(
    { context, connection }: ScimCaller,
    id: string,
    document: UserDocument,
    now: Instant,
  ): Promise<StoredUser> {
    const values = [context.organizationId, connection.id, id, ...valuesOf(document), now, addressesOf(document)];
    return (await this.database.one<StoredUser>(context, insert, values)) as StoredUser;
  }

  async update(
    { context, connection }: ScimCaller,
    before: StoredUser,
    document: UserDocument,
    now: Instant,
  ): Promise<StoredUser> {
    const key = [context.organizationId, connection.id, before.id];
    const after = (await this.database.one<StoredUser>(context, update, [
      ...key,
      ...valuesOf(document),
      now,
    ])) as StoredUser;
    const addresses = addressesOf(document);
    if (addresses.join('\n') !== addressesOf(before.document).join('\n'))
      await this.database.query(context, replaceEmails, [...key, addresses]);
    return after;
  }

  async remove({ context, connection }: ScimCaller, id: string): Promise<void> {
    await this.database.query(context, remove, [context.organizationId, connection.id, id]);
  }

  /** Ids of the groups that a user is in, locked until the transaction ends. */
  async lockGroups({ context, connection }: ScimCaller, userId: string): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(context, lockGroups, [
      context.organizationId,
      connection.id,
      userId,
    ]);
    return rows.map(({ id }) => id);
  }

  async touchGroups({ context }: ScimCaller, groupIds: readonly string[], now: Instant): Promise<void> {
    if (groupIds.length > 0) await this.database.query(context, touchGroups, [context.organizationId, groupIds, now]);
  }

  /** In the requested order. @throws ScimProblem invalidFilter */
  async page(
    { context, connection }: ScimCaller,
    { filter, startIndex, count, sortBy, isDescending }: ListRequest,
  ): Promise<{ rows: StoredUser[]; total: number }> {
    const sql = new FilterSql('User');
    const where = `${ofConnection}${filter ? ` and ${sql.condition(filter)}` : ''}`;
    const values = [context.organizationId, connection.id, ...sql.values];
    const select = `select ${columns} from scim_users r where ${where}
      order by ${orderOf('User', sortBy, isDescending)} offset ${startIndex - 1} limit ${count}`;
    const rows =
      count === 0 ? [] : await this.database.query<StoredUser>(context, replanned('scim_users_page', select), values);
    const isAll = rows.length < count && (rows.length > 0 || startIndex === 1);
    if (isAll) return { rows, total: startIndex - 1 + rows.length };
    const counted = await this.database.one<{ total: number }>(
      context,
      replanned('scim_users_count', `select count(*) as total from scim_users r where ${where}`),
      values,
    );
    return { rows, total: counted?.total ?? 0 };
  }

  memberships({ context }: ScimCaller, userIds: readonly string[]): Promise<ScimMembership[]> {
    if (userIds.length === 0) return Promise.resolve([]);
    return this.database.query<ScimMembership>(context, memberships, [context.organizationId, userIds]);
  }
}

function valuesOf(document: UserDocument): unknown[] {
  return [nameKey(document.userName), document.externalId ?? null, document.active, JSON.stringify(document)];
}

function addressesOf({ emails }: UserDocument): string[] {
  const values = Array.isArray(emails) ? (emails as { value?: unknown }[]).map(({ value }) => value) : [];
  return [...new Set(values.filter((value): value is string => typeof value === 'string').map(nameKey))].sort();
}
