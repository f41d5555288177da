import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, type Instant } from '../../../kernel/clock.js';
import { type Context, systemContext } from '../../../kernel/context.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { KeyedQueue } from '../../../kernel/queues/keyed-queue.js';
import { radiusPayload } from '../../events/radius-event.js';
import { DispatchRepository, type Subscriber, type UndispatchedEvent } from './dispatch.repository.js';

const eventsPerTurn = 500;
const organizationsAtOnce = 4;

/** Turns committed events into one delivery for each endpoint that wants them, one organization in each transaction. */
@Injectable()
export class Dispatcher extends Periodic {
  readonly name = 'events';
  protected readonly everyMilliseconds = 1_000;
  private readonly queue = new KeyedQueue<string>((organizationId) => this.turn(organizationId), {
    limit: organizationsAtOnce,
  });
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly rows: DispatchRepository,
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
    clock: Clock,
    chance: Chance,
    private readonly ids: Ids,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  override start(): void {
    this.queue.open();
    this.unsubscribe = this.wakeUps.on('events', ({ organizationId }) =>
      this.queue.add(organizationId, organizationId),
    );
    super.start();
  }

  override async stop(): Promise<void> {
    this.unsubscribe();
    await Promise.all([super.stop(), this.queue.close()]);
  }

  /** Finds work whose wake-up was lost. */
  async round(): Promise<void> {
    for (const id of await this.rows.organizationsWaiting()) this.queue.add(id, id);
  }

  /** True when there may be more. */
  private async turn(organizationId: string): Promise<boolean> {
    if (this.condition.pauseOf(organizationId) > 0) return false;
    try {
      const count = await this.dispatch(organizationId);
      this.condition.worked(organizationId);
      return count === eventsPerTurn;
    } catch (error) {
      this.condition.failed(error, organizationId);
      if (!(error instanceof DatabaseUnavailable))
        this.log.warn({ organizationId, error: String(error) }, 'dispatching events failed');
      return false;
    }
  }

  /** Number of events processed. */
  private async dispatch(organizationId: string): Promise<number> {
    const woken = new Set<string>();
    const count = await this.database.transaction(systemContext(organizationId, 'dispatch'), async (inside) => {
      woken.clear();
      const events = await this.rows.take(inside, eventsPerTurn);
      if (events.length === 0) return 0;
      const now = this.clock.instant();
      const deliveries = pairsOf(events, await this.rows.subscribers(inside)).map((pair) => ({
        ...pair,
        id: this.ids.next(),
      }));
      for (const { webhookId } of deliveries) woken.add(webhookId);
      if (deliveries.length > 0) {
        await this.rows.insert(inside, deliveries, now);
        await this.rows.wake(inside, [...woken], now);
      }
      await this.mark(inside, events, now);
      return events.length;
    });
    // Published in this process only: every process that dispatches also sends.
    for (const key of woken) this.wakeUps.deliver({ topic: 'webhooks', organizationId, key });
    return count;
  }

  /** Turns what RADIUS recorded into what is sent. */
  private async mark(inside: Context, events: readonly UndispatchedEvent[], now: Instant): Promise<void> {
    const seen = events.flatMap(({ id, event, facts }) =>
      facts === null ? [] : [{ id, payload: radiusPayload(event, facts, now) }],
    );
    await this.rows.markComposed(
      inside,
      seen.map(({ id }) => id),
      seen.map(({ payload }) => payload),
      now,
    );
    await this.rows.mark(
      inside,
      events.filter(({ facts }) => facts === null).map(({ id }) => id),
      now,
    );
  }
}

function pairsOf(
  events: readonly UndispatchedEvent[],
  subscribers: readonly Subscriber[],
): { webhookId: string; eventId: string; event: UndispatchedEvent['event'] }[] {
  return events.flatMap(({ id: eventId, event }) =>
    subscribers
      .filter(({ events: wanted }) => wanted.includes(event))
      .map(({ id: webhookId }) => ({ webhookId, eventId, event })),
  );
}
