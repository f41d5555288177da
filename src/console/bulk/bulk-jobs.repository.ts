import { Injectable } from '@nestjs/common';
import { Database, sqlState, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { BulkJob, BulkResult, BulkSummary, JobStatus } from './bulk.js';
import type { ProblemDocument } from '../../http/problem/problem-document.js';

export const bulkJobFields = listFields({
  id: 'j.id',
  sort: 'created_at:desc',
  fields: {
    job_id: { column: 'j.id', type: 'uuid' },
    resource: { column: 'j.resource', type: 'text' },
    status: { column: 'j.status', type: 'text' },
    atomic: { column: 'j.atomic', type: 'boolean' },
    dry_run: { column: 'j.dry_run', type: 'boolean' },
    total: { column: 'j.total', type: 'integer' },
    processed: { column: 'j.processed', type: 'integer' },
    created_at: { column: 'j.created_at', type: 'instant' },
    started_at: { column: 'j.started_at', type: 'instant' },
    finished_at: { column: 'j.finished_at', type: 'instant' },
  },
});

const columns = `j.organization_id as "organizationId", j.id, j.resource, j.status, j.atomic, j.dry_run as "dryRun", j.total, j.processed, j.summary, j.problem, j.chunk_size as "chunkSize",
  j.requested_by as "requestedBy", j.cancel_requested as "cancelRequested", j.created_at as "createdAt", j.started_at as "startedAt", j.finished_at as "finishedAt"`;

// What a request has yet to send whole is nobody's job: no worker takes it and no caller sees it.
const insert = statement(
  'bulk_jobs_insert',
  `
  insert into bulk_jobs (organization_id, id, resource, status, atomic, dry_run, total, summary, requested_by,
    created_at, chunk_size)
  select $1, $2, $3, 'receiving', false, false, 0, $4, $5, $6::timestamptz, $8
  where (select count(*) from bulk_jobs o where o.organization_id = $1 and (o.status in ('queued', 'running')
    or o.status = 'receiving' and o.created_at > $6::timestamptz - interval '5 minutes')) < $7::int
  returning id`,
);
/** Until the transaction ends: requests that come together are counted one after the other. */
const lockOpen = statement('bulk_jobs_lock_open', "select pg_advisory_xact_lock(hashtext('bulk_jobs'), hashtext($1))");

const queue = statement(
  'bulk_jobs_queue',
  `
  update bulk_jobs set status = 'queued', atomic = $3, dry_run = $4, total = $5, created_at = $6
  where organization_id = $1 and id = $2 and status = 'receiving' returning id`,
);

const discard = statement(
  'bulk_jobs_discard',
  "delete from bulk_jobs where organization_id = $1 and id = $2 and status = 'receiving'",
);

const insertChunk = statement(
  'bulk_jobs_insert_chunk',
  `
  insert into bulk_chunks (organization_id, job_id, chunk, operations_sealed) values ($1, $2, $3, $4)`,
);

const find = statement(
  'bulk_jobs_find',
  `select ${columns} from bulk_jobs j where j.organization_id = $1 and j.id = $2 and j.status <> 'receiving'`,
);

/**
 * The oldest job that nobody works on; one whose worker died comes back when its lease runs out, at once when it is
 * known to be gone.
 */
/**
 * The oldest job of the organization whose last one began longest ago: who has many of them waits for those who have
 * one.
 */
const claim = statement(
  'bulk_jobs_claim',
  `
  update bulk_jobs j set status = 'running', lease_owner = $1, lease_until_at = $3, started_at = coalesce(j.started_at,
    $2)
  where (j.organization_id, j.id) = (
    select n.organization_id, n.id from bulk_jobs n
    where n.status in ('queued', 'running') and (n.lease_until_at is null or n.lease_until_at <= $2
      or n.lease_owner = any ($4::text[]))
    order by (select max(o.started_at) from bulk_jobs o where o.organization_id = n.organization_id) nulls first,
      n.created_at limit 1 for update of n skip locked)
  returning ${columns}`,
);

const owners = statement(
  'bulk_jobs_owners',
  `
  select distinct lease_owner as owner from bulk_jobs where status = 'running' and lease_until_at > $1`,
);

const renew = statement(
  'bulk_jobs_renew',
  `
  update bulk_jobs j set lease_until_at = $4, processed = $5
  where j.organization_id = $1 and j.id = $2 and j.lease_owner = $3 and j.status = 'running' returning ${columns}`,
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

/** What was asked may hold passwords: it goes once nobody needs it. */
const forget = statement(
  'bulk_jobs_forget_operations',
  `
  update bulk_chunks set operations_sealed = null where organization_id = $1 and job_id = $2 and operations_sealed is
    not null`,
);

const purge = statement(
  'bulk_jobs_purge',
  `
  delete from bulk_jobs where (organization_id, id) in (
    select organization_id, id from bulk_jobs where finished_at < $1 and status not in ('queued', 'running') limit 500
      for update skip locked)
  returning id`,
);

/** Requests take minutes at most: what is still being received an hour later died with its process. */
const purgeReceiving = statement(
  'bulk_jobs_purge_receiving',
  `delete from bulk_jobs where status = 'receiving' and created_at < $1 returning id`,
);

const lock = statement(
  'bulk_jobs_lock',
  `select ${columns} from bulk_jobs j where j.organization_id = $1 and j.id = $2 and j.status <> 'receiving'
    for update`,
);

const requestCancel = statement(
  'bulk_jobs_request_cancel',
  'update bulk_jobs set cancel_requested = true where organization_id = $1 and id = $2',
);

const results = statement(
  'bulk_jobs_results',
  `
  select r.result from bulk_chunks c cross join lateral jsonb_array_elements(c.results) with ordinality as r (result,
    place)
  where c.organization_id = $1 and c.job_id = $2 and c.chunk between $3 and $4 and ($5::text is null
    or r.result ->> 'status' = $5)
  order by c.chunk, r.place limit $6 offset $7`,
);

export interface Chunk {
  readonly chunk: number;
  readonly operationsSealed: string;
}

/** How far a job is, and until when nobody else may have it. */
export interface Progress {
  readonly processed: number;
  readonly summary: BulkSummary;
  readonly untilAt: Instant;
}

export interface Kept {
  readonly cancelRequested: boolean;
}

@Injectable()
export class BulkJobsRepository {
  constructor(private readonly database: Database) {}

  /**
   * A job that is being received, invisible until it is queued. False when the organization has `most` of them open:
   * then nothing is stored.
   */
  insert(
    context: Context,
    { id, resource, summary, requestedBy, createdAt, chunkSize }: BulkJob,
    most: number,
  ): Promise<boolean> {
    return this.database.transaction(context, async (inside) => {
      await this.database.query(inside, lockOpen, [context.organizationId]);
      return (
        (
          await this.database.query(inside, insert, [
            context.organizationId,
            id,
            resource,
            summary,
            requestedBy,
            createdAt,
            most,
            chunkSize,
          ])
        ).length > 0
      );
    });
  }

  /** It was received whole. @throws Problem conflict when that took so long that the retention let go of it */
  async queue(context: Context, { id, atomic, dryRun, total, createdAt }: BulkJob): Promise<void> {
    const queued = await this.database.query(context, queue, [
      context.organizationId,
      id,
      atomic,
      dryRun,
      total,
      createdAt,
    ]);
    if (queued.length === 0) throw tooSlow();
  }

  async discard(context: Context, id: string): Promise<void> {
    await this.database.query(context, discard, [context.organizationId, id]);
  }

  /** One by one: in an array the driver would copy each text of 200 KB four times. @throws Problem as `queue` does */
  async insertChunk(context: Context, jobId: string, { chunk, operationsSealed }: Chunk): Promise<void> {
    try {
      await this.database.query(context, insertChunk, [context.organizationId, jobId, chunk, operationsSealed]);
    } catch (error) {
      throw sqlState(error) === jobIsGone ? tooSlow() : error;
    }
  }

  find(context: Context, id: string): Promise<BulkJob | undefined> {
    return this.database.one(context, find, [context.organizationId, id]);
  }

  list(context: Context, list: ListQuery): Promise<ListedRows<BulkJob>> {
    return listRows<BulkJob>(this.database, context, list, {
      name: 'bulk_jobs_list',
      select: columns,
      from: 'bulk_jobs j',
      where: "j.organization_id = $1 and j.status <> 'receiving'",
      values: [context.organizationId],
    });
  }

  /** Of any organization; leases of those who are `gone` count as over. */
  claim(owner: string, now: Instant, untilAt: Instant, gone: readonly string[] = []): Promise<BulkJob | undefined> {
    return this.database.one(systemContext(everyOrganization, 'bulk'), claim, [owner, now, untilAt, gone]);
  }

  /** Who holds jobs just now, in any organization. */
  async owners(now: Instant): Promise<string[]> {
    return (await this.database.query<{ owner: string }>(systemContext(everyOrganization, 'bulk'), owners, [now])).map(
      ({ owner }) => owner,
    );
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

  /** The first chunk from `from` on that has no results. */
  nextChunk(context: Context, id: string, from = 0): Promise<Chunk | undefined> {
    return this.database.one(context, nextChunk, [context.organizationId, id, from]);
  }

  async saveResults(context: Context, id: string, chunk: number, of: readonly BulkResult[]): Promise<void> {
    await this.database.query(context, saveResults, [context.organizationId, id, chunk, JSON.stringify(of)]);
  }

  /** Undefined when the job is no longer this owner's: then nothing that goes with it may be committed. */
  progress(
    context: Context,
    id: string,
    owner: string,
    { processed, summary, untilAt }: Progress,
  ): Promise<Kept | undefined> {
    return this.database.one<Kept>(context, progress, [context.organizationId, id, owner, processed, summary, untilAt]);
  }

  /** The same together with the results of a chunk. */
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

  /** Ends a job that is this owner's (null: nobody's yet); false when it is not. */
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

  /** Of all organizations, at most 500 with their chunks; returns how many. */
  async purge(before: Instant): Promise<number> {
    return (await this.database.query(systemContext(everyOrganization, 'bulk retention'), purge, [before])).length;
  }

  /** What nobody will finish receiving. */
  async purgeReceiving(before: Instant): Promise<number> {
    return (await this.database.query(systemContext(everyOrganization, 'bulk retention'), purgeReceiving, [before]))
      .length;
  }

  lock(context: Context, id: string): Promise<BulkJob | undefined> {
    return this.database.one(context, lock, [context.organizationId, id]);
  }

  async requestCancel(context: Context, id: string): Promise<void> {
    await this.database.query(context, requestCancel, [context.organizationId, id]);
  }

  /** Results in order, out of these chunks; `status` keeps only those that have it. */
  async results(
    context: Context,
    id: string,
    chunks: { readonly first: number; readonly last: number },
    page: { readonly status: string | null; readonly limit: number; readonly offset: number },
  ): Promise<BulkResult[]> {
    const rows = await this.database.query<{ result: BulkResult }>(context, results, [
      context.organizationId,
      id,
      chunks.first,
      chunks.last,
      page.status,
      page.limit,
      page.offset,
    ]);
    return rows.map(({ result }) => result);
  }
}

/** Foreign key: chunks of a job that the retention let go of. */
const jobIsGone = '23503';

function tooSlow(): Problem {
  return new Problem(
    'conflict',
    'The job took more than an hour to arrive and was let go of: send it again, in smaller parts',
  );
}
