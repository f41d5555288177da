import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { TableRow } from '../../../database/table.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { type RoomPostingEntity, roomPostingTable } from '../../posting/posting.entity.js';

const table = 'room_postings';

export const roomPostingFields = {
  ...listFieldsOf(
    roomPostingTable.only(
      'id',
      'connectionId',
      'number',
      'room',
      'amount',
      'currency',
      'status',
      'reason',
      'settledBy',
      'createdAt',
      'answeredAt',
    ),
    table,
  ),
  sort: 'created_at:desc',
};

const shown = [
  'id',
  'connectionId',
  'number',
  'room',
  'currency',
  'item',
  'status',
  'reason',
  'code',
  'createdAt',
  'sentAt',
  'answeredAt',
  'settledBy',
  'amount',
] as const;

export type PostingRow = TableRow<RoomPostingEntity, (typeof shown)[number]>;

const columns = roomPostingTable.only(...shown).of(table);

const byId = statement(
  'api_room_postings_by_id',
  `select ${columns} from ${table} where organization_id = $1 and id = $2`,
);

/** Reads charges to rooms. */
@Injectable()
export class PostingRecords {
  constructor(private readonly database: Database) {}

  page(context: Context, list: ListQuery): Promise<ListedRows<PostingRow>> {
    return listRows(this.database, context, list, {
      name: 'api_room_postings',
      select: columns,
      from: table,
      where: `${table}.organization_id = $1`,
      values: [context.organizationId],
    });
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<PostingRow> {
    const row = await this.database.one<PostingRow>(context, byId, [context.organizationId, id]);
    if (!row) throw Problem.notFound('room posting', id);
    return row;
  }
}
