import { Chance } from '../chance.js';
import { Clock, type Instant } from '../clock.js';
import { DatabaseUnavailable } from '../database-unavailable.js';
import { Ids } from '../ids.js';
import { Log } from '../log.js';
import { Periodic } from '../periodic.js';
import { newLeaseOwner } from '../lease-owner.js';
import { untilDatabaseAnswers } from '../until-database-answers.js';

/** Longer than any attempt may take. */
export const sendingLeaseSeconds = 150;

/** How many more items a process may have in flight. */
export interface SendingRoom {
  readonly limit: number;
  /** Of one organization; absent: as many. */
  readonly mostOf?: (organizationId: string) => number;
}

/** A queue in the database. One process at a time holds an item, by a lease on its row. */
export interface LeasedQueue<Item, Lane extends string> {
  /** By which it is told of. */
  readonly name: string;
  /** Items of the lane that are due and unclaimed, leased for `sendingLeaseSeconds`. */
  claim(lane: Lane, owner: string, now: Instant, room: SendingRoom): Promise<Item[]>;
}

/** Tells at once of items that were queued, in this process or another. */
export interface QueuedMessages {
  on(topic: 'messages', listener: (queued: { readonly key: string }) => void): () => void;
}

/** As many times the slots of one organization are there for all of them. */
const shares = 5;

/** Sends what is due, at least once: items that a dead process held are sent again, under the same id. */
export abstract class LeasedSender<
  Item extends { readonly id: string; readonly organizationId?: string },
  Lane extends string,
> extends Periodic {
  /** Retries, and items that nobody told of: what is queued wakes it, and so does what is sent. */
  protected readonly everyMilliseconds = 3_000;
  protected readonly owner: string;
  /** Items in flight at once per lane, so that an endpoint that hangs delays its own lane only. */
  protected abstract readonly slots: Readonly<Record<Lane, number>>;
  /** Lanes whose receivers are the organizations' own: one that hangs takes up the slots of its organization only. */
  protected readonly lanesOfOwnReceivers: readonly Lane[] = [];
  protected abstract readonly queue: LeasedQueue<Item, Lane>;
  /** Aborted when shutdown no longer waits for sends in flight. */
  protected givenUp = new AbortController();
  /** With the organization that each is of. */
  private readonly onTheirWay = new Map<Lane, Map<Promise<void>, string | undefined>>();
  private readonly inProgress = new Set<string>();
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly queued: QueuedMessages,
    ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
    this.owner = newLeaseOwner(ids);
  }

  override start(): void {
    this.givenUp = new AbortController();
    this.stopListening = this.queued.on('messages', ({ key }) => {
      if (key === this.queue.name) this.wake();
    });
    super.start();
  }

  /** Shutdown waits 8 s for sends in flight, then gives them up and hands them back. */
  override async stop(): Promise<void> {
    this.stopListening();
    await super.stop();
    await this.settled(8_000);
    this.givenUp.abort();
    await this.settled(1_000);
  }

  /** Starts to send what is due, without waiting for it. */
  async round(): Promise<void> {
    for (const lane of this.lanes) {
      const room = this.roomIn(lane);
      if (room.limit <= 0) continue;
      for (const item of await this.queue.claim(lane, this.owner, this.clock.instant(), room)) this.begin(lane, item);
    }
  }

  /** Resolves when nothing is in flight any more, or after this time. */
  async settled(atMostMilliseconds = sendingLeaseSeconds * 1000): Promise<void> {
    const over = new AbortController();
    await Promise.race([
      this.clock.sleep(atMostMilliseconds, over.signal),
      Promise.all(this.lanes.flatMap((lane) => [...this.going(lane).keys()])),
    ]);
    over.abort();
  }

  /** Sends an item and records the outcome. */
  protected abstract attempt(item: Item): Promise<void>;

  /** Releases an item whose attempt was given up. */
  protected abstract handBack(item: Item): Promise<void>;

  /** An item whose outcome could not be recorded is sent again when its lease expires. */
  protected abstract unwritten(item: Item, error: unknown): void;

  private get lanes(): Lane[] {
    return Object.keys(this.slots) as Lane[];
  }

  private roomIn(lane: Lane): SendingRoom {
    const slots = this.slots[lane];
    const going = this.going(lane);
    if (!this.lanesOfOwnReceivers.includes(lane)) return { limit: slots - going.size };
    const counts = new Map<string | undefined, number>();
    for (const organizationId of going.values()) counts.set(organizationId, (counts.get(organizationId) ?? 0) + 1);
    return {
      limit: shares * slots - going.size,
      mostOf: (organizationId) => slots - (counts.get(organizationId) ?? 0),
    };
  }

  private going(lane: Lane): Map<Promise<void>, string | undefined> {
    const known = this.onTheirWay.get(lane) ?? new Map<Promise<void>, string | undefined>();
    this.onTheirWay.set(lane, known);
    return known;
  }

  /**
   * Records the outcome of an attempt, and retries until it is recorded or given up. An unrecorded item is sent again.
   */
  protected written<Result>(write: () => Promise<Result>): Promise<Result> {
    return untilDatabaseAnswers(this.clock, this.chance, this.givenUp.signal, write);
  }

  private begin(lane: Lane, item: Item): void {
    // It was sent, but its lease expired while the database could not record that.
    if (this.inProgress.has(item.id)) return;
    this.inProgress.add(item.id);
    const going = this.going(lane);
    const work: Promise<void> = this.attemptOrHandBack(item)
      .catch((error: unknown) => this.failed(item, error))
      .finally(() => {
        going.delete(work);
        this.inProgress.delete(item.id);
        // More may wait for the slot that is free now.
        this.wake();
      });
    going.set(work, item.organizationId);
  }

  private failed(item: Item, error: unknown): void {
    if (error instanceof DatabaseUnavailable) this.condition.failed(error, 'sending');
    else this.unwritten(item, error);
  }

  private async attemptOrHandBack(item: Item): Promise<void> {
    try {
      await this.attempt(item);
    } catch (error) {
      if (!this.givenUp.signal.aborted) throw error;
      await this.handBack(item);
    }
  }
}
