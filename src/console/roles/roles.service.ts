import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { HeardChanges } from '../../database/heard-changes.js';
import { type Expected, requireExpected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { newRecord } from '../crud/record-life.js';
import { refusals } from '../crud/refusals.js';
import { builtInRoles } from './built-in-roles.js';
import { requireGrantable, requirePowerOver } from './permission-vocabulary.js';
import type { Role, RoleValues } from './role.js';
import { RolesRepository } from './roles.repository.js';

const refused = refusals({ taken: { roles_name: 'A role with this name exists' } });

/** Roles of an organization: the built-in ones and its own. */
@Injectable()
export class RolesService {
  constructor(
    private readonly roles: RolesRepository,
    private readonly database: Database,
    private readonly heard: HeardChanges,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Role>> {
    return this.roles.list(context, list);
  }

  async read(context: Context, id: string): Promise<Role> {
    const role = await this.roles.find(context, id);
    if (!role) throw Problem.notFound('role', id);
    return role;
  }

  /** Inside a transaction: the role, which cannot be removed until it ends. */
  hold(inside: Context, id: string): Promise<Role | undefined> {
    return this.roles.lock(inside, id);
  }

  async create(context: Context, values: RoleValues): Promise<Role> {
    requireGrantable(context.actor, values.permissions);
    requireFreeName(values.name);
    const role = newRecord(values, this.ids.next(), this.clock.instant());
    await this.roles.own.insert(context, role).catch(refused);
    return { ...role, isBuiltIn: false };
  }

  /** Keys with the role have its new permissions from their next request. */
  change(context: Context, id: string, change: Partial<RoleValues>, expected: Expected): Promise<Role> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.ownRole(inside, id, expected);
      requirePowerOver(context.actor, 'those who have this role', before.permissions);
      if (change.permissions) requireGrantable(context.actor, change.permissions);
      if (change.name !== undefined) requireFreeName(change.name);
      const role = { ...before, ...change, revision: before.revision + 1, updatedAt: this.clock.instant() };
      await this.roles.own.update(inside, role).catch(refused);
      this.heard.changed(inside);
      return role;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      const role = await this.ownRole(inside, id, expected);
      requirePowerOver(context.actor, 'this role', role.permissions);
      const keys = await this.roles.keysWith(inside, id);
      if (keys.length > 0)
        throw new Problem(
          'conflict',
          `The role is in use by the keys ${keys.join(', ')}: give them another role first`,
          [],
          { used_by: { keys } },
        );
      const operators = await this.roles.operatorsWith(inside, id);
      if (operators.length > 0)
        throw new Problem(
          'conflict',
          `The role is in use by the operators ${operators.join(', ')}: give them another role first`,
          [],
          { used_by: { operators } },
        );
      await this.roles.own.remove(inside, id);
    });
  }

  /** Locks the role's row. Built-in roles refuse every change. */
  private async ownRole(inside: Context, id: string, expected: Expected): Promise<Role> {
    const role = await this.roles.lock(inside, id);
    if (!role) throw Problem.notFound('role', id);
    if (role.isBuiltIn)
      throw new Problem('conflict', `The role ${role.name} is built in: make a role of your own instead`);
    requireExpected(expected, role.revision);
    return role;
  }
}

function requireFreeName(name: string): void {
  if (builtInRoles.some((role) => role.name === name.toLowerCase()))
    throw new Problem('conflict', `The name ${name} belongs to a built-in role`);
}
