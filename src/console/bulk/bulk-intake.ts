import { Injectable } from '@nestjs/common';
import type { ListPart, StreamedBody } from '../../http/body/streamed-body.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { type BulkJob, chunkSize, emptySummary, mostOfJob, mostOpenJobs } from './bulk.js';
import { BulkJobsRepository } from './bulk-jobs.repository.js';
import { BulkMatches } from './bulk-matches.js';
import { readEnvelope, readBulkMatching, tooMany } from './bulk-request.js';
import { SealedOperations } from './sealed-operations.js';

/**
 * Stores a job while its request arrives, chunk by chunk, so that a job of any length takes the memory of two chunks.
 * It becomes a job once all of it is stored. A bad request, or one that ends early, leaves nothing behind.
 */
@Injectable()
export class BulkIntake {
  constructor(
    private readonly jobs: BulkJobsRepository,
    private readonly operations: SealedOperations,
    private readonly matches: BulkMatches,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly log: Log,
  ) {}

  async receive(context: Context, resource: string, body: StreamedBody): Promise<BulkJob> {
    const job = this.newJob(context, resource);
    const store = new ChunkStore(
      () => this.begin(context, job),
      (part) => this.jobs.insertChunk(context, job.id, this.operations.seal(job.id, part.from / chunkSize, part.json)),
    );
    try {
      const read = await body.list({ member: 'operations', size: chunkSize }, (part) => store.take(part));
      const matching = readBulkMatching(read, store.count);
      const envelope = matching ? withoutMatching(read as object) : read;
      if (matching) {
        readEnvelope(envelope, 1, mostOfJob);
        for (const part of await this.matches.operations(context, resource, matching)) await store.take(part);
      }
      const whole = {
        ...job,
        ...readEnvelope(envelope ?? {}, store.count, mostOfJob),
        total: store.count,
        createdAt: this.clock.instant(),
      };
      await store.settled();
      await this.jobs.queue(context, whole);
      return whole;
    } catch (error) {
      if (store.count > 0) await this.discard(context, job.id, store);
      throw error;
    }
  }

  private async begin(context: Context, job: BulkJob): Promise<void> {
    if (await this.jobs.insert(context, job, mostOpenJobs)) return;
    throw new Problem(
      'conflict',
      `${mostOpenJobs} bulk jobs are waiting or running already: let one finish, or cancel it with POST ` +
        '/bulk/status/{job_id}/cancel',
    );
  }

  /** Retention removes what cannot be discarded now. */
  private async discard(context: Context, id: string, store: ChunkStore): Promise<void> {
    await store.settled().catch(() => undefined);
    await this.jobs
      .discard(context, id)
      .catch((error: unknown) =>
        this.log.warn({ jobId: id, error: String(error) }, 'removing an incomplete bulk job failed'),
      );
  }

  private newJob(context: Context, resource: string): BulkJob {
    return {
      organizationId: context.organizationId,
      id: this.ids.next(),
      resource,
      status: 'queued',
      atomic: false,
      dryRun: false,
      total: 0,
      processed: 0,
      summary: emptySummary,
      problem: null,
      chunkSize,
      requestedBy: context.actor.id,
      cancelRequested: false,
      createdAt: this.clock.instant(),
      startedAt: null,
      finishedAt: null,
    };
  }
}

/** The rest works as in a request that lists its operations. */
function withoutMatching(body: object): object {
  const { filter: _filter, op: _op, data: _data, ...rest } = body as Record<string, unknown>;
  return { ...rest, operations: [] };
}

/** Stores one part while reading the next. */
class ChunkStore {
  count = 0;
  private storing: Promise<void> = Promise.resolve();

  constructor(
    private readonly begin: () => Promise<void>,
    private readonly store: (part: ListPart) => Promise<void>,
  ) {}

  async take(part: ListPart): Promise<void> {
    if (part.from + part.elements.length > mostOfJob) throw Problem.invalid([tooMany(mostOfJob)]);
    await this.storing;
    const isFirst = this.count === 0;
    this.count += part.elements.length;
    this.storing = isFirst ? this.begin().then(() => this.store(part)) : this.store(part);
    // The caller that awaits it gets the failure.
    this.storing.catch(() => undefined);
  }

  settled(): Promise<void> {
    return this.storing;
  }
}
