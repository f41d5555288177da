import { Injectable } from '@nestjs/common';
import { type Instant, laterBy } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { Database, replanned } from '../database.js';
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

export interface SweepOptions {
  readonly signal?: AbortSignal;
  /** Called with each batch of a rule that frees something. */
  readonly freed?: (organizationId: string, rows: readonly Freed[]) => Promise<void>;
}

/** Deletes what a rule names, in batches. Any number of processes may: each skips what another holds. */
@Injectable()
export class RowRetention {
  constructor(private readonly database: Database) {}

  /** Each organization once; returns the number of rows. */
  async sweep(rule: RetentionRule, now: Instant, options: SweepOptions = {}): Promise<number> {
    const { look } = retentionStatements(rule);
    const before = laterBy(now, -rule.keptSeconds);
    let gone = 0;
    const done: string[] = [];
    for (const { organizationId, days } of await this.ownDays(rule)) {
      gone += await this.ofOne(rule, organizationId, laterBy(now, -days * daySeconds), options);
      done.push(organizationId);
    }
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

  private ownDays({ setting }: RetentionRule): Promise<{ organizationId: string; days: number }[]> {
    return setting ? this.database.query(everywhere, ownDays, [setting]) : Promise.resolve([]);
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
