import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { type Claimant, WorkQueue } from '../../../database/queue/work-queue.js';
import { listFields } from '../../../http/list/list-fields.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../../http/list/list-rows.js';
import type { ProblemDocument } from '../../../http/problem/problem-document.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { ReportTask, TaskStatus } from './report-task.js';
import * as sql from './report-task.statements.js';

export const taskFields = listFields({
  id: 't.id',
  sort: 'created_at:desc',
  fields: {
    report_id: { column: 't.report_id', type: 'text' },
    status: { column: 't.status', type: 'text' },
    rows: { column: 't.rows', type: 'integer' },
    created_at: { column: 't.created_at', type: 'instant' },
    finished_at: { column: 't.finished_at', type: 'instant' },
    expires_at: { column: 't.expires_at', type: 'instant' },
  },
});

const content = statement(
  'report_tasks_chunk',
  'select content from report_file_chunks where organization_id = $1 and task_id = $2 and chunk = $3',
);

@Injectable()
export class ReportTasksRepository {
  private readonly queue: WorkQueue<ReportTask>;

  constructor(private readonly database: Database) {
    this.queue = new WorkQueue(database, sql.tasks);
  }

  list(context: Context, list: ListQuery): Promise<ListedRows<ReportTask>> {
    return listRows<ReportTask>(this.database, context, list, {
      name: 'report_tasks',
      select: sql.columns,
      from: 'report_tasks t',
      where: 't.organization_id = $1',
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<ReportTask | undefined> {
    return this.database.one(context, sql.find, [context.organizationId, id]);
  }

  /** False, and nothing stored, if the organization already has `most` open tasks. */
  async insert(context: Context, task: ReportTask, most: number): Promise<boolean> {
    const { id, reportId, parameters, format, earliestAt, latestAt, requestedBy, createdAt } = task;
    return this.database.transaction(context, async (inside) => {
      await this.database.query(inside, sql.lockOpen, [context.organizationId]);
      const values = [
        context.organizationId,
        id,
        reportId,
        JSON.stringify(parameters),
        format,
        earliestAt,
        latestAt,
        requestedBy,
        createdAt,
        most,
      ];
      return (await this.database.query(inside, sql.insertTask, values)).length > 0;
    });
  }

  afterCommit(context: Context, action: () => void): void {
    this.database.afterCommit(context, action);
  }

  /** Of any organization. */
  async claim(claimant: Claimant): Promise<ReportTask | undefined> {
    return (await this.queue.claim({ ...claimant, limit: 1 })).at(0);
  }

  /** The task while this owner may run it; undefined otherwise. */
  held(context: Context, id: string, owner: string): Promise<ReportTask | undefined> {
    return this.database.one(context, sql.held, [context.organizationId, id, owner]);
  }

  async renew(context: Context, id: string, owner: string, untilAt: Instant): Promise<void> {
    await this.database.query(context, sql.renewTask, [context.organizationId, id, owner, untilAt]);
  }

  /** Others may claim the task from `fromAt` on. A `forgiven` try does not count. */
  async release(context: Context, id: string, owner: string, fromAt: Instant, isForgiven: boolean): Promise<void> {
    await this.database.query(context, sql.releaseTask, [
      context.organizationId,
      id,
      owner,
      fromAt,
      isForgiven ? 1 : 0,
    ]);
  }

  /** False if the task is no longer this owner's: nothing that belongs to it may then be committed. */
  async progress(context: Context, task: ReportTask, owner: string, untilAt: Instant): Promise<boolean> {
    const { id, rows, chunks, position } = task;
    return (
      (
        await this.database.query(context, sql.recordTaskProgress, [
          context.organizationId,
          id,
          owner,
          rows,
          chunks,
          position,
          untilAt,
        ])
      ).length > 0
    );
  }

  /**
   * Ends a task of this owner (null: one without an owner). False if it is not theirs. An incomplete file is deleted.
   */
  async finish(
    context: Context,
    id: string,
    owner: string | null,
    end: { status: TaskStatus; at: Instant; expiresAt?: Instant; problem?: ProblemDocument },
  ): Promise<boolean> {
    const ended = await this.database.query(context, sql.finishTask, [
      context.organizationId,
      id,
      owner,
      end.status,
      end.at,
      end.expiresAt ?? null,
      end.problem ?? null,
    ]);
    if (ended.length > 0 && end.status !== 'completed')
      await this.database.query(context, sql.forgetFile, [context.organizationId, id]);
    return ended.length > 0;
  }

  /**
   * Cancels a queued task at once, asks a running one to stop, deletes a finished one with its file. False if there is
   * none.
   */
  cancel(context: Context, id: string, at: Instant): Promise<boolean> {
    return this.database.transaction(context, async (inside) => {
      const task = await this.database.one<ReportTask>(inside, sql.lockTask, [context.organizationId, id]);
      if (task?.status === 'queued') await this.finish(inside, id, null, { status: 'cancelled', at });
      else
        await this.database.query(inside, task?.status === 'running' ? sql.requestCancel : sql.removeTask, [
          context.organizationId,
          id,
        ]);
      return task !== undefined;
    });
  }

  /** The chunks of a file in order, each read once the previous one is used up. */
  async *contents(context: Context, { id, chunks }: ReportTask): AsyncGenerator<string> {
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const found = await this.database.one<{ content: string }>(context, content, [context.organizationId, id, chunk]);
      if (!found) throw new Error(`Chunk ${chunk} of the report task ${id} went while it was read`);
      yield found.content;
    }
  }
}
