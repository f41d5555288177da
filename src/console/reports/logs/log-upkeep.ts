import { Injectable } from '@nestjs/common';
import { Chance } from '../../../kernel/chance.js';
import { Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { Settings } from '../../../kernel/settings.js';
import { type LogKind, logKinds } from './log-kinds.js';
import { Database } from '../../../database/database.js';
import { Partitions } from '../../../database/retention/partitions.js';
import { LogPartitionsRepository } from './log-partitions.repository.js';

/** Rows deleted for one organization in one round; the rest waits for the next hour. */
const mostBatches = 50;

/**
 * Creates the months of the logs in advance and drops expired ones, hourly. For an organization with a shorter
 * retention, rows are deleted one by one. A longer retention of one organization keeps the months of all, and the
 * others' rows are deleted in the same way. Any number of processes may try: the database lets one at a time.
 */
@Injectable()
export class LogUpkeep extends Periodic {
  readonly name = 'log-upkeep';
  protected readonly everyMilliseconds = 3_600_000;

  private readonly partitions: Partitions;

  constructor(
    private readonly rows: LogPartitionsRepository,
    private readonly settings: Settings,
    database: Database,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
    this.partitions = new Partitions(database);
  }

  /** One round over all logs. */
  async round(signal?: AbortSignal): Promise<void> {
    for (const kind of logKinds) {
      const made = await this.partitions.make(kind.table, this.clock.instant());
      if (made > 0) this.log.info({ log: kind.table, made }, 'log partitions created');
      await this.keep(kind, signal);
    }
  }

  private async keep(kind: LogKind, signal: AbortSignal | undefined): Promise<void> {
    const days = this.settings[kind.setting] ?? kind.days;
    const overrides = await this.rows.overrides(kind, days);
    const longest = Math.max(days, ...overrides.map((override) => override.days));
    const dropped = await this.partitions.drop(kind.table, this.before(longest));
    if (dropped.length > 0) this.log.info({ log: kind.table, dropped }, 'log partitions dropped');
    for (const override of overrides)
      await this.inBatches(signal, () => this.rows.remove(kind, override.organizationId, this.before(override.days)));
    if (longest > days) {
      const but = overrides.map(({ organizationId }) => organizationId);
      await this.inBatches(signal, () => this.removeExpired(kind, but, this.before(days)));
    }
  }

  /** Finds organizations with something to remove, then removes inside each; returns how many rows. */
  private async removeExpired(kind: LogKind, but: readonly string[], before: Instant): Promise<number> {
    let removed = 0;
    for (const organizationId of await this.rows.expired(kind, but, before))
      removed += await this.rows.remove(kind, organizationId, before);
    return removed;
  }

  private async inBatches(signal: AbortSignal | undefined, remove: () => Promise<number>): Promise<void> {
    for (let batch = 0; batch < mostBatches && !signal?.aborted; batch += 1) if ((await remove()) === 0) return;
  }

  private before(days: number): Instant {
    return laterBy(this.clock.instant(), -days * 86_400);
  }
}
