import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { RecordTable } from '../crud/record-table.js';
import { savedViewTable } from './saved-view.entity.js';
import type { SavedView } from './saved-view.js';

export const savedViewListFields = listFieldsOf(savedViewTable, 'saved_views');

@Injectable()
export class SavedViewsRepository {
  readonly table: RecordTable<SavedView>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<SavedView>(database, savedViewTable, 'saved view');
  }

  /** The operator's own, and those that are shared. */
  list(context: Context, operatorId: string, list: ListQuery): Promise<ListedRows<SavedView>> {
    return listRows<SavedView>(this.database, context, list, {
      name: 'saved_views',
      select: savedViewTable.select('saved_views'),
      from: 'saved_views',
      where: 'saved_views.organization_id = $1 and (saved_views.shared or saved_views.operator_id = $2)',
      values: [context.organizationId, operatorId],
    });
  }
}
