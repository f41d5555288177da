import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { listFieldsOf } from '../../../http/list/list-fields-of.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import { Clock, type Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { connectionTable } from '../../connection/connection.entity.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';

export const connectionFields = listFieldsOf(
  connectionTable.only('id', 'name', 'connector', 'status', 'enabled', 'lastFullScanAt', 'createdAt', 'updatedAt'),
  'connections',
  {
    status: {
      column:
        "case when connections.status = 'active' and connections.test_due_at is not null then 'testing' " +
        'else connections.status end',
      type: 'text',
    },
    enabled: { column: 'connections.enabled', type: 'boolean' },
  },
);

const oldestWaiting = statement(
  'api_connections_oldest_waiting',
  `
  select connection_id as "connectionId", min(at) as at from (
    select connection_id, min(received_at) as at from inbox_events
      where organization_id = $1 and connection_id = any ($2::uuid[]) and status = 'received' group by connection_id
    union all
    select connection_id, min(due_at) from identities
      where organization_id = $1 and connection_id = any ($2::uuid[]) and due_at <= $3::timestamptz
        group by connection_id
  ) waiting group by connection_id`,
);

/** Reads connections: a page of them, and how far each lags behind. */
@Injectable()
export class ConnectionList {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly clock: Clock,
  ) {}

  async page(context: Context, list: ListQuery): Promise<ListedRows<StoredConnection>> {
    const { rows, total } = await listRows<{ id: string }>(this.database, context, list, {
      name: 'api_connections',
      select: 'connections.id',
      from: 'connections',
      where: 'connections.organization_id = $1',
      values: [context.organizationId],
    });
    const loaded = await this.connections.loadMany(
      context,
      rows.map(({ id }) => id),
    );
    const byId = new Map(loaded.map((each) => [each.id, each]));
    return { rows: rows.flatMap(({ id }) => byId.get(id) ?? []), total };
  }

  /** Seconds that the oldest unfinished change of each connection has waited; connections at rest are absent. */
  async waitingSeconds(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const now = this.clock.instant();
    const rows = await this.database.query<{ connectionId: string; at: Instant }>(context, oldestWaiting, [
      context.organizationId,
      ids,
      now,
    ]);
    return new Map(
      rows.map(({ connectionId, at }) => [
        connectionId,
        Math.max(0, Math.round((Date.parse(now) - Date.parse(at)) / 1000)),
      ]),
    );
  }
}
