import { LRUCache } from 'lru-cache';
import { atMost } from '../kernel/at-most.js';
import { Background } from '../kernel/background.js';
import type { Chance } from '../kernel/chance.js';
import type { Clock, Instant } from '../kernel/clock.js';
import type { Ids } from '../kernel/ids.js';
import type { Log } from '../kernel/log.js';
import type { WorkTrouble } from '../kernel/work-condition.js';
import { type Context, everyOrganization, systemContext } from '../kernel/context.js';
import { Announcements } from './announcements.js';
import { type Database, statement } from './database.js';
import type { WakeUps } from './wake-ups.js';

const channel = 'usher_cached';
const everywhere = systemContext(everyOrganization, 'announcements');
const announce = statement('changes_announce', "select pg_notify($1, '')");

/** A net beneath the announcements, for a change that no trigger saw. */
const mostMilliseconds = 10_000;

interface Kept<Value> {
  readonly value: Value;
  readonly until: number;
}

/**
 * What this process heard lately of records that rarely change and are read by every request: keys, roles,
 * organizations, portals and their gateways. Triggers announce such a change to every process
 * (docs/decisions/0004-keys-are-remembered-while-changes-are-heard.md).
 */
export class HeardChanges extends Background {
  readonly name = 'announcements of changes';
  private readonly announcements: Announcements;
  private readonly memories: Pick<Remembered<unknown>, 'forget'>[] = [];

  constructor(
    private readonly database: Database,
    private readonly wakeUps: WakeUps,
    databaseUrl: string,
    private readonly clock: Clock,
    chance: Chance,
    ids: Ids,
    private readonly log: Log,
  ) {
    super();
    const settings = { url: databaseUrl, channel, listener: ids.next() };
    this.announcements = new Announcements(settings, () => this.forget(), database, clock, chance, log);
    // What this very process changes holds before its answer goes out.
    wakeUps.on('cached', () => this.forget());
  }

  override get trouble(): WorkTrouble | null {
    return this.announcements.trouble;
  }

  start(): void {
    this.announcements.start();
  }

  async stop(): Promise<void> {
    await this.announcements.stop();
  }

  /** A memory of its own, of at most `max` values, that forgets all of them with every change. */
  remember<Value>(max: number): Remembered<Value> {
    const memory = new Remembered<Value>(max, () => this.announcements.isHeard(), this.clock);
    this.memories.push(memory);
    return memory;
  }

  /** For whoever writes such a record: forgotten once that is committed, and before the caller has the answer. */
  changed(context: Context): void {
    const { organizationId } = context;
    this.database.afterCommit(context, () => {
      this.wakeUps.publish({ topic: 'cached', organizationId, key: '' });
      if (this.database.isDistributed) this.announce();
    });
  }

  /** A trigger beside a shard would notify in the worker's database, where nobody listens. */
  private announce(): void {
    this.database
      .query(everywhere, announce, [channel])
      .catch((error: unknown) => this.log.warn({ error: String(error) }, 'a change of a key was not announced'));
  }

  private forget(): void {
    for (const memory of this.memories) memory.forget();
  }
}

/**
 * What the database answered lately. It answers only while this process provably hears what the database announces;
 * otherwise, or before that is started, it knows nothing and the database is asked.
 */
export class Remembered<Value> {
  private readonly kept: LRUCache<string, Kept<Value>>;
  /** Rises with every change: an answer that was asked for before it must not be kept after it. */
  private changes = 0;

  constructor(
    max: number,
    private readonly isHeard: () => boolean,
    private readonly clock: Clock,
  ) {
    this.kept = new LRUCache(atMost(max));
  }

  find(name: string): Value | undefined {
    if (!this.isHeard()) return undefined;
    const known = this.kept.get(name);
    return known && known.until > this.clock.milliseconds() ? known.value : undefined;
  }

  /** To be taken before the database is asked. */
  get moment(): number {
    return this.changes;
  }

  /** Keeps what the database answered, unless something changed since `moment`. */
  keep(name: string, value: Value, moment: number, expiresAt: Instant | null = null): void {
    if (moment !== this.changes) return;
    const latest = this.clock.milliseconds() + mostMilliseconds;
    this.kept.set(name, { value, until: expiresAt === null ? latest : Math.min(latest, Date.parse(expiresAt)) });
  }

  /** What is remembered, else what the database answers now; undefined is asked for anew each time. */
  findOr<Answer extends Value | undefined>(name: string, ask: () => Promise<Answer>): Value | Promise<Answer> {
    const known = this.find(name);
    return known === undefined ? this.asked(name, ask) : known;
  }

  private async asked<Answer extends Value | undefined>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
    const { moment } = this;
    const answer = await ask();
    if (answer !== undefined) this.keep(name, answer, moment);
    return answer;
  }

  forget(): void {
    this.changes += 1;
    this.kept.clear();
  }
}
