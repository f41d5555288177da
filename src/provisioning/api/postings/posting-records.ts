import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';

const table = 'room_postings';

export const roomPostingFields = listFields({
  id: `${table}.id`,
  sort: 'created_at:desc',
  fields: {
    id: { column: `${table}.id`, type: 'uuid' },
    connection_id: { column: `${table}.connection_id`, type: 'uuid' },
    number: { column: `${table}.number`, type: 'integer' },
    room: { column: `${table}.room`, type: 'text' },
    amount: { column: `${table}.amount`, type: 'integer' },
    currency: { column: `${table}.currency`, type: 'text' },
    status: { column: `${table}.status`, type: 'text' },
    reason: { column: `${table}.reason`, type: 'text' },
    settled_by: { column: `${table}.settled_by`, type: 'text' },
    created_at: { column: `${table}.created_at`, type: 'instant' },
    answered_at: { column: `${table}.answered_at`, type: 'instant' },
  },
});

/** Column names as in the table. */
export interface PostingRow {
  readonly id: string;
  readonly connection_id: string;
  readonly number: number;
  readonly room: string;
  readonly amount: number;
  readonly currency: string;
  readonly item: string;
  readonly status: string;
  readonly reason: string | null;
  readonly code: string | null;
  readonly created_at: Instant;
  readonly sent_at: Instant | null;
  readonly answered_at: Instant | null;
  readonly settled_by: string | null;
}

const plain = ['id', 'connection_id', 'number', 'room', 'currency', 'item', 'status', 'reason', 'code', 'created_at'];
const columns = [
  ...[...plain, 'sent_at', 'answered_at', 'settled_by'].map((column) => `${table}.${column}`),
  `${table}.amount::float8 as amount`,
].join(', ');

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
