import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { idOf, revisionOf } from '../batch/set-problem.js';
import { GroupSet } from './group-set.js';
import type { GroupFields, NewGroup, UserGroup } from './user-group.js';
import { UserGroupsRepository } from './user-groups.repository.js';

/** User groups and their policies, one at a time. Refusals are Problems. */
@Injectable()
export class UserGroupsService {
  constructor(
    private readonly database: Database,
    private readonly groups: UserGroupsRepository,
    private readonly set: GroupSet,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<UserGroup>> {
    return this.groups.list(context, list);
  }

  async read(context: Context, id: string): Promise<UserGroup> {
    const group = await this.groups.find(context, id);
    if (!group) throw Problem.notFound('user group', id);
    return group;
  }

  create(context: Context, values: NewGroup): Promise<UserGroup> {
    return this.database.transaction(context, async (inside) => {
      const [result] = await this.set.createMany(inside, [values]);
      return this.read(inside, idOf(result, 'user group', ''));
    });
  }

  change(context: Context, id: string, changes: Partial<GroupFields>, expected: Expected): Promise<UserGroup> {
    return this.database.transaction(context, async (inside) => {
      const [result] = await this.set.changeMany(inside, [{ id, changes, ifRevision: revisionOf(expected) }]);
      return this.read(inside, idOf(result, 'user group', id));
    });
  }

  async remove(context: Context, id: string, expected: Expected): Promise<void> {
    const [result] = await this.set.deleteMany(context, [id], revisionOf(expected));
    idOf(result, 'user group', id);
  }
}
