import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { idOf, revisionOf } from '../batch/set-problem.js';
import type { NewUser, User, UserValues } from './user.js';
import { UserCreations } from './user-creations.js';
import { UserSet } from './user-set.js';
import { UsersRepository } from './users.repository.js';

/** RADIUS user accounts, one at a time. Refusals are Problems. */
@Injectable()
export class UsersService {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly set: UserSet,
    private readonly creations: UserCreations,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<User>> {
    return this.users.list(context, list);
  }

  async read(context: Context, id: string): Promise<User> {
    const user = await this.users.find(context, id);
    if (!user) throw Problem.notFound('user', id);
    return user;
  }

  create(context: Context, values: NewUser): Promise<User> {
    return this.creations.create(context, values);
  }

  change(context: Context, id: string, values: Partial<UserValues>, expected: Expected): Promise<User> {
    return this.database.transaction(context, async (inside) => {
      const [result] = await this.set.apply(inside, [
        { op: 'update', target: { by: 'id', value: id }, values, ifRevision: revisionOf(expected) },
      ]);
      return this.read(inside, idOf(result, 'user', id));
    });
  }

  async remove(context: Context, id: string, expected: Expected): Promise<void> {
    const [result] = await this.set.apply(context, [
      { op: 'delete', target: { by: 'id', value: id }, ifRevision: revisionOf(expected) },
    ]);
    idOf(result, 'user', id);
  }
}
