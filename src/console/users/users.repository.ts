import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { SharedReads } from '../../database/shared-reads.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { keptTotal, type ListedRows, listRows } from '../../http/list/list-rows.js';
import { userTable } from './user.entity.js';
import type { User } from './user.js';
import { userColumns } from './user-set.repository.js';
import { usernameKey } from '../../kernel/username-key.js';

export const userListFields = listFieldsOf(userTable, 'u', {
  // By the key: an exact name is found by the index that keeps names unique.
  username: { column: 'u.username_key', type: 'text', fold: usernameKey, isBytewise: true },
});

const find = statement('users_find', `select ${userColumns} from users u where u.organization_id = $1 and u.id = $2`);
const findMany = statement(
  'users_find_many',
  `select ${userColumns} from users u where u.organization_id = $1 and u.id = any ($2::uuid[])`,
);

@Injectable()
export class UsersRepository {
  private readonly shared: SharedReads<User>;

  constructor(
    private readonly database: Database,
    clock: Clock,
  ) {
    this.shared = new SharedReads(database, clock, findMany);
  }

  list(context: Context, list: ListQuery): Promise<ListedRows<User>> {
    return listRows<User>(this.database, context, list, {
      name: 'users',
      select: userColumns,
      from: 'users u',
      where: 'u.organization_id = $1',
      values: [context.organizationId],
      total: keptTotal('users'),
      isRowCostly: true,
    });
  }

  find(context: Context, id: string): Promise<User | undefined> {
    return this.shared.find(context, id) ?? this.database.one<User>(context, find, [context.organizationId, id]);
  }
}
