import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Context } from '../../../kernel/context.js';
import type { StoredFile } from '../../inbox/files/file.repository.js';

export const fileFields = listFields({
  id: 'delivered_files.id',
  sort: 'seq:desc',
  fields: {
    id: { column: 'delivered_files.id', type: 'uuid' },
    seq: { column: 'delivered_files.seq', type: 'integer' },
    name: { column: 'delivered_files.name', type: 'text' },
    status: { column: 'delivered_files.status', type: 'text' },
    digest: { column: 'delivered_files.digest', type: 'text' },
    received_at: { column: 'delivered_files.received_at', type: 'instant' },
  },
});

const columns = `delivered_files.id, delivered_files.connection_id as "connectionId", delivered_files.seq as sequence,
  delivered_files.name, delivered_files.origin,
  delivered_files.modified_at as "modifiedAt", delivered_files.declared, delivered_files.digest,
  delivered_files.byte_length as "byteLength",
  delivered_files.received_at as "receivedAt", delivered_files.status, delivered_files.examination,
  delivered_files.has_content as "hasContent"`;

/** Files of a connection, for reading. */
@Injectable()
export class FileList {
  constructor(private readonly database: Database) {}

  page(context: Context, connectionId: string, list: ListQuery): Promise<ListedRows<StoredFile>> {
    return listRows(this.database, context, list, {
      name: 'api_files',
      select: columns,
      from: 'delivered_files',
      where:
        'delivered_files.organization_id = $1 and delivered_files.connection_id = $2 and ' +
        'delivered_files.digest is not null',
      values: [context.organizationId, connectionId],
    });
  }
}
