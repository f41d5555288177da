import { Injectable } from '@nestjs/common';
import { problemDocument } from '../../http/problem/problem-document.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { DatabaseUnavailable } from '../../kernel/database-unavailable.js';
import { Ids } from '../../kernel/ids.js';
import { newLeaseOwner } from '../../kernel/lease-owner.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { RetryPolicy } from '../../kernel/retry-policy.js';
import { untilDatabaseAnswers } from '../../kernel/until-database-answers.js';
import type { BulkJob } from './bulk.js';
import { BulkJobWork, contextOfJob } from './bulk-job-work.js';
import { BulkJobQueueRepository } from './bulk-job-queue.repository.js';

const mostAttempts = 5;
const jobRetry = new RetryPolicy({ delays: { firstSeconds: 2, ceilingSeconds: 60 } });

/** Works on bulk jobs, one at a time in each process and organizations in turn. Takes over jobs whose process died. */
@Injectable()
export class BulkWorker extends Periodic {
  readonly name = 'bulk-jobs';
  protected readonly everyMilliseconds = 1_000;
  private readonly owner: string;
  private readonly attempts = new Map<string, number>();

  constructor(
    private readonly jobs: BulkJobQueueRepository,
    private readonly jobWork: BulkJobWork,
    clock: Clock,
    chance: Chance,
    ids: Ids,
    log: Log,
  ) {
    super(clock, chance, log);
    this.owner = newLeaseOwner(ids);
  }

  /** A new job: do not wait for the sweep. */
  ring(): void {
    this.wake();
  }

  /** At shutdown it finishes the current chunk and hands the job back. */
  async round(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.next(signal)));
  }

  /** Whether there was a job. */
  private async next(signal: AbortSignal): Promise<boolean> {
    const job = await this.jobs.claim({ owner: this.owner, now: this.clock.instant() });
    if (!job) return false;
    try {
      await this.jobWork.work(job, this.owner, signal);
      this.attempts.delete(job.id);
      if (signal.aborted) await this.jobs.release(contextOfJob(job), job.id, this.owner, this.clock.instant());
    } catch (error) {
      if (error instanceof DatabaseUnavailable) await this.handBack(job, signal, error);
      await this.putBack(job, error);
    }
    return true;
  }

  /**
   * A refusal by the database counts no attempt. The job stays claimed until the database can record that; then another
   * process may take it, or this one after its pause.
   */
  private async handBack(job: BulkJob, signal: AbortSignal, error: DatabaseUnavailable): Promise<never> {
    await untilDatabaseAnswers(this.clock, this.chance, signal, () =>
      this.jobs.release(contextOfJob(job), job.id, this.owner, laterBy(this.clock.instant(), 1)),
    ).catch(() => undefined);
    throw error;
  }

  private async putBack(job: BulkJob, error: unknown): Promise<void> {
    const attempt = (this.attempts.get(job.id) ?? 0) + 1;
    this.attempts.set(job.id, attempt);
    this.log.error(
      { jobId: job.id, attempt, error: error instanceof Error ? error.stack : String(error) },
      'bulk job interrupted',
    );
    if (attempt < mostAttempts)
      return this.jobs.release(
        contextOfJob(job),
        job.id,
        this.owner,
        laterBy(this.clock.instant(), jobRetry.plainSeconds(attempt)),
      );
    this.attempts.delete(job.id);
    const problem = problemDocument(
      500,
      'The job failed unexpectedly; what was processed until then is done. It is recorded under the job id',
      `/bulk/status/${job.id}`,
    );
    await this.jobs.finish(contextOfJob(job), job.id, this.owner, 'failed', this.clock.instant(), problem);
  }
}
