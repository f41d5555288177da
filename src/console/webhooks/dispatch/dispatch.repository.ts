import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import type { EventType } from '../../events/event-types.js';

const organizationsWaiting = statement(
  'dispatch_organizations',
  `
  select distinct organization_id as "organizationId" from outbox_events where dispatched_at is null limit 1000`,
);

const take = statement(
  'dispatch_take',
  `
  select id, event, case when holds_facts then payload end as facts from outbox_events where organization_id = $1
    and dispatched_at is null order by id limit $2 for update skip locked`,
);

const subscribers = statement(
  'dispatch_subscribers',
  `
  select id, events from webhooks where organization_id = $1 and not disabled order by id`,
);

const insert = statement(
  'dispatch_insert',
  `
  insert into webhook_deliveries (organization_id, id, webhook_id, event_id, event, status, due_at, created_at)
  select $1, d.id, d.webhook_id, d.event_id, d.event, 'pending', $6, $6
  from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as d (id, webhook_id, event_id, event)
  where exists (select 1 from webhooks w where w.organization_id = $1 and w.id = d.webhook_id)
  on conflict (organization_id, webhook_id, event_id) do nothing`,
);

/** In order of ids, so that dispatchers never wait in a circle. */
const wake = statement(
  'dispatch_wake',
  `
  update webhooks w set due_at = least(w.due_at, greatest($3::timestamptz, w.paused_until_at))
  from (select id from webhooks where organization_id = $1 and id = any ($2::uuid[]) order by id for no key update)
    as locked
  where w.organization_id = $1 and w.id = locked.id`,
);

const mark = statement(
  'dispatch_mark',
  'update outbox_events set dispatched_at = $3 where organization_id = $1 and id = any ($2::uuid[])',
);

const markComposed = statement(
  'dispatch_mark_composed',
  `
  update outbox_events e set dispatched_at = $3, payload = m.payload, holds_facts = false
  from unnest($2::uuid[], $4::text[]) as m (id, payload) where e.organization_id = $1 and e.id = m.id`,
);

export interface UndispatchedEvent {
  readonly id: string;
  readonly event: EventType;
  /** Events whose payload must still be made from what RADIUS stored. */
  readonly facts: string | null;
}

export interface Subscriber {
  readonly id: string;
  readonly events: readonly EventType[];
}

export interface NewDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: EventType;
}

@Injectable()
export class DispatchRepository {
  constructor(private readonly database: Database) {}

  async organizationsWaiting(): Promise<string[]> {
    const rows = await this.database.query<{ organizationId: string }>(
      systemContext(everyOrganization, 'dispatch'),
      organizationsWaiting,
    );
    return rows.map(({ organizationId }) => organizationId);
  }

  /** The oldest events that nobody else is dispatching, locked until the transaction ends. */
  take(inside: Context, limit: number): Promise<UndispatchedEvent[]> {
    return this.database.query(inside, take, [inside.organizationId, limit]);
  }

  subscribers(inside: Context): Promise<Subscriber[]> {
    return this.database.query(inside, subscribers, [inside.organizationId]);
  }

  async insert(inside: Context, deliveries: readonly NewDelivery[], now: Instant): Promise<void> {
    const columns = (['id', 'webhookId', 'eventId', 'event'] as const).map((name) =>
      deliveries.map((each) => each[name]),
    );
    await this.database.query(inside, insert, [inside.organizationId, ...columns, now]);
  }

  async wake(inside: Context, webhookIds: readonly string[], now: Instant): Promise<void> {
    await this.database.query(inside, wake, [inside.organizationId, webhookIds, now]);
  }

  async mark(inside: Context, ids: readonly string[], now: Instant): Promise<void> {
    if (ids.length > 0) await this.database.query(inside, mark, [inside.organizationId, ids, now]);
  }

  /** Events that held facts, with their payloads. */
  async markComposed(
    inside: Context,
    ids: readonly string[],
    payloads: readonly string[],
    now: Instant,
  ): Promise<void> {
    if (ids.length > 0) await this.database.query(inside, markComposed, [inside.organizationId, ids, now, payloads]);
  }
}
