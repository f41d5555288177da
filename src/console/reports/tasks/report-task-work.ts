import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { problemDocument } from '../../../http/problem/problem-document.js';
import { Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { ReportCatalogue } from '../definitions/report-catalogue.js';
import { readReportRequest, type ReportRequest } from '../query/report-request.js';
import { rowsAtOnce } from '../query/report-sql.js';
import { inUtc } from '../query/report-time.js';
import { ReportsRepository } from '../query/reports.repository.js';
import { fileKeptSeconds, taskLeaseSeconds, mostRowsOfFile, type ReportTask } from './report-task.js';
import { ReportTasksRepository } from './report-tasks.repository.js';

/** Rolls back what a process wrote after it lost its task. */
class Lost extends Error {}

/**
 * Makes the file of a claimed task. A chunk, the position after it and the proof of the lease share a transaction: the
 * next worker continues after the last chunk, and a process without the lease cannot commit. Rows move between tables
 * inside the database.
 */
@Injectable()
export class ReportTaskWork {
  constructor(
    private readonly database: Database,
    private readonly tasks: ReportTasksRepository,
    private readonly reports: ReportsRepository,
    private readonly catalogue: ReportCatalogue,
    private readonly clock: Clock,
  ) {}

  /** Runs until the task is finished, lost to another process, or `signal` is aborted (after the current chunk). */
  async work(task: ReportTask, owner: string, signal: AbortSignal): Promise<void> {
    const context = contextOfTask(task);
    const request = this.requestOf(context, task);
    if (request instanceof Problem) return this.fail(context, task, owner, request.detail);
    const done = new AbortController();
    const leased = this.keepLease(context, task.id, owner, done.signal);
    try {
      while (!signal.aborted && (await this.chunk(context, task.id, request, owner)));
    } finally {
      done.abort();
      await leased;
    }
  }

  async fail(context: Context, { id }: ReportTask, owner: string, detail: string): Promise<void> {
    await this.tasks.finish(context, id, owner, {
      status: 'failed',
      at: this.clock.instant(),
      problem: problemDocument(422, detail, `/reports/tasks/${id}`),
    });
  }

  /** Parses the request against today's reports: a later version of the program may know other columns. */
  private requestOf(
    context: Context,
    { reportId, parameters, earliestAt, latestAt, createdAt }: ReportTask,
  ): ReportRequest | Problem {
    try {
      return readReportRequest(
        this.catalogue.permitted(context, reportId),
        { ...parameters, earliest: earliestAt, latest: latestAt },
        inUtc(createdAt),
      );
    } catch (error) {
      if (error instanceof Problem) return error;
      throw error;
    }
  }

  /** Whether there may be more to do. */
  private async chunk(context: Context, id: string, request: ReportRequest, owner: string): Promise<boolean> {
    try {
      return await this.database.transaction(context, async (inside) => {
        const task = await this.tasks.held(inside, id, owner);
        if (!task) return false;
        if (task.cancelRequested) return this.end(inside, task, owner, 'cancelled');
        if (task.rows >= mostRowsOfFile) {
          await this.fail(
            inside,
            task,
            owner,
            `A file holds at most ${mostRowsOfFile} rows: narrow earliest and latest, or filter`,
          );
          return false;
        }
        const { rows, position } = await this.reports.writeChunk(inside, request, task.position, {
          taskId: id,
          chunk: task.chunks,
        });
        const after = {
          ...task,
          rows: task.rows + rows,
          chunks: task.chunks + (rows > 0 ? 1 : 0),
          position: position ?? task.position,
        };
        if (!(await this.tasks.progress(inside, after, owner, this.leaseEnd()))) throw new Lost();
        return rows === rowsAtOnce && position ? true : this.end(inside, after, owner, 'completed');
      });
    } catch (error) {
      if (error instanceof Lost) return false;
      throw error;
    }
  }

  private async end(
    inside: Context,
    { id }: ReportTask,
    owner: string,
    status: 'completed' | 'cancelled',
  ): Promise<false> {
    const at = this.clock.instant();
    const isOurs = await this.tasks.finish(inside, id, owner, {
      status,
      at,
      expiresAt: status === 'completed' ? laterBy(at, fileKeptSeconds) : undefined,
    });
    if (!isOurs) throw new Lost();
    return false;
  }

  /** Sums over a year may take longer than the lease. Runs only while this task is claimed. */
  private async keepLease(context: Context, id: string, owner: string, done: AbortSignal): Promise<void> {
    while (!done.aborted) {
      await this.clock.sleep((taskLeaseSeconds * 1000) / 3, done);
      if (!done.aborted) await this.tasks.renew(context, id, owner, this.leaseEnd()).catch(() => undefined);
    }
  }

  private leaseEnd(): Instant {
    return laterBy(this.clock.instant(), taskLeaseSeconds);
  }
}

/** Acts for the key that asked. Its rights were checked when it asked. */
export function contextOfTask({ organizationId, id, requestedBy }: ReportTask): Context {
  return {
    organizationId,
    requestId: id,
    actor: { kind: 'key', id: requestedBy, name: 'report task', permissions: ['*'] },
  };
}
