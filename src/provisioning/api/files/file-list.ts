import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Context } from '../../../kernel/context.js';
import { deliveredFileTable } from '../../inbox/files/delivered-file.entity.js';
import type { StoredFile } from '../../inbox/files/file.repository.js';
import { fileColumns } from '../../inbox/files/file.statements.js';

export const fileFields = {
  ...listFieldsOf(deliveredFileTable.only('id', 'seq', 'name', 'status', 'digest', 'receivedAt'), 'delivered_files'),
  sort: 'seq:desc',
};

/** Files of a connection, for reading. */
@Injectable()
export class FileList {
  constructor(private readonly database: Database) {}

  page(context: Context, connectionId: string, list: ListQuery): Promise<ListedRows<StoredFile>> {
    return listRows(this.database, context, list, {
      name: 'api_files',
      select: fileColumns('delivered_files'),
      from: 'delivered_files',
      where:
        'delivered_files.organization_id = $1 and delivered_files.connection_id = $2 and ' +
        'delivered_files.digest is not null',
      values: [context.organizationId, connectionId],
    });
  }
}
