import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { EventType } from './event-types.js';

const insert = statement(
  'outbox_insert',
  `
  insert into outbox_events (organization_id, id, event, payload, is_test, created_at, dispatched_at)
  select $1, e.id, e.event, e.payload, $5, $6, case when $5 then $6::timestamptz end from unnest($2::uuid[], $3::text[],
    $4::text[]) as e (id, event, payload)
  returning 1`,
);

export interface OutboxEvent {
  readonly id: string;
  readonly event: EventType;
  /** JSON, byte for byte as sent. */
  readonly payload: string;
}

@Injectable()
export class OutboxRepository {
  constructor(private readonly database: Database) {}

  /** A test event is for one endpoint and written together with its delivery: it is not dispatched. */
  async insert(inside: Context, events: readonly OutboxEvent[], createdAt: Instant, isTest = false): Promise<void> {
    const columns = [
      events.map(({ id }) => id),
      events.map(({ event }) => event),
      events.map(({ payload }) => payload),
    ];
    await this.database.query(inside, insert, [inside.organizationId, ...columns, isTest, createdAt]);
  }
}
