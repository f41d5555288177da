import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { TableRow } from '../../../database/table.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { type InboxEventEntity, inboxEventTable } from '../../inbox/inbox-event.entity.js';

export const eventFields = {
  ...listFieldsOf(
    inboxEventTable.only('id', 'seq', 'kind', 'status', 'digest', 'receivedAt', 'absorbedAt'),
    'inbox_events',
  ),
  sort: 'seq:desc',
};

const shown = [
  'id',
  'connectionId',
  'seq',
  'kind',
  'status',
  'digest',
  'byteLength',
  'problem',
  'attempts',
  'receivedAt',
  'absorbedAt',
] as const;

export type EventRow = TableRow<InboxEventEntity, (typeof shown)[number]> & { readonly has_payload: boolean };

const columns = `${inboxEventTable.only(...shown).of('inbox_events')},
  inbox_events.payload_sealed is not null as has_payload`;

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
