import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { WakeUps } from '../../../database/wake-ups.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import type { ListedRows } from '../../../http/list/list-rows.js';
import { Clock, type Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Ids } from '../../../kernel/ids.js';
import { exampleEvents } from '../../events/event-examples.js';
import { payloadOf } from '../../events/event-payload.js';
import type { EventType } from '../../events/event-types.js';
import { OutboxRepository } from '../../events/outbox.repository.js';
import { WebhooksService } from '../webhook/webhooks.service.js';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { Delivery } from './delivery.js';

/** The delivery log, and what operators can do with it. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly deliveries: DeliveriesRepository,
    private readonly webhooks: WebhooksService,
    private readonly outbox: OutboxRepository,
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async list(context: Context, webhookId: string, list: ListQuery): Promise<ListedRows<Delivery>> {
    await this.webhooks.read(context, webhookId);
    return this.deliveries.list(context, webhookId, list);
  }

  async read(context: Context, id: string): Promise<Delivery> {
    const delivery = await this.deliveries.find(context, id);
    if (!delivery) throw Problem.notFound('delivery', id);
    return delivery;
  }

  payload(context: Context, id: string): Promise<string | null> {
    return this.deliveries.payload(context, id);
  }

  /** Sends the event's example once, along the way of a real event. */
  test(context: Context, webhookId: string, type: EventType): Promise<Delivery> {
    return this.database.transaction(context, async (inside) => {
      await this.enabled(inside, webhookId);
      const now = this.clock.instant();
      const event = {
        id: this.ids.next(),
        event: type,
        payload: JSON.stringify(payloadOf({ ...exampleEvents[type], at: now }, now)),
      };
      await this.outbox.insert(inside, [event], now, true);
      const delivery = await this.deliveries.insertTest(inside, this.ids.next(), webhookId, event, now);
      await this.wake(inside, webhookId, now);
      return delivery;
    });
  }

  /** The same event, the same webhook-id, now. */
  redeliver(context: Context, id: string): Promise<Delivery> {
    return this.database.transaction(context, async (inside) => {
      const { webhookId } = await this.read(inside, id);
      await this.enabled(inside, webhookId);
      const delivery = await this.deliveries.again(inside, id);
      if (!delivery) throw Problem.notFound('delivery', id);
      await this.wake(inside, webhookId, this.clock.instant());
      return delivery;
    });
  }

  /** Sends every event since then again, delivered or not, with its webhook-id; returns how many. */
  replay(context: Context, webhookId: string, since: Instant): Promise<number> {
    return this.database.transaction(context, async (inside) => {
      await this.enabled(inside, webhookId);
      const now = this.clock.instant();
      if (Date.parse(since) > Date.parse(now)) throw Problem.invalidField('since', 'must lie in the past');
      const count = await this.deliveries.replay(inside, webhookId, since, now);
      if (count > 0) await this.wake(inside, webhookId, now);
      return count;
    });
  }

  /** Locks the webhook's row, so that it cannot be deleted meanwhile. */
  private async enabled(inside: Context, webhookId: string): Promise<void> {
    const { disabled } = await this.webhooks.held(inside, webhookId, undefined);
    if (disabled) throw new Problem('conflict', 'The webhook is disabled: enable it first');
  }

  private async wake(inside: Context, webhookId: string, now: Instant): Promise<void> {
    await this.deliveries.wake(inside, webhookId, now);
    const { organizationId } = inside;
    this.database.afterCommit(inside, () =>
      this.wakeUps.publish({ topic: 'webhooks', organizationId, key: webhookId }),
    );
  }
}
