import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';

export const eventFields = listFields({
  id: 'inbox_events.id',
  sort: 'seq:desc',
  fields: {
    id: { column: 'inbox_events.id', type: 'uuid' },
    seq: { column: 'inbox_events.seq', type: 'integer' },
    kind: { column: 'inbox_events.kind', type: 'text' },
    status: { column: 'inbox_events.status', type: 'text' },
    digest: { column: 'inbox_events.digest', type: 'text' },
    received_at: { column: 'inbox_events.received_at', type: 'instant' },
    absorbed_at: { column: 'inbox_events.absorbed_at', type: 'instant' },
  },
});

/** Columns as the table has them. */
export interface EventRow {
  readonly id: string;
  readonly connection_id: string;
  readonly seq: number;
  readonly kind: string;
  readonly status: string;
  readonly digest: string;
  readonly byte_length: number;
  readonly has_payload: boolean;
  readonly problem: Readonly<Record<string, unknown>> | null;
  readonly attempts: number;
  readonly received_at: Instant;
  readonly absorbed_at: Instant | null;
}

const columns = `inbox_events.id, inbox_events.connection_id, inbox_events.seq, inbox_events.kind, inbox_events.status,
  inbox_events.digest,
  inbox_events.byte_length, inbox_events.payload_sealed is not null as has_payload, inbox_events.problem,
  inbox_events.attempts,
  inbox_events.received_at, inbox_events.absorbed_at`;

const byId = statement(
  'api_events_by_id',
  `select ${columns}, payload_sealed from inbox_events where organization_id = $1 and id = $2`,
);

/** What arrived, for reading. */
@Injectable()
export class EventRecords {
  constructor(private readonly database: Database) {}

  page(context: Context, connectionId: string, list: ListQuery): Promise<ListedRows<EventRow>> {
    return listRows(this.database, context, list, {
      name: 'api_events',
      select: columns,
      from: 'inbox_events',
      where: 'inbox_events.organization_id = $1 and inbox_events.connection_id = $2',
      values: [context.organizationId, connectionId],
    });
  }

  /** @throws Problem not_found */
  async read(context: Context, id: string): Promise<EventRow & { readonly payload_sealed: string | null }> {
    const row = await this.database.one<EventRow & { readonly payload_sealed: string | null }>(context, byId, [
      context.organizationId,
      id,
    ]);
    if (!row) throw Problem.notFound('event', id);
    return row;
  }
}
