import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { keptTotal, type ListedRows, listRows } from '../../http/list/list-rows.js';
import { type User, usernameKey } from './user.js';
import { userColumns } from './user-set.repository.js';

export const userListFields = listFields({
  id: 'u.id',
  fields: {
    id: { column: 'u.id', type: 'uuid' },
    // By the key: an exact name is found by the index that keeps names unique.
    username: { column: 'u.username_key', type: 'text', fold: usernameKey, isBytewise: true },
    disabled: { column: 'u.disabled', type: 'flag' },
    table_id: { column: 'u.group_id', type: 'uuid' },
    first_name: { column: 'u.first_name', type: 'text' },
    last_name: { column: 'u.last_name', type: 'text' },
    email: { column: 'u.email', type: 'text' },
    phone: { column: 'u.phone', type: 'text' },
    valid_from: { column: 'u.valid_from', type: 'instant' },
    valid_until: { column: 'u.valid_until', type: 'instant' },
    max_devices: { column: 'u.max_devices', type: 'integer' },
    comment: { column: 'u.comment', type: 'text' },
    external_id: { column: 'u.external_id', type: 'text' },
    source: { column: 'u.source_connection_id', type: 'uuid' },
    created_at: { column: 'u.created_at', type: 'instant' },
    updated_at: { column: 'u.updated_at', type: 'instant' },
  },
});

const find = statement('users_find', `select ${userColumns} from users u where u.organization_id = $1 and u.id = $2`);

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<User>> {
    return listRows<User>(this.database, context, list, {
      name: 'users',
      select: userColumns,
      from: 'users u',
      where: 'u.organization_id = $1',
      values: [context.organizationId],
      total: keptTotal('users'),
    });
  }

  find(context: Context, id: string): Promise<User | undefined> {
    return this.database.one<User>(context, find, [context.organizationId, id]);
  }
}
