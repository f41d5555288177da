import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { BulkJob, BulkResult, BulkSummary, JobStatus } from './bulk.js';
import type { ProblemDocument } from '../../http/problem/problem-document.js';

const columns = `j.organization_id as "organizationId", j.id, j.resource, j.status, j.atomic, j.dry_run as "dryRun", j.total, j.processed, j.summary, j.problem,
  j.requested_by as "requestedBy", j.cancel_requested as "cancelRequested", j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt"`;

const insert = statement('bulk_jobs_insert', `
  insert into bulk_jobs (organization_id, id, resource, status, atomic, dry_run, total, summary, requested_by, created_at)
  values ($1, $2, $3, 'queued', $4, $5, $6, $7, $8, $9)`);

const insertChunks = statement('bulk_jobs_insert_chunks', `
  insert into bulk_chunks (organization_id, job_id, chunk, operations_sealed)
  select $1, $2, c.chunk, c.operations_sealed from unnest($3::int[], $4::text[]) as c (chunk, operations_sealed)`);

const find = statement('bulk_jobs_find', `select ${columns} from bulk_jobs j where j.organization_id = $1 and j.id = $2`);

/** The oldest job that nobody works on; one whose worker died comes back when its lease runs out. */
const claim = statement('bulk_jobs_claim', `
  update bulk_jobs j set status = 'running', lease_owner = $1, lease_until_at = $3, started_at = coalesce(j.started_at, $2)
  where (j.organization_id, j.id) = (
    select n.organization_id, n.id from bulk_jobs n
    where n.status in ('queued', 'running') and (n.lease_until_at is null or n.lease_until_at <= $2)
    order by n.created_at limit 1 for update skip locked)
  returning ${columns}`);

const held = statement('bulk_jobs_held', `
  select ${columns} from bulk_jobs j where j.organization_id = $1 and j.id = $2 and j.lease_owner = $3 and j.status = 'running'`);

const renew = statement('bulk_jobs_renew', `
  update bulk_jobs j set lease_until_at = $4, processed = $5
  where j.organization_id = $1 and j.id = $2 and j.lease_owner = $3 and j.status = 'running' returning ${columns}`);

const release = statement('bulk_jobs_release', `
  update bulk_jobs set lease_owner = null, lease_until_at = $4 where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'running'`);

const nextChunk = statement('bulk_jobs_next_chunk', `
  select chunk, operations_sealed as "operationsSealed" from bulk_chunks
  where organization_id = $1 and job_id = $2 and results is null and chunk >= $3 order by chunk limit 1`);

const saveResults = statement('bulk_jobs_save_results', `
  update bulk_chunks set results = $4::jsonb, operations_sealed = null where organization_id = $1 and job_id = $2 and chunk = $3`);

const progress = statement('bulk_jobs_progress', `
  update bulk_jobs set processed = $4, summary = $5, lease_until_at = $6
  where organization_id = $1 and id = $2 and lease_owner = $3 and status = 'running' returning id`);

const finish = statement('bulk_jobs_finish', `
  update bulk_jobs set status = $4, finished_at = $5, problem = $6, lease_owner = null, lease_until_at = null
  where organization_id = $1 and id = $2 and lease_owner is not distinct from $3 and status in ('queued', 'running') returning id`);

/** What was asked may hold passwords: it goes once nobody needs it. */
const forget = statement('bulk_jobs_forget_operations', `
  update bulk_chunks set operations_sealed = null where organization_id = $1 and job_id = $2 and operations_sealed is not null`);

const purge = statement('bulk_jobs_purge', `
  delete from bulk_jobs where (organization_id, id) in (
    select organization_id, id from bulk_jobs where finished_at < $1 and status not in ('queued', 'running') limit 500 for update skip locked)
  returning id`);

const lock = statement('bulk_jobs_lock', `select ${columns} from bulk_jobs j where j.organization_id = $1 and j.id = $2 for update`);

const requestCancel = statement('bulk_jobs_request_cancel', 'update bulk_jobs set cancel_requested = true where organization_id = $1 and id = $2');

const results = statement('bulk_jobs_results', `
  select r.result from bulk_chunks c cross join lateral jsonb_array_elements(c.results) with ordinality as r (result, place)
  where c.organization_id = $1 and c.job_id = $2 and c.chunk between $3 and $4 and ($5::text is null or r.result ->> 'status' = $5)
  order by c.chunk, r.place limit $6 offset $7`);

export interface Chunk {
  readonly chunk: number;
  readonly operationsSealed: string;
}

@Injectable()
export class BulkJobsRepository {
  constructor(private readonly database: Database) {}

  async insert(context: Context, job: BulkJob): Promise<void> {
    const { id, resource, atomic, dryRun, total, summary, requestedBy, createdAt } = job;
    await this.database.query(context, insert, [context.organizationId, id, resource, atomic, dryRun, total, summary, requestedBy, createdAt]);
  }

  async insertChunks(context: Context, jobId: string, chunks: readonly Chunk[]): Promise<void> {
    const values = [chunks.map(({ chunk }) => chunk), chunks.map(({ operationsSealed }) => operationsSealed)];
    await this.database.query(context, insertChunks, [context.organizationId, jobId, ...values]);
  }

  find(context: Context, id: string): Promise<BulkJob | undefined> {
    return this.database.one(context, find, [context.organizationId, id]);
  }

  /** Of any organization. */
  claim(owner: string, now: Instant, untilAt: Instant): Promise<BulkJob | undefined> {
    return this.database.one(systemContext(everyOrganization, 'bulk'), claim, [owner, now, untilAt]);
  }

  /** The job while it is this owner's to run; undefined otherwise. */
  held(context: Context, id: string, owner: string): Promise<BulkJob | undefined> {
    return this.database.one(context, held, [context.organizationId, id, owner]);
  }

  renew(context: Context, id: string, owner: string, untilAt: Instant, processed: number): Promise<BulkJob | undefined> {
    return this.database.one(context, renew, [context.organizationId, id, owner, untilAt, processed]);
  }

  /** Others may claim the job from `fromAt` on. */
  async release(context: Context, id: string, owner: string, fromAt: Instant): Promise<void> {
    await this.database.query(context, release, [context.organizationId, id, owner, fromAt]);
  }

  /** The first chunk from `from` on that has no results. */
  nextChunk(context: Context, id: string, from = 0): Promise<Chunk | undefined> {
    return this.database.one(context, nextChunk, [context.organizationId, id, from]);
  }

  async saveResults(context: Context, id: string, chunk: number, of: readonly BulkResult[]): Promise<void> {
    await this.database.query(context, saveResults, [context.organizationId, id, chunk, JSON.stringify(of)]);
  }

  /** False when the job is no longer this owner's: then nothing that goes with it may be committed. */
  async progress(context: Context, id: string, owner: string, processed: number, summary: BulkSummary, untilAt: Instant): Promise<boolean> {
    return (await this.database.query(context, progress, [context.organizationId, id, owner, processed, summary, untilAt])).length > 0;
  }

  /** Ends a job that is this owner's (null: nobody's yet); false when it is not. */
  async finish(context: Context, id: string, owner: string | null, status: JobStatus, at: Instant, problem: ProblemDocument | null = null): Promise<boolean> {
    const ended = await this.database.query(context, finish, [context.organizationId, id, owner, status, at, problem]);
    if (ended.length > 0) await this.database.query(context, forget, [context.organizationId, id]);
    return ended.length > 0;
  }

  /** Of all organizations, at most 500 with their chunks; returns how many. */
  async purge(before: Instant): Promise<number> {
    return (await this.database.query(systemContext(everyOrganization, 'bulk retention'), purge, [before])).length;
  }

  lock(context: Context, id: string): Promise<BulkJob | undefined> {
    return this.database.one(context, lock, [context.organizationId, id]);
  }

  async requestCancel(context: Context, id: string): Promise<void> {
    await this.database.query(context, requestCancel, [context.organizationId, id]);
  }

  /** Results in order, out of these chunks; `status` keeps only those that have it. */
  async results(context: Context, id: string, chunks: { readonly first: number; readonly last: number }, page: { readonly status: string | null; readonly limit: number; readonly offset: number }): Promise<BulkResult[]> {
    const rows = await this.database.query<{ result: BulkResult }>(context, results, [context.organizationId, id, chunks.first, chunks.last, page.status, page.limit, page.offset]);
    return rows.map(({ result }) => result);
  }
}
