import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { Announcements } from '../../database/announcements.js';
import { urlOf } from '../../database/data-source.js';
import { WakeUps } from '../../database/wake-ups.js';
import type { Admission } from '../../http/access/authenticator.js';
import { Background } from '../../kernel/background.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import type { WorkTrouble } from '../../kernel/work-condition.js';

/** A net beneath the announcements, for a change that no trigger saw. */
const mostMilliseconds = 10_000;

interface Kept {
  readonly admission: Admission;
  readonly until: number;
}

/**
 * Whom the database let in lately. It answers only while this process provably hears what the database announces about
 * keys, roles and organizations; otherwise, or before it is started, it knows nothing and the database is asked
 * (docs/decisions/0004-keys-are-remembered-while-changes-are-heard.md).
 */
@Injectable()
export class AdmissionMemory extends Background {
  readonly name = 'announcements about keys';
  private readonly kept = new LRUCache<string, Kept>({ max: 10_000 });
  private readonly announcements: Announcements;
  /** Rises with every change: an answer that was asked for before it must not be kept after it. */
  private changes = 0;

  constructor(
    dataSource: DataSource,
    wakeUps: WakeUps,
    private readonly clock: Clock,
    chance: Chance,
    ids: Ids,
    log: Log,
  ) {
    super();
    const settings = { url: urlOf(dataSource), channel: 'usher_keys', listener: ids.next() };
    this.announcements = new Announcements(settings, () => this.forget(), clock, chance, log);
    // What this very process changes holds before its answer goes out.
    wakeUps.on('keys', () => this.forget());
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

  find(name: string): Admission | undefined {
    if (!this.announcements.isHeard()) return undefined;
    const known = this.kept.get(name);
    return known && known.until > this.clock.milliseconds() ? known.admission : undefined;
  }

  /** To be taken before the database is asked. */
  get moment(): number {
    return this.changes;
  }

  /** Keeps what the database answered, unless something changed since `moment`. */
  keep(name: string, admission: Admission, expiresAt: Instant | null, moment: number): void {
    if (moment !== this.changes) return;
    const latest = this.clock.milliseconds() + mostMilliseconds;
    this.kept.set(name, { admission, until: expiresAt === null ? latest : Math.min(latest, Date.parse(expiresAt)) });
  }

  private forget(): void {
    this.changes += 1;
    this.kept.clear();
  }
}
