import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { RecordLife } from '../crud/record-life.js';
import { RecordTable } from '../crud/record-table.js';
import { builtInRoles } from './built-in-roles.js';
import { roleTable } from './role.entity.js';
import type { Role, RoleValues } from './role.js';

export const roleFields = listFieldsOf(roleTable, 'roles', {
  built_in: { column: 'roles.is_built_in', type: 'boolean' },
});

const columns = `${roleTable.select('roles')}, roles.is_built_in as "isBuiltIn"`;

/** Built-in roles get the organization's creation time. $1 organization, $2 built-in roles as JSON. */
const everyRole = `(
  select ${roleTable.record().names}, false as is_built_in from roles where organization_id = $1
  union all
  select b.id, b.name, b.permissions, 1, o.created_at, o.created_at, true
  from json_to_recordset($2::json) as b (id uuid, name text, permissions text[]) join organizations o on o.id = $1)
    as roles`;

const findAny = statement('roles_find_any', `select ${columns} from ${everyRole} where roles.id = $3`);
const keysWith = statement(
  'roles_keys_with',
  `
  select name from api_keys where organization_id = $1 and role_id = $2 and revoked_at is null order by name limit 10`,
);
const operatorsWith = statement(
  'roles_operators_with',
  `
  select name from operators where organization_id = $1 and role_id = $2 order by name limit 10`,
);

const builtIn = JSON.stringify(builtInRoles);

type OwnRole = RoleValues & RecordLife;

@Injectable()
export class RolesRepository {
  /** The organization's own roles. */
  readonly own: RecordTable<OwnRole>;

  constructor(private readonly database: Database) {
    this.own = new RecordTable<OwnRole>(database, roleTable, 'role');
  }

  list(context: Context, list: ListQuery): Promise<ListedRows<Role>> {
    return listRows<Role>(this.database, context, list, {
      name: 'roles',
      select: columns,
      from: everyRole,
      where: 'true',
      values: [context.organizationId, builtIn],
    });
  }

  find(context: Context, id: string): Promise<Role | undefined> {
    return this.database.one<Role>(context, findAny, [context.organizationId, builtIn, id]);
  }

  /** Inside a transaction: locks the role until it ends. */
  async lock(inside: Context, id: string): Promise<Role | undefined> {
    const own = await this.own.lock(inside, id);
    return own ? { ...own, isBuiltIn: false } : this.find(inside, id);
  }

  /** Names of the live keys that have the role, at most 10. */
  async keysWith(context: Context, id: string): Promise<string[]> {
    return (await this.database.query<{ name: string }>(context, keysWith, [context.organizationId, id])).map(
      ({ name }) => name,
    );
  }

  /** Names of the operators that have the role, at most 10. */
  async operatorsWith(context: Context, id: string): Promise<string[]> {
    return (await this.database.query<{ name: string }>(context, operatorsWith, [context.organizationId, id])).map(
      ({ name }) => name,
    );
  }
}
