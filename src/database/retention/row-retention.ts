import { Injectable } from '@nestjs/common';
import { type Instant, laterBy } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { Database, replanned } from '../database.js';
import { Partitions } from './partitions.js';
import { type RetentionRule, retentionStatements } from './retention-rule.js';

const usualBatch = 1_000;
/** For one organization in one round; the rest waits for the next. */
const mostBatches = 50;
const daySeconds = 86_400;
const everywhere = systemContext(everyOrganization, 'retention');

/** Organizations that set their own days, by the setting's name. */
const ownDays = replanned(
  'retention_own_days',
  `
  select id as "organizationId", (retention ->> $1)::int as days from organizations where retention ? $1`,
);

export interface Freed {
  readonly identityId: string | null;
}

interface OwnTime {
  readonly organizationId: string;
  readonly keptSeconds: number;
}

export interface SweepOptions {
  readonly signal?: AbortSignal;
  /** Called with each batch of a rule that frees something. */
  readonly freed?: (organizationId: string, rows: readonly Freed[]) => Promise<void>;
}

/** Deletes what a rule names, in batches. Any number of processes may: each skips what another holds. */
@Injectable()
export class RowRetention {
  private readonly partitions: Partitions;

  constructor(private readonly database: Database) {
    this.partitions = new Partitions(database);
  }

  /** Each organization once; returns the number of rows. */
  async sweep(rule: RetentionRule, now: Instant, options: SweepOptions = {}): Promise<number> {
    const { look } = retentionStatements(rule);
    const own = await this.ownTimes(rule);
    const beforeOf = rule.isMonthly ? await this.letMonthsGo(rule, own, now) : (kept: number) => laterBy(now, -kept);
    let gone = 0;
    const done: string[] = [];
    for (const { organizationId, keptSeconds } of own) {
      gone += await this.ofOne(rule, organizationId, beforeOf(keptSeconds), options);
      done.push(organizationId);
    }
    const before = beforeOf(rule.keptSeconds);
    while (!options.signal?.aborted) {
      const found = await this.database.query<{ organizationId: string }>(everywhere, look, [done, before]);
      if (found.length === 0) return gone;
      for (const { organizationId } of found) {
        gone += await this.ofOne(rule, organizationId, before, options);
        done.push(organizationId);
      }
    }
    return gone;
  }

  /**
   * Drops months that are over for everybody. Who keeps the log longest keeps the rest of a month with it, so that no
   * row of it is deleted by itself; a row that is in no month is. Returns before when rows go that are kept so long.
   */
  private async letMonthsGo(
    rule: RetentionRule,
    own: readonly OwnTime[],
    now: Instant,
  ): Promise<(keptSeconds: number) => Instant> {
    await this.partitions.make(rule.table, now);
    const longest = Math.max(rule.keptSeconds, ...own.map(({ keptSeconds }) => keptSeconds));
    await this.partitions.drop(rule.table, laterBy(now, -longest));
    return (keptSeconds) => {
      const before = laterBy(now, -keptSeconds);
      return keptSeconds < longest ? before : `${before.slice(0, 7)}-01T00:00:00.000Z`;
    };
  }

  private async ownTimes({ setting }: RetentionRule): Promise<OwnTime[]> {
    if (!setting) return [];
    const rows = await this.database.query<{ organizationId: string; days: number }>(everywhere, ownDays, [setting]);
    return rows.map(({ organizationId, days }) => ({ organizationId, keptSeconds: days * daySeconds }));
  }

  private async ofOne(
    rule: RetentionRule,
    organizationId: string,
    before: Instant,
    { signal, freed }: SweepOptions,
  ): Promise<number> {
    const { batch } = retentionStatements(rule);
    const size = rule.batch ?? usualBatch;
    let gone = 0;
    for (let count = 0; count < mostBatches && !signal?.aborted; count += 1) {
      const rows = await this.database.query<Freed>(systemContext(organizationId, 'retention'), batch, [
        organizationId,
        before,
        size,
      ]);
      if (rule.frees && rows.length > 0) await freed?.(organizationId, rows);
      gone += rows.length;
      if (rows.length < size) break;
    }
    return gone;
  }
}
