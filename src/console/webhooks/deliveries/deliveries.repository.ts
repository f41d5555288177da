import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { Delivery } from './delivery.js';

export const deliveryFields = listFields({
  id: 'd.id',
  sort: 'created_at:desc',
  fields: {
    id: { column: 'd.id', type: 'uuid' },
    event_id: { column: 'd.event_id', type: 'uuid' },
    event: { column: 'd.event', type: 'text' },
    test: { column: 'd.is_test', type: 'boolean' },
    status: { column: 'd.status', type: 'text' },
    attempts: { column: 'd.attempts', type: 'integer' },
    response_status: { column: 'd.response_status', type: 'integer' },
    last_attempt_at: { column: 'd.attempted_at', type: 'instant' },
    created_at: { column: 'd.created_at', type: 'instant' },
  },
});

const columns = `d.id, d.webhook_id as "webhookId", d.event_id as "eventId", d.event, d.is_test as "isTest", d.status,
  d.attempts, d.due_at as "dueAt",
  d.attempted_at as "attemptedAt", d.response_status as "responseStatus", d.log, d.created_at as "createdAt"`;

const find = statement(
  'deliveries_find',
  `select ${columns} from webhook_deliveries d where d.organization_id = $1 and d.id = $2`,
);

const payload = statement(
  'deliveries_payload',
  `
  select e.payload from webhook_deliveries d
  join outbox_events e on e.organization_id = d.organization_id and e.id = d.event_id and not e.holds_facts
  where d.organization_id = $1 and d.id = $2`,
);

/** An operator's request goes ahead of everything that waits. */
const first = "'1970-01-01T00:00:00Z'::timestamptz";

const insertTest = statement(
  'deliveries_insert_test',
  `
  insert into webhook_deliveries as d (organization_id, id, webhook_id, event_id, event, is_test, status, due_at,
    created_at)
  values ($1, $2, $3, $4, $5, true, 'pending', ${first}, $6) returning ${columns}`,
);

const again = statement(
  'deliveries_again',
  `
  update webhook_deliveries d set status = 'pending', attempts = 0, due_at = ${first} where d.organization_id = $1
    and d.id = $2 returning ${columns}`,
);

const wake = statement(
  'deliveries_wake',
  `
  update webhooks set due_at = $3, paused_until_at = null where organization_id = $1 and id = $2`,
);

/**
 * An event that was never meant for this endpoint gets a delivery whose id is made of the time and of both, so ids need
 * not be passed in. An event that still holds facts is not dispatched yet, and follows by itself.
 */
const replay = replanned(
  'deliveries_replay',
  `
  with again as (
    insert into webhook_deliveries as d (organization_id, id, webhook_id, event_id, event, status, due_at, created_at)
    select $1, overlay(md5($2::text || e.id::text) placing left(replace(usher_least_id($4)::text, '-', ''), 13)
      from 1)::uuid, $2, e.id, e.event, 'pending', $4::timestamptz, $4::timestamptz
    from outbox_events e join webhooks w on w.organization_id = $1 and w.id = $2
    where e.organization_id = $1 and e.created_at >= $3 and e.created_at <= $4 and not e.is_test and not e.holds_facts
      and e.event = any (w.events) order by e.id
    on conflict (organization_id, webhook_id, event_id) do update set status = 'pending', attempts = 0,
      due_at = excluded.due_at
    returning 1)
  select count(*)::int as count from again`,
);

@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, webhookId: string, list: ListQuery): Promise<ListedRows<Delivery>> {
    return listRows<Delivery>(this.database, context, list, {
      name: 'deliveries',
      select: columns,
      from: 'webhook_deliveries d',
      where: 'd.organization_id = $1 and d.webhook_id = $2',
      values: [context.organizationId, webhookId],
    });
  }

  find(context: Context, id: string): Promise<Delivery | undefined> {
    return this.database.one(context, find, [context.organizationId, id]);
  }

  /** The payload; null: no longer kept, or not made yet. */
  async payload(context: Context, id: string): Promise<string | null> {
    const row = await this.database.one<{ payload: string }>(context, payload, [context.organizationId, id]);
    return row?.payload ?? null;
  }

  async insertTest(
    inside: Context,
    id: string,
    webhookId: string,
    event: { readonly id: string; readonly event: string },
    now: Instant,
  ): Promise<Delivery> {
    const made = await this.database.one<Delivery>(inside, insertTest, [
      inside.organizationId,
      id,
      webhookId,
      event.id,
      event.event,
      now,
    ]);
    if (!made) throw new Error('An insert returned nothing');
    return made;
  }

  /** As if never tried, and ahead of all others. */
  again(inside: Context, id: string): Promise<Delivery | undefined> {
    return this.database.one(inside, again, [inside.organizationId, id]);
  }

  /** Something is due at once, even in a pause. */
  async wake(inside: Context, webhookId: string, now: Instant): Promise<void> {
    await this.database.query(inside, wake, [inside.organizationId, webhookId, now]);
  }

  /** Every event since then that the endpoint wants now; how many. */
  async replay(inside: Context, webhookId: string, since: Instant, now: Instant): Promise<number> {
    return (
      (await this.database.one<{ count: number }>(inside, replay, [inside.organizationId, webhookId, since, now]))
        ?.count ?? 0
    );
  }
}
