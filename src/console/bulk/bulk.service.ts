import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { StreamedBody } from '../../http/body/streamed-body.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import {
  type BulkJob,
  type BulkResult,
  type BulkSummary,
  mostAtOnce,
  mostOfJob,
  type RowStatus,
  summaryOf,
} from './bulk.js';
import { BulkIntake } from './bulk-intake.js';
import { BulkJobQueueRepository } from './bulk-job-queue.repository.js';
import { BulkJobsRepository } from './bulk-jobs.repository.js';
import { readBulkRequest } from './bulk-request.js';
import { BulkResources } from './bulk-resources.js';
import { BulkRun } from './bulk-run.js';
import { BulkWorker } from './bulk-worker.js';

export interface ResultsPage {
  readonly page: number;
  readonly pageSize: number;
  /** Only results of this status. */
  readonly status: RowStatus | undefined;
}

/** Many operations in one request: carried out at once, or as a job. */
@Injectable()
export class BulkService {
  constructor(
    private readonly database: Database,
    private readonly resources: BulkResources,
    private readonly bulkRun: BulkRun,
    private readonly jobs: BulkJobsRepository,
    private readonly queue: BulkJobQueueRepository,
    private readonly intake: BulkIntake,
    private readonly worker: BulkWorker,
    private readonly clock: Clock,
  ) {}

  async run(context: Context, name: string, body: unknown): Promise<{ results: BulkResult[]; summary: BulkSummary }> {
    const resource = this.resources.writable(context, name);
    const results = await this.bulkRun.run(context, resource, readBulkRequest(body, mostAtOnce));
    return { results, summary: summaryOf(results) };
  }

  /** Answers once the job is stored. Some process carries it out. */
  async start(context: Context, name: string, body: StreamedBody): Promise<BulkJob> {
    const resource = this.resources.writable(context, name);
    const job = await this.intake.receive(context, resource.name, body);
    this.database.afterCommit(context, () => this.worker.ring());
    return job;
  }

  list(context: Context, list: ListQuery): Promise<ListedRows<BulkJob>> {
    return this.jobs.list(context, list);
  }

  async status(
    context: Context,
    id: string,
    { page, pageSize, status }: ResultsPage,
  ): Promise<{ job: BulkJob; results: BulkResult[]; total: number }> {
    const job = await this.jobs.find(context, id);
    if (!job) throw Problem.notFound('bulk job', id);
    const total = status === undefined ? sum(job.summary) : job.summary[status];
    const first = (page - 1) * pageSize;
    if (first >= total) return { job, results: [], total };
    const { chunkSize } = job;
    const chunks =
      status === undefined
        ? { first: Math.floor(first / chunkSize), last: Math.floor((first + pageSize - 1) / chunkSize) }
        : { first: 0, last: mostOfJob / chunkSize };
    const results = await this.jobs.results(context, id, chunks, {
      status: status ?? null,
      limit: pageSize,
      offset: first - chunks.first * chunkSize,
    });
    return { job, results, total };
  }

  /** Cancels a queued job at once, a running one after the current chunk. What is done stays done. */
  cancel(context: Context, id: string): Promise<BulkJob> {
    return this.database.transaction(context, async (inside) => {
      const job = await this.jobs.lock(inside, id);
      if (!job) throw Problem.notFound('bulk job', id);
      if (job.status === 'completed' || job.status === 'failed')
        throw new Problem('conflict', `The bulk job is ${job.status} already`);
      if (job.status === 'queued') await this.queue.finish(inside, id, null, 'cancelled', this.clock.instant());
      if (job.status === 'running') await this.jobs.requestCancel(inside, id);
      return (await this.jobs.find(inside, id)) ?? job;
    });
  }
}

function sum(summary: BulkSummary): number {
  return Object.values(summary).reduce((total, each) => total + each, 0);
}
