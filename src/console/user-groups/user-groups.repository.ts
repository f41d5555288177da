import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Context } from '../../kernel/context.js';
import { keptTotal, type ListedRows, listRows } from '../../http/list/list-rows.js';
import { groupColumns } from './group-set.repository.js';
import { groupNameKey, type UserGroup } from './user-group.js';

export const groupListFields = listFields({
  id: 'g.id',
  fields: {
    id: { column: 'g.id', type: 'uuid' },
    name: { column: 'g.name_key', type: 'text', fold: groupNameKey },
    comment: { column: 'g.comment', type: 'text' },
    priority: { column: 'g.priority', type: 'integer' },
    external_id: { column: 'g.external_id', type: 'text' },
    source: { column: 'g.source_connection_id', type: 'uuid' },
    created_at: { column: 'g.created_at', type: 'instant' },
    updated_at: { column: 'g.updated_at', type: 'instant' },
  },
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
