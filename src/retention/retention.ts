import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { type RetentionRule } from '../database/retention/retention-rule.js';
import { RowRetention } from '../database/retention/row-retention.js';
import { Background } from '../kernel/background.js';
import { Chance } from '../kernel/chance.js';
import { Clock, laterBy } from '../kernel/clock.js';
import { DatabaseUnavailable } from '../kernel/database-unavailable.js';
import { Log } from '../kernel/log.js';
import { WorkCondition, type WorkTrouble } from '../kernel/work-condition.js';
import { ForgottenPeople } from '../provisioning/privacy/forgotten-people.js';
import { retentionTable } from './retention-table.js';

const tombstoneSeconds = 400 * 86_400;
const hourMilliseconds = 3_600_000;

/**
 * Deletes what was kept long enough, by the table. Any number of processes may run it: each skips what another has
 * locked.
 */
@Injectable()
export class Retention extends Background {
  readonly name = 'retention';
  private readonly condition: WorkCondition;
  private stopping: AbortController | undefined;
  private running: Promise<void> | undefined;
  /** End of the last complete round. */
  private wholeAt: number | undefined;

  constructor(
    private readonly rows: RowRetention,
    private readonly people: ForgottenPeople,
    private readonly clock: Clock,
    chance: Chance,
    private readonly log: Log,
  ) {
    super();
    this.condition = new WorkCondition(clock, chance);
  }

  override get trouble(): WorkTrouble | null {
    return this.condition.trouble;
  }

  start(): void {
    this.stopping = new AbortController();
  }

  async stop(): Promise<void> {
    this.stopping?.abort();
    this.stopping = undefined;
    await this.running;
  }

  /** Runs a minute after the start and then hourly. A long round is not started twice. */
  @Interval(60_000)
  everyMinute(): void {
    const signal = this.stopping?.signal;
    if (!signal || this.running || this.condition.pauseOf() > 0) return;
    this.running = this.due(signal)
      .then(() => this.condition.worked())
      .catch((error: unknown) => {
        this.condition.failed(error);
        if (!(error instanceof DatabaseUnavailable))
          this.log.warn({ error: String(error) }, 'removing expired rows failed; the next round retries');
      })
      .finally(() => {
        this.running = undefined;
      });
  }

  /** One round over the whole table. */
  async round(signal?: AbortSignal): Promise<void> {
    const gone = await this.sweep(retentionTable, signal);
    const tombstones = signal?.aborted
      ? 0
      : await this.people.tombstones(laterBy(this.clock.instant(), -tombstoneSeconds));
    if (tombstones > 0) gone.tombstones = tombstones;
    if (Object.keys(gone).length > 0) this.log.info(gone, 'expired rows removed');
  }

  private async due(signal: AbortSignal): Promise<void> {
    const now = this.clock.milliseconds();
    if (this.wholeAt !== undefined && now - this.wholeAt < hourMilliseconds) {
      await this.sweep(
        retentionTable.filter(({ every }) => every === 'minute'),
        signal,
      );
      return;
    }
    await this.round(signal);
    this.wholeAt = now;
  }

  private async sweep(rules: readonly RetentionRule[], signal?: AbortSignal): Promise<Record<string, number>> {
    const gone: Record<string, number> = {};
    for (const rule of rules) {
      if (signal?.aborted) break;
      const count = await this.rows.sweep(rule, this.clock.instant(), {
        signal,
        freed: (organizationId, freed) => this.people.identities(organizationId, freed),
      });
      if (count > 0) gone[rule.name] = count;
    }
    return gone;
  }
}
