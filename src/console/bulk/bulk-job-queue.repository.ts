import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Queue } from '../../database/queue/queue.js';
import { type Claimant, WorkQueue } from '../../database/queue/work-queue.js';
import type { ProblemDocument } from '../../http/problem/problem-document.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type BulkJob, type BulkResult, type BulkSummary, jobLeaseSeconds, type JobStatus } from './bulk.js';
import { bulkJobColumns, type Chunk } from './bulk-jobs.repository.js';

/** A job whose worker died returns when its lease runs out. */
const jobs: Queue = {
  name: 'bulk_jobs',
  table: 'bulk_jobs',
  key: 'id',
  due: () => "q.status in ('queued', 'running')",
  orderBy: 'created_at',
  leaseSeconds: jobLeaseSeconds,
  set: "status = 'running', started_at = coalesce(q.started_at, $2)",
  returning: bulkJobColumns.replaceAll('j.', 'q.'),
};

const renew = statement(
  'bulk_jobs_renew',
  `
  update bulk_jobs j set lease_until_at = $4, processed = $5
  where j.organization_id = $1 and j.id = $2 and j.lease_owner = $3 and j.status = 'running'
  returning ${bulkJobColumns}`,
);

const release = statement(
  'bulk_jobs_release',
  `
  update bulk_jobs set lease_owner = null, lease_until_at = $4 where organization_id = $1 and id = $2
    and lease_owner = $3 and status = 'running'`,
);

const nextChunk = statement(
  'bulk_jobs_next_chunk',
  `
  select chunk, operations_sealed as "operationsSealed" from bulk_chunks
  where organization_id = $1 and job_id = $2 and results is null and chunk >= $3 order by chunk limit 1`,
);

const saveResults = statement(
  'bulk_jobs_save_results',
  `
  update bulk_chunks set results = $4::jsonb, operations_sealed = null where organization_id = $1 and job_id = $2
    and chunk = $3`,
);

const progress = statement(
  'bulk_jobs_progress',
  `
  update bulk_jobs set processed = $4, summary = $5, lease_until_at = $6
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'running' returning cancel_requested
    as "cancelRequested"`,
);

const saveChunk = statement(
  'bulk_jobs_save_chunk',
  `
  with kept as (update bulk_chunks set results = $8::jsonb, operations_sealed = null where organization_id = $1
    and job_id = $2 and chunk = $7)
  update bulk_jobs set processed = $4, summary = $5, lease_until_at = $6
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'running' returning cancel_requested
    as "cancelRequested"`,
);

const finish = statement(
  'bulk_jobs_finish',
  `
  update bulk_jobs set status = $4, finished_at = $5, problem = $6, lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner is not distinct from $3 and status in ('queued', 'running')
    returning id`,
);

/** Requests may contain passwords, so they are deleted once nobody needs them. */
const forget = statement(
  'bulk_jobs_forget_operations',
  `
  update bulk_chunks set operations_sealed = null where organization_id = $1 and job_id = $2 and operations_sealed is
    not null`,
);

/** Progress of a job, and the time until which it belongs to its worker. */
export interface Progress {
  readonly processed: number;
  readonly summary: BulkSummary;
  readonly untilAt: Instant;
}

export interface Kept {
  readonly cancelRequested: boolean;
}

/** The queue of bulk jobs. One process at a time works on a job, and proves its lease with every write. */
@Injectable()
export class BulkJobQueueRepository {
  private readonly queue: WorkQueue<BulkJob>;

  constructor(private readonly database: Database) {
    this.queue = new WorkQueue(database, jobs);
  }

  /** Takes jobs of all organizations in turn. */
  async claim(claimant: Claimant): Promise<BulkJob | undefined> {
    return (await this.queue.claim({ ...claimant, limit: 1 })).at(0);
  }

  renew(
    context: Context,
    id: string,
    owner: string,
    untilAt: Instant,
    processed: number,
  ): Promise<BulkJob | undefined> {
    return this.database.one(context, renew, [context.organizationId, id, owner, untilAt, processed]);
  }

  /** Others may claim the job from `fromAt` on. */
  async release(context: Context, id: string, owner: string, fromAt: Instant): Promise<void> {
    await this.database.query(context, release, [context.organizationId, id, owner, fromAt]);
  }

  /** The first chunk from `from` on without results. */
  nextChunk(context: Context, id: string, from = 0): Promise<Chunk | undefined> {
    return this.database.one(context, nextChunk, [context.organizationId, id, from]);
  }

  async saveResults(context: Context, id: string, chunk: number, of: readonly BulkResult[]): Promise<void> {
    await this.database.query(context, saveResults, [context.organizationId, id, chunk, JSON.stringify(of)]);
  }

  /** Undefined if the job is no longer this owner's: nothing that belongs to it may then be committed. */
  progress(
    context: Context,
    id: string,
    owner: string,
    { processed, summary, untilAt }: Progress,
  ): Promise<Kept | undefined> {
    return this.database.one<Kept>(context, progress, [context.organizationId, id, owner, processed, summary, untilAt]);
  }

  /** The same, together with the results of a chunk. */
  saveChunk(
    context: Context,
    id: string,
    owner: string,
    { processed, summary, untilAt }: Progress,
    chunk: number,
    of: readonly BulkResult[],
  ): Promise<Kept | undefined> {
    return this.database.one<Kept>(context, saveChunk, [
      context.organizationId,
      id,
      owner,
      processed,
      summary,
      untilAt,
      chunk,
      JSON.stringify(of),
    ]);
  }

  /** Ends a job of this owner (null: one without an owner). False if it is not theirs. */
  async finish(
    context: Context,
    id: string,
    owner: string | null,
    status: JobStatus,
    at: Instant,
    problem: ProblemDocument | null = null,
  ): Promise<boolean> {
    const ended = await this.database.query(context, finish, [context.organizationId, id, owner, status, at, problem]);
    if (ended.length > 0) await this.database.query(context, forget, [context.organizationId, id]);
    return ended.length > 0;
  }
}
