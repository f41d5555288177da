import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { keptTotal, type ListedRows, listRows } from '../../http/list/list-rows.js';
import { groupColumns } from './group-set.repository.js';
import { groupTable } from './user-group.entity.js';
import { groupNameKey, type UserGroup } from './user-group.js';

export const groupListFields = listFieldsOf(groupTable, 'g', {
  name: { column: 'g.name_key', type: 'text', fold: groupNameKey },
});

const find = statement(
  'user_groups_find',
  `select ${groupColumns} from user_groups g where g.organization_id = $1 and g.id = $2`,
);

@Injectable()
export class UserGroupsRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<UserGroup>> {
    return listRows<UserGroup>(this.database, context, list, {
      name: 'user_groups',
      select: groupColumns,
      from: 'user_groups g',
      where: 'g.organization_id = $1',
      values: [context.organizationId],
      total: keptTotal('user_groups'),
    });
  }

  find(context: Context, id: string): Promise<UserGroup | undefined> {
    return this.database.one<UserGroup>(context, find, [context.organizationId, id]);
  }
}
