import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { payloadOf } from './event-payload.js';
import type { ConsoleEvent } from './event-types.js';
import { OutboxRepository } from './outbox.repository.js';

/**
 * Announces what happened, always in the transaction that causes it: what is rolled back is never sent, what is
 * committed is sent at least once.
 */
@Injectable()
export class Events {
  constructor(
    private readonly outbox: OutboxRepository,
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Returns the event's id. Throws outside a transaction. */
  async emit(inside: Context, event: ConsoleEvent): Promise<string> {
    const [id] = await this.emitMany(inside, [event]);
    return id;
  }

  /** Any number in one statement; returns their ids, in order. */
  async emitMany(inside: Context, events: readonly ConsoleEvent[]): Promise<string[]> {
    if (!inside.transaction) throw new Error('An event is emitted in the transaction that causes it');
    if (events.length === 0) return [];
    const now = this.clock.instant();
    const rows = events.map((event) => ({
      id: this.ids.next(),
      event: event.event,
      payload: JSON.stringify(payloadOf(event, now)),
    }));
    await this.outbox.insert(inside, rows, now);
    const { organizationId } = inside;
    this.database.afterCommit(inside, () =>
      this.wakeUps.publish({ topic: 'events', organizationId, key: organizationId }),
    );
    return rows.map(({ id }) => id);
  }
}
