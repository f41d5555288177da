import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import { organizationTable } from './organization.entity.js';
import type { Organization } from './organization.js';

export const organizationFields = listFieldsOf(organizationTable, 'o');

const columns = organizationTable.select('o');
/** What can change; the place in the tree cannot. */
const written = organizationTable.without('id', 'parentId', 'path', 'createdAt');

/** The selected organization and all below it. Nothing else exists for the caller. */
const within = 'o.path @> array[$1::uuid]';

const find = statement('organizations_find', `select ${columns} from organizations o where ${within} and o.id = $2`);
const findForChange = statement(
  'organizations_find_for_change',
  `select ${columns} from organizations o where ${within} and o.id = $2 for update`,
);
const insert = statement(
  'organizations_insert',
  `
  insert into organizations (id, parent_id, path, created_at, ${written.names})
  select $2::uuid, o.id, o.path || $2::uuid, $4::timestamptz, r.*
  from organizations o, json_to_recordset($3::json) as r (${written.types}) where o.id = $1
  on conflict (id) do nothing`,
);
const update = statement(
  'organizations_update',
  `
  update organizations o set ${written.setFrom('r')} from json_to_recordset($3::json) as r (${written.types})
  where ${within} and o.id = $2`,
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

  /** Below the context's organization. */
  async insert(context: Context, organization: Organization): Promise<void> {
    const { id, createdAt } = organization;
    await this.database.query(context, insert, [context.organizationId, id, rowOf(organization), createdAt]);
  }

  async update(context: Context, organization: Organization): Promise<void> {
    await this.database.query(context, update, [context.organizationId, organization.id, rowOf(organization)]);
  }
}

function rowOf(organization: Organization): string {
  return JSON.stringify([written.rowOf(organization)]);
}
