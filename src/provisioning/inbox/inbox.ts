import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { WakeUps } from '../../database/wake-ups.js';
import { type Fence, InboxRepository, type NewEvent } from './inbox.repository.js';
import type { Message } from './message.js';
import { Payloads } from './payloads.js';

const rowsPerStatement = 200;
const statementsInFlight = 2;

interface Waiting {
  readonly context: Context;
  readonly connectionId: string;
  readonly events: readonly NewEvent[];
  readonly fence: Fence | null;
  readonly stored: (newOnes: number) => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Where everything from outside lands first. Callers that wait at the same time share one statement: the first is
 * written in its own turn, so that alone nobody waits for company. Messages of one connection are written in the order
 * of the calls.
 */
@Injectable()
export class Inbox {
  private queue: Waiting[] = [];
  private inFlight = 0;
  /** Connections with messages in a statement that is under way. */
  private readonly onTheirWay = new Set<string>();

  constructor(
    private readonly events: InboxRepository,
    private readonly payloads: Payloads,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves once all are durable, with how many were new. Under a `fence`, rejects when the lease is somebody else's
   * by then: nothing is stored.
   */
  store(
    context: Context,
    connectionId: string,
    messages: readonly Message[],
    fence: Fence | null = null,
  ): Promise<number> {
    if (messages.length === 0) return Promise.resolve(0);
    const receivedAt = this.clock.instant();
    const events = messages.map((message) => this.eventOf(connectionId, message, receivedAt));
    return new Promise((stored, failed) => {
      this.queue.push({ context: { ...context, transaction: undefined }, connectionId, events, fence, stored, failed });
      // Otherwise the end of that statement sends it.
      if (!this.onTheirWay.has(connectionId)) this.flush();
    });
  }

  /** Stores them in the caller's transaction, in this order: they are there exactly when what else it writes is. */
  async storeWithin(inside: Context, connectionId: string, messages: readonly Message[]): Promise<void> {
    if (messages.length === 0) return;
    const receivedAt = this.clock.instant();
    await this.events.insert(
      inside,
      messages.map((message) => this.eventOf(connectionId, message, receivedAt)),
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

  private flush(): void {
    while (this.inFlight < statementsInFlight) {
      const batch = this.nextBatch();
      if (batch.length === 0) return;
      void this.send(batch);
    }
  }

  private async send(batch: readonly Waiting[]): Promise<void> {
    this.inFlight += 1;
    for (const { connectionId } of batch) this.onTheirWay.add(connectionId);
    const answers = await this.write(batch);
    this.inFlight -= 1;
    for (const { connectionId } of batch) this.onTheirWay.delete(connectionId);
    this.flush();
    // The next statement leaves before the answers do, so PostgreSQL works while this process writes them.
    setImmediate(() => {
      for (const answer of answers) answer();
    });
  }

  /**
   * The longest waiting organization's callers, up to the limit. A connection on its way is not overtaken by its own
   * later messages.
   */
  private nextBatch(): readonly Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    let rows = 0;
    let full = false;
    for (const each of this.queue) {
      const fits =
        batch.length === 0 ||
        (each.context.organizationId === batch[0].context.organizationId && each.fence === batch[0].fence);
      const joins: boolean = !full && fits && !this.onTheirWay.has(each.connectionId);
      full ||= joins && batch.length > 0 && rows + each.events.length > rowsPerStatement;
      if (joins && !full) {
        batch.push(each);
        rows += each.events.length;
      } else {
        left.push(each);
      }
    }
    this.queue = left;
    return batch;
  }

  /** Never rejects; what is to be said to each caller. */
  private async write(batch: readonly Waiting[]): Promise<(() => void)[]> {
    try {
      const stored = await this.insert(batch);
      for (const { organizationId, connectionId } of addressesOf(batch))
        this.wakeUps.publish({ topic: 'inbox', organizationId, key: connectionId });
      return batch.map(
        ({ events, stored: resolve }) =>
          () =>
            resolve(events.filter(({ id }) => stored.has(id)).length),
      );
    } catch (error) {
      if (batch.length === 1 || error instanceof DatabaseUnavailable)
        return batch.map(
          ({ failed }) =>
            () =>
              failed(error),
        );
      // One connection that was deleted meanwhile must not fail the others.
      const answers: (() => void)[] = [];
      for (const each of batch) answers.push(...(await this.write([each])));
      return answers;
    }
  }

  private async insert(batch: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const [{ context, fence }] = batch;
    const events = batch.flatMap((each) => each.events);
    if (!fence) return this.events.insert(context, events);
    if (!(await this.events.insertHeld(context, fence, events)))
      throw new Error("the link is another process's by now");
    return new Set(events.map(({ id }) => id));
  }

  private eventOf(connectionId: string, message: Message, receivedAt: string): NewEvent {
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
    };
  }
}

function addressesOf(batch: readonly Waiting[]): { organizationId: string; connectionId: string }[] {
  const ids = new Set(batch.map(({ connectionId }) => connectionId));
  return [...ids].map((connectionId) => ({ organizationId: batch[0].context.organizationId, connectionId }));
}
