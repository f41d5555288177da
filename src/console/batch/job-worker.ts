import type { Chance } from '../../kernel/chance.js';
import { type Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import type { Ids } from '../../kernel/ids.js';
import { newLeaseOwner } from '../../kernel/lease-owner.js';
import type { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { RetryPolicy } from '../../kernel/retry-policy.js';
import { untilDatabaseAnswers } from '../../kernel/until-database-answers.js';

const jobRetry = new RetryPolicy({ delays: { firstSeconds: 2, ceilingSeconds: 60 } });

/** Works on jobs of a queue, one at a time in each process. Takes over jobs whose process died. */
export abstract class JobWorker<Job> extends Periodic {
  protected readonly everyMilliseconds = 1_000;
  protected readonly owner: string;

  constructor(clock: Clock, chance: Chance, ids: Ids, log: Log) {
    super(clock, chance, log);
    this.owner = newLeaseOwner(ids);
  }

  protected abstract claim(now: Instant): Promise<Job | undefined>;

  /** Stops after its current step when `signal` is aborted. */
  protected abstract work(job: Job, signal: AbortSignal): Promise<void>;

  /** Others may claim the job from `fromAt` on. A `forgiven` attempt does not count. */
  protected abstract release(job: Job, fromAt: Instant, isForgiven: boolean): Promise<void>;

  /** Decides what becomes of a job that failed. */
  protected abstract failed(job: Job, error: unknown): Promise<void>;

  /** A new job: do not wait for the sweep. */
  ring(): void {
    this.wake();
  }

  /** At shutdown it finishes the current step and hands the job back. */
  async round(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.next(signal)));
  }

  protected retryLater(job: Job, attempt: number): Promise<void> {
    return this.release(job, laterBy(this.clock.instant(), jobRetry.plainSeconds(attempt)), false);
  }

  /** Whether there was a job. */
  private async next(signal: AbortSignal): Promise<boolean> {
    const job = await this.claim(this.clock.instant());
    if (job === undefined) return false;
    try {
      await this.work(job, signal);
      if (signal.aborted) await this.release(job, this.clock.instant(), true);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) await this.handBack(job, signal, error);
      await this.failed(job, error);
    }
    return true;
  }

  /**
   * A refusal by the database counts no attempt. The job stays claimed until the database can record that; then another
   * process may take it, or this one after its pause.
   */
  private async handBack(job: Job, signal: AbortSignal, error: DatabaseUnavailable): Promise<never> {
    await untilDatabaseAnswers(this.clock, this.chance, signal, () =>
      this.release(job, laterBy(this.clock.instant(), 1), true),
    ).catch(() => undefined);
    throw error;
  }
}
