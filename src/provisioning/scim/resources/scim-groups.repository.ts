import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { FilterSql } from '../query/filter-sql.js';
import type { ListRequest } from '../query/list-request.js';
import { nameKey } from '../schema/name-key.js';
import type { ScimCaller } from './scim-caller.js';
import { orderOf } from '../query/sort-order.js';

export interface StoredGroup {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export type NamedGroup = Pick<StoredGroup, 'displayName' | 'externalId'>;

const columns =
  'r.id, r.display_name as "displayName", r.external_id as "externalId", r.version, r.created_at as ' +
  '"createdAt", r.updated_at as "updatedAt"';
const ofConnection = 'r.organization_id = $1 and r.connection_id = $2';

const byId = statement('scim_group_by_id', `select ${columns} from scim_groups r where ${ofConnection} and r.id = $3`);
const locked = statement(
  'scim_group_locked',
  `select ${columns} from scim_groups r where ${ofConnection} and r.id = $3 for update`,
);

const insert = statement(
  'scim_group_insert',
  `
  with r as (
    insert into scim_groups (organization_id, connection_id, id, name_key, display_name, external_id, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7) returning *)
  select ${columns} from r`,
);

const update = statement(
  'scim_group_update',
  `
  update scim_groups r set name_key = $4, display_name = $5, external_id = $6, updated_at = $7, version = version + 1
  where ${ofConnection} and r.id = $3 returning ${columns}`,
);

const remove = statement('scim_group_remove', `delete from scim_groups r where ${ofConnection} and r.id = $3`);

@Injectable()
export class ScimGroupsRepository {
  constructor(private readonly database: Database) {}

  find({ context, connection }: ScimCaller, id: string): Promise<StoredGroup | undefined> {
    return this.database.one<StoredGroup>(context, byId, [context.organizationId, connection.id, id]);
  }

  /** Locks the row until the transaction ends. */
  lock({ context, connection }: ScimCaller, id: string): Promise<StoredGroup | undefined> {
    return this.database.one<StoredGroup>(context, locked, [context.organizationId, connection.id, id]);
  }

  /** Violates scim_groups_name or scim_groups_external_id if such a group exists. */
  async insert({ context, connection }: ScimCaller, id: string, group: NamedGroup, now: Instant): Promise<StoredGroup> {
    return (await this.database.one<StoredGroup>(context, insert, [
      context.organizationId,
      connection.id,
      id,
      ...valuesOf(group),
      now,
    ])) as StoredGroup;
  }

  async update({ context, connection }: ScimCaller, id: string, group: NamedGroup, now: Instant): Promise<StoredGroup> {
    return (await this.database.one<StoredGroup>(context, update, [
      context.organizationId,
      connection.id,
      id,
      ...valuesOf(group),
      now,
    ])) as StoredGroup;
  }

  async remove({ context, connection }: ScimCaller, id: string): Promise<void> {
    await this.database.query(context, remove, [context.organizationId, connection.id, id]);
  }

  /** @throws ScimProblem invalidFilter */
  async page(
    { context, connection }: ScimCaller,
    { filter, startIndex, count, sortBy, isDescending }: ListRequest,
  ): Promise<{ rows: StoredGroup[]; total: number }> {
    const sql = new FilterSql('Group');
    const where = `${ofConnection}${filter ? ` and ${sql.condition(filter)}` : ''}`;
    const values = [context.organizationId, connection.id, ...sql.values];
    const select = `select ${columns} from scim_groups r where ${where}
      order by ${orderOf('Group', sortBy, isDescending)} offset ${startIndex - 1} limit ${count}`;
    const rows =
      count === 0 ? [] : await this.database.query<StoredGroup>(context, replanned('scim_groups_page', select), values);
    const counted = await this.database.one<{ total: number }>(
      context,
      replanned('scim_groups_count', `select count(*) as total from scim_groups r where ${where}`),
      values,
    );
    return { rows, total: counted?.total ?? 0 };
  }
}

function valuesOf({ displayName, externalId }: NamedGroup): unknown[] {
  return [nameKey(displayName), displayName, externalId];
}
