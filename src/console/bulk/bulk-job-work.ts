import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type BulkJob, type BulkResult, emptySummary, jobLeaseSeconds, summaryOf } from './bulk.js';
import { BulkJobQueueRepository } from './bulk-job-queue.repository.js';
import type { PreparedOperations } from './bulk-resource.js';
import { BulkResources } from './bulk-resources.js';
import { anyFailed, rolledBackResults } from './bulk-run.js';
import { SealedOperations } from './sealed-operations.js';

interface PreparedChunk {
  readonly number: number;
  readonly carryOut: PreparedOperations;
}

type Done = Pick<BulkJob, 'processed' | 'summary' | 'cancelRequested'>;

/** Ends the one transaction of an atomic job or a dry run, which is rolled back on purpose. */
class TakenBack extends Error {
  constructor(
    readonly isCancelled: boolean,
    readonly results: BulkResult[][],
  ) {
    super('taken back');
  }
}

/** Rolls a chunk back when another process has the job or this one stops. The next worker repeats it. */
class Abandoned extends Error {}

/**
 * Works on a claimed job. A chunk and its results share a transaction that ends by proving the lease. A chunk is
 * therefore done exactly once however often processes die, and a process without the lease cannot commit.
 */
@Injectable()
export class BulkJobWork {
  constructor(
    private readonly database: Database,
    private readonly jobs: BulkJobQueueRepository,
    private readonly resources: BulkResources,
    private readonly operations: SealedOperations,
    private readonly clock: Clock,
  ) {}

  /** Runs until the job is finished, lost to another process, or `signal` is aborted (after the current chunk). */
  async work(job: BulkJob, owner: string, signal: AbortSignal): Promise<void> {
    const context = contextOfJob(job);
    if (job.atomic || job.dryRun) return this.workWhole(context, job, owner, signal);
    try {
      await this.workChunks(context, job, owner, signal);
    } catch (error) {
      unlessAbandoned(error);
    }
  }

  /** Reads, opens and checks the next chunk while the database carries out the present one. */
  private async workChunks(context: Context, job: BulkJob, owner: string, signal: AbortSignal): Promise<void> {
    let next = this.prepared(context, job, 0);
    let { processed, summary, cancelRequested } = job;
    while (!signal.aborted) {
      const chunk = cancelRequested ? undefined : await next;
      if (!chunk)
        return void (await this.jobs.finish(
          context,
          job.id,
          owner,
          cancelRequested ? 'cancelled' : 'completed',
          this.clock.instant(),
        ));
      next = this.prepared(context, job, chunk.number + 1);
      ({ processed, summary, cancelRequested } = await this.carryOut(context, job.id, owner, chunk, {
        processed,
        summary,
      }));
    }
  }

  private carryOut(
    context: Context,
    id: string,
    owner: string,
    { number, carryOut }: PreparedChunk,
    before: Pick<BulkJob, 'processed' | 'summary'>,
  ): Promise<Done> {
    return this.database.transaction(context, async (inside) => {
      const results = await carryOut(inside);
      const progress = { processed: before.processed + results.length, summary: summaryOf(results, before.summary) };
      const kept = await this.jobs.saveChunk(
        inside,
        id,
        owner,
        { ...progress, untilAt: this.leaseEnd() },
        number,
        results,
      );
      if (!kept) throw new Abandoned();
      return { ...progress, ...kept };
    });
  }

  /** The first chunk from `from` on without results, read on its own connection. */
  private prepared(context: Context, job: BulkJob, from: number): Promise<PreparedChunk | undefined> {
    const prepared = this.jobs.nextChunk(context, job.id, from).then(
      (chunk) =>
        chunk && {
          number: chunk.chunk,
          carryOut: this.resources
            .named(job.resource)
            .prepare(this.operations.open(job.id, chunk), chunk.chunk * job.chunkSize),
        },
    );
    // It may fail before anybody awaits it.
    prepared.catch(() => undefined);
    return prepared;
  }

  /** Runs all chunks in one transaction, and renews the lease beside it. */
  private async workWhole(context: Context, job: BulkJob, owner: string, signal: AbortSignal): Promise<void> {
    try {
      await this.database.transaction(context, async (inside) => {
        const results = await this.runAll(context, inside, job, owner, signal);
        if (job.dryRun || anyFailed(results.flat())) throw new TakenBack(false, results);
        await this.keep(inside, job, owner, results, 'completed');
      });
    } catch (error) {
      if (error instanceof Abandoned) return;
      if (!(error instanceof TakenBack)) throw error;
      await this.database
        .transaction(context, (inside) => this.keepTakenBack(inside, job, owner, error))
        .catch(unlessAbandoned);
    }
  }

  /** Results by chunk. */
  private async runAll(
    context: Context,
    inside: Context,
    job: BulkJob,
    owner: string,
    signal: AbortSignal,
  ): Promise<BulkResult[][]> {
    const resource = this.resources.named(job.resource);
    const results: BulkResult[][] = [];
    for (;;) {
      const current = await this.jobs.renew(
        context,
        job.id,
        owner,
        this.leaseEnd(),
        Math.min(job.total, results.length * job.chunkSize),
      );
      if (!current || signal.aborted) throw new Abandoned();
      if (current.cancelRequested) throw new TakenBack(true, []);
      const chunk = await this.jobs.nextChunk(inside, job.id, results.length);
      if (!chunk) return results;
      results.push(await resource.prepare(this.operations.open(job.id, chunk), chunk.chunk * job.chunkSize)(inside));
    }
  }

  private async keepTakenBack(
    inside: Context,
    job: BulkJob,
    owner: string,
    { isCancelled, results }: TakenBack,
  ): Promise<void> {
    if (isCancelled) return this.keep(inside, job, owner, [], 'cancelled');
    const all = rolledBackResults(job.resource, results.flat(), job.atomic);
    const chunks = results.map((_, chunk) => all.slice(chunk * job.chunkSize, (chunk + 1) * job.chunkSize));
    await this.keep(inside, job, owner, chunks, job.atomic && anyFailed(all) ? 'failed' : 'completed');
  }

  private async keep(
    inside: Context,
    job: BulkJob,
    owner: string,
    chunks: BulkResult[][],
    status: 'completed' | 'failed' | 'cancelled',
  ): Promise<void> {
    const all = chunks.flat();
    for (const [chunk, results] of chunks.entries()) await this.jobs.saveResults(inside, job.id, chunk, results);
    const isOurs =
      (await this.jobs.progress(inside, job.id, owner, {
        processed: all.length,
        summary: summaryOf(all, emptySummary),
        untilAt: this.leaseEnd(),
      })) && (await this.jobs.finish(inside, job.id, owner, status, this.clock.instant()));
    if (!isOurs) throw new Abandoned();
  }

  private leaseEnd(): Instant {
    return laterBy(this.clock.instant(), jobLeaseSeconds);
  }
}

function unlessAbandoned(error: unknown): void {
  if (!(error instanceof Abandoned)) throw error;
}

/** Acts for the key that asked. Its rights were checked when it asked. */
export function contextOfJob({ organizationId, id, requestedBy }: BulkJob): Context {
  return {
    organizationId,
    requestId: id,
    actor: { kind: 'key', id: requestedBy, name: 'bulk job', permissions: ['*'] },
  };
}
