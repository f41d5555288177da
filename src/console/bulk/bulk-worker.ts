import { Injectable } from '@nestjs/common';
import { problemDocument } from '../../http/problem/problem-document.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, type Instant } from '../../kernel/clock.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { JobWorker } from '../batch/job-worker.js';
import type { BulkJob } from './bulk.js';
import { BulkJobWork, contextOfJob } from './bulk-job-work.js';
import { BulkJobQueueRepository } from './bulk-job-queue.repository.js';

const mostAttempts = 5;

/** Works on bulk jobs, organizations in turn. */
@Injectable()
export class BulkWorker extends JobWorker<BulkJob> {
  readonly name = 'bulk-jobs';
  private readonly attempts = new Map<string, number>();

  constructor(
    private readonly jobs: BulkJobQueueRepository,
    private readonly jobWork: BulkJobWork,
    clock: Clock,
    chance: Chance,
    ids: Ids,
    log: Log,
  ) {
    super(clock, chance, ids, log);
  }

  protected claim(now: Instant): Promise<BulkJob | undefined> {
    return this.jobs.claim({ owner: this.owner, now });
  }

  protected async work(job: BulkJob, signal: AbortSignal): Promise<void> {
    await this.jobWork.work(job, this.owner, signal);
    this.attempts.delete(job.id);
  }

  protected release(job: BulkJob, fromAt: Instant): Promise<void> {
    return this.jobs.release(contextOfJob(job), job.id, this.owner, fromAt);
  }

  protected async failed(job: BulkJob, error: unknown): Promise<void> {
    const attempt = (this.attempts.get(job.id) ?? 0) + 1;
    this.attempts.set(job.id, attempt);
    this.log.error(
      { jobId: job.id, attempt, error: error instanceof Error ? error.stack : String(error) },
      'bulk job interrupted',
    );
    if (attempt < mostAttempts) return this.retryLater(job, attempt);
    this.attempts.delete(job.id);
    const problem = problemDocument(
      500,
      'The job failed unexpectedly; what was processed until then is done. It is recorded under the job id',
      `/bulk/status/${job.id}`,
    );
    await this.jobs.finish(contextOfJob(job), job.id, this.owner, 'failed', this.clock.instant(), problem);
  }
}
