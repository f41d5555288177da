import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Batcher } from '../../kernel/queues/batcher.js';
import { WakeUps } from '../../database/wake-ups.js';
import { type Fence, InboxRepository, type NewEvent } from './inbox.repository.js';
import type { Message } from './message.js';
import { Payloads } from './payloads.js';

const rowsPerStatement = 200;
const statementsInFlight = 2;

interface Call {
  readonly context: Context;
  readonly connectionId: string;
  readonly events: readonly NewEvent[];
}

/**
 * Where everything from outside lands first. Callers that wait at the same time share one statement. The first one is
 * written in its own turn, so a lone caller never waits for company. Messages of one connection are written in the
 * order of the calls.
 */
@Injectable()
export class Inbox {
  private readonly calls = new Batcher<Call, number>((calls) => this.write(calls), {
    most: rowsPerStatement,
    weight: ({ events }) => events.length,
    inFlight: statementsInFlight,
    fits: (call, first) => call.context.organizationId === first.context.organizationId,
    keyOf: ({ connectionId }) => connectionId,
  });
  private readonly links = pLimit(statementsInFlight);

  constructor(
    private readonly events: InboxRepository,
    private readonly payloads: Payloads,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Resolves once all are stored, with the number of new ones. */
  store(context: Context, connectionId: string, messages: readonly Message[]): Promise<number> {
    if (messages.length === 0) return Promise.resolve(0);
    const receivedAt = this.clock.instant();
    const events = messages.map((message) => this.eventOf(context, connectionId, message, receivedAt));
    return this.calls.add({ context: { ...context, transaction: undefined }, connectionId, events });
  }

  /**
   * Stores frames of a link in this order, while its lease is held: false when another process holds it by then, and
   * nothing is stored. Links share no statement: each has a lease of its own, and one statement at a time.
   */
  async storeUnder(fence: Fence, context: Context, connectionId: string, frames: readonly Message[]): Promise<boolean> {
    const receivedAt = this.clock.instant();
    const events = frames.map((frame) => this.eventOf(context, connectionId, frame, receivedAt));
    const alone = { ...context, transaction: undefined };
    if (!(await this.links(() => this.events.insertHeld(alone, fence, events)))) return false;
    this.wakeUps.publish({ topic: 'inbox', organizationId: context.organizationId, key: connectionId });
    return true;
  }

  /** Stores them in the caller's transaction, in this order: they commit together with its other writes. */
  async storeWithin(inside: Context, connectionId: string, messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const receivedAt = this.clock.instant();
    await this.events.insert(
      inside,
      messages.map((message) => this.eventOf(inside, connectionId, message, receivedAt)),
    );
    this.events.afterCommit(inside, () =>
      this.wakeUps.publish({ topic: 'inbox', organizationId: inside.organizationId, key: connectionId }),
    );
  }

  /** @throws Problem not_found; conflict when the payload was erased */
  async replay(context: Context, eventId: string): Promise<void> {
    const found = await this.events.replay(context, eventId);
    if (!found) throw Problem.notFound('event', eventId);
    if (!found.replayed)
      throw new Problem(
        'conflict',
        'The payload of this event was erased when its retention ended, so it cannot be replayed',
      );
    this.events.afterCommit(context, () =>
      this.wakeUps.publish({ topic: 'inbox', organizationId: context.organizationId, key: found.connectionId }),
    );
  }

  /** The number of new messages for each call; all calls are of one organization. */
  private async write(calls: readonly Call[]): Promise<(number | Promise<number>)[]> {
    try {
      const stored = await this.events.insert(
        calls[0].context,
        calls.flatMap(({ events }) => events),
      );
      const { organizationId } = calls[0].context;
      for (const key of new Set(calls.map(({ connectionId }) => connectionId)))
        this.wakeUps.publish({ topic: 'inbox', organizationId, key });
      return calls.map(({ events }) => events.filter(({ id }) => stored.has(id)).length);
    } catch (error) {
      if (calls.length === 1 || error instanceof DatabaseUnavailable) throw error;
      // One connection that was deleted meanwhile must not fail the others.
      const alone = [];
      for (const call of calls) alone.push(...(await Promise.allSettled([this.write([call])])));
      return alone.map((each) => (each.status === 'fulfilled' ? each.value[0] : Promise.reject<number>(each.reason)));
    }
  }

  private eventOf(context: Context, connectionId: string, message: Message, receivedAt: string): NewEvent {
    const id = this.ids.next();
    return {
      id,
      connectionId,
      kind: message.kind,
      dedupeKey: message.dedupeKey ?? null,
      payloadSealed: this.payloads.seal(id, message.body),
      byteLength: message.body.length,
      digest: this.payloads.digest(message.body),
      receivedAt,
      traceparent: message.traceparent ?? context.traceparent,
    };
  }
}
