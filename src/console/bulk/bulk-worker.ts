import { Injectable } from '@nestjs/common';
import { problemDocument } from '../../http/problem/problem-document.js';
import { Background } from '../../kernel/background.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { isGone, processName } from '../../kernel/process-name.js';
import type { BulkJob } from './bulk.js';
import { BulkJobWork, contextOf, leaseSeconds } from './bulk-job-work.js';
import { BulkJobsRepository } from './bulk-jobs.repository.js';

const sweepMilliseconds = 1000;
const mostAttempts = 5;

/** Takes bulk jobs, one at a time in each process, the oldest first; also those whose process died. */
@Injectable()
export class BulkWorker extends Background {
  readonly name = 'bulk-jobs';
  private readonly owner: string;
  private readonly attempts = new Map<string, number>();
  private stopping = new AbortController();
  private bell = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly jobs: BulkJobsRepository,
    private readonly jobWork: BulkJobWork,
    private readonly clock: Clock,
    ids: Ids,
    private readonly log: Log,
  ) {
    super();
    this.owner = `${processName} ${ids.next()}`;
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  /** The chunk in hand is finished; the job goes back for others. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** There is a new job: do not wait for the sweep. */
  ring(): void {
    this.bell.abort();
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.bell = new AbortController();
      const pause = AbortSignal.any([this.bell.signal, signal]);
      const isBusy = await this.next(signal).catch((error: unknown) => {
        this.log.warn({ error: String(error) }, 'bulk jobs cannot be looked for');
        return false;
      });
      if (!isBusy) await this.clock.sleep(sweepMilliseconds, pause);
    }
  }

  /** Whether there was a job. */
  private async next(signal: AbortSignal): Promise<boolean> {
    const now = this.clock.instant();
    const untilAt = laterBy(now, leaseSeconds);
    const job = await this.jobs.claim(this.owner, now, untilAt) ?? await this.inherit(now, untilAt);
    if (!job) return false;
    try {
      await this.jobWork.work(job, this.owner, signal);
      this.attempts.delete(job.id);
      if (signal.aborted) await this.jobs.release(contextOf(job), job.id, this.owner, this.clock.instant());
    } catch (error) {
      await this.putBack(job, error);
    }
    return true;
  }

  /** A process that was killed on this very machine needs no waiting for: the one started in its place goes on at once. */
  private async inherit(now: Instant, untilAt: Instant): Promise<BulkJob | undefined> {
    const gone = (await this.jobs.owners(now)).filter((owner) => isGone(owner.split(' ')[0]));
    return gone.length > 0 ? this.jobs.claim(this.owner, now, untilAt, gone) : undefined;
  }

  private async putBack(job: BulkJob, error: unknown): Promise<void> {
    const attempt = (this.attempts.get(job.id) ?? 0) + 1;
    this.attempts.set(job.id, attempt);
    this.log.error({ job_id: job.id, attempt, error: error instanceof Error ? error.stack : String(error) }, 'a bulk job was interrupted');
    if (attempt < mostAttempts) return this.jobs.release(contextOf(job), job.id, this.owner, laterBy(this.clock.instant(), 2 ** attempt));
    this.attempts.delete(job.id);
    const problem = problemDocument(500, 'The job failed unexpectedly; what was processed until then is done. It is recorded under the job id', `/bulk/status/${job.id}`);
    await this.jobs.finish(contextOf(job), job.id, this.owner, 'failed', this.clock.instant(), problem);
  }
}
