import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import { builtInRoles } from './built-in-roles.js';
import type { Role } from './role.js';

export const roleFields = listFields({
  id: 'roles.id',
  fields: {
    id: { column: 'roles.id', type: 'uuid' },
    name: { column: 'roles.name', type: 'text' },
    built_in: { column: 'roles.is_built_in', type: 'boolean' },
    created_at: { column: 'roles.created_at', type: 'instant' },
    updated_at: { column: 'roles.updated_at', type: 'instant' },
  },
});

const columns = `roles.id, roles.name, roles.permissions, roles.is_built_in as "isBuiltIn", roles.revision,
  roles.created_at as "createdAt", roles.updated_at as "updatedAt"`;

/** Built-in roles are as old as the organization. $1 organization, $2 built-in roles as JSON. */
const everyRole = `(
  select r.id, r.name, r.permissions, false as is_built_in, r.revision, r.created_at, r.updated_at from roles r
    where r.organization_id = $1
  union all
  select b.id, b.name, b.permissions, true, 1, o.created_at, o.created_at
  from json_to_recordset($2::json) as b (id uuid, name text, permissions text[]) join organizations o on o.id = $1)
    as roles`;

const find = statement('roles_find', `select ${columns} from ${everyRole} where roles.id = $3`);
const lock = statement('roles_lock', 'select 1 from roles where organization_id = $1 and id = $2 for update');
const insert = statement(
  'roles_insert',
  `
  insert into roles (organization_id, id, name, permissions, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)`,
);
const update = statement(
  'roles_update',
  `
  update roles set name = $3, permissions = $4, updated_at = $5, revision = revision + 1 where organization_id = $1
    and id = $2`,
);
const remove = statement('roles_remove', 'delete from roles where organization_id = $1 and id = $2');
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

@Injectable()
export class RolesRepository {
  constructor(private readonly database: Database) {}

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
    return this.database.one<Role>(context, find, [context.organizationId, builtIn, id]);
  }

  /** In a transaction: the role as it stays until the transaction ends. */
  async findForChange(context: Context, id: string): Promise<Role | undefined> {
    await this.database.query(context, lock, [context.organizationId, id]);
    return this.find(context, id);
  }

  async insert(context: Context, role: Role): Promise<void> {
    await this.database.query(context, insert, [
      context.organizationId,
      role.id,
      role.name,
      role.permissions,
      role.createdAt,
    ]);
  }

  async update(context: Context, role: Role): Promise<void> {
    await this.database.query(context, update, [
      context.organizationId,
      role.id,
      role.name,
      role.permissions,
      role.updatedAt,
    ]);
  }

  async remove(context: Context, id: string): Promise<void> {
    await this.database.query(context, remove, [context.organizationId, id]);
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
