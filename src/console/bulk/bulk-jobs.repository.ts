import { Injectable } from '@nestjs/common';
import { Database, sqlState, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { BulkJob, BulkResult } from './bulk.js';

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

export const bulkJobColumns = `j.organization_id as "organizationId", j.id, j.resource, j.status, j.atomic,
  j.dry_run as "dryRun",
  j.total, j.processed,
  j.summary, j.problem, j.chunk_size as "chunkSize",
  j.requested_by as "requestedBy", j.cancel_requested as "cancelRequested", j.created_at as "createdAt",
  j.started_at as "startedAt",
  j.finished_at as "finishedAt"`;

// A job is invisible to workers and callers until its request has arrived completely.
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
/** Held until the transaction ends, so that simultaneous requests are counted one after the other. */
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
  `select ${bulkJobColumns} from bulk_jobs j where j.organization_id = $1 and j.id = $2 and j.status <> 'receiving'`,
);

const lock = statement(
  'bulk_jobs_lock',
  `select ${bulkJobColumns} from bulk_jobs j where j.organization_id = $1 and j.id = $2 and j.status <> 'receiving'
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

/** Bulk jobs as callers see them. */
@Injectable()
export class BulkJobsRepository {
  constructor(private readonly database: Database) {}

  /**
   * A job that is being received, invisible until it is queued. False, and nothing stored, if the organization already
   * has `most` open jobs.
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

  /** The request has arrived completely. @throws Problem conflict if that took so long that retention removed it */
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
      select: bulkJobColumns,
      from: 'bulk_jobs j',
      where: "j.organization_id = $1 and j.status <> 'receiving'",
      values: [context.organizationId],
    });
  }

  lock(context: Context, id: string): Promise<BulkJob | undefined> {
    return this.database.one(context, lock, [context.organizationId, id]);
  }

  async requestCancel(context: Context, id: string): Promise<void> {
    await this.database.query(context, requestCancel, [context.organizationId, id]);
  }

  /** Results of these chunks, in order. `status` filters them. */
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

/** The foreign key: chunks of a job that retention removed. */
const jobIsGone = '23503';

function tooSlow(): Problem {
  return new Problem(
    'conflict',
    'The job took more than an hour to arrive and was let go of: send it again, in smaller parts',
  );
}
