import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Organization } from './organization.js';

export const organizationFields = listFields({
  id: 'o.id',
  fields: {
    id: { column: 'o.id', type: 'uuid' },
    name: { column: 'o.name', type: 'text' },
    parent_id: { column: 'o.parent_id', type: 'uuid' },
    region: { column: 'o.region', type: 'text' },
    time_zone: { column: 'o.time_zone', type: 'text' },
    disabled: { column: 'o.disabled', type: 'flag' },
    created_at: { column: 'o.created_at', type: 'instant' },
    updated_at: { column: 'o.updated_at', type: 'instant' },
  },
});

const columns = `o.id, o.parent_id as "parentId", o.name, o.region, o.time_zone as "timeZone", o.retention, o.disabled,
  o.revision,
  o.created_at as "createdAt", o.updated_at as "updatedAt"`;

/** The selected organization and all below it: nothing else exists for the caller. */
const within = 'o.path @> array[$1::uuid]';

const find = statement('organizations_find', `select ${columns} from organizations o where ${within} and o.id = $2`);
const findForChange = statement(
  'organizations_find_for_change',
  `select ${columns} from organizations o where ${within} and o.id = $2 for update`,
);
const insert = statement(
  'organizations_insert',
  `
  insert into organizations (id, parent_id, path, name, region, time_zone, retention, disabled, created_at, updated_at)
  select $2::uuid, o.id, o.path || $2::uuid, $3, $4, $5, $6, $7, $8, $8 from organizations o where o.id = $1`,
);
const update = statement(
  'organizations_update',
  `
  update organizations set name = $3, region = $4, time_zone = $5, retention = $6, disabled = $7, updated_at = $8,
    revision = revision + 1
  where path @> array[$1::uuid] and id = $2`,
);

@Injectable()
export class OrganizationsRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Organization>> {
    return listRows<Organization>(this.database, context, list, {
      name: 'organizations',
      select: columns,
      from: 'organizations o',
      where: within,
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<Organization | undefined> {
    return this.database.one<Organization>(context, find, [context.organizationId, id]);
  }

  findForChange(context: Context, id: string): Promise<Organization | undefined> {
    return this.database.one<Organization>(context, findForChange, [context.organizationId, id]);
  }

  /** Beneath the context's organization. */
  async insert(context: Context, organization: Organization): Promise<void> {
    await this.database.query(context, insert, [context.organizationId, ...values(organization)]);
  }

  async update(context: Context, organization: Organization): Promise<void> {
    await this.database.query(context, update, [context.organizationId, ...values(organization)]);
  }
}

function values({ id, name, region, timeZone, retention, disabled, updatedAt }: Organization): unknown[] {
  return [id, name, region, timeZone, JSON.stringify(retention), disabled, updatedAt];
}
