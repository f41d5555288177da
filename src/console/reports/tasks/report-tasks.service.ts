import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import type { ListQuery, QueryParameters } from '../../../http/list/list-query.js';
import type { ListedRows } from '../../../http/list/list-rows.js';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Ids } from '../../../kernel/ids.js';
import { ReportCatalogue } from '../definitions/report-catalogue.js';
import { readReportRequest, type ReportFormat, type ReportRequest } from '../query/report-request.js';
import { requireReadable } from '../query/report-sql.js';
import { csvStream, jsonStream } from '../query/report-stream.js';
import { inUtc, requireLength } from '../query/report-time.js';
import { ReportsRepository } from '../query/reports.repository.js';
import { mostDaysOfSums, mostOpenTasks, type ReportTask } from './report-task.js';
import { ReportTasksRepository } from './report-tasks.repository.js';
import { ReportWorker } from './report-worker.js';

/** Reports that are made into files. */
@Injectable()
export class ReportTasksService {
  constructor(
    private readonly catalogue: ReportCatalogue,
    private readonly tasks: ReportTasksRepository,
    private readonly reports: ReportsRepository,
    private readonly worker: ReportWorker,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Answers once the task is stored; some process makes the file. Relative times are resolved now. */
  async start(context: Context, reportId: string, query: QueryParameters): Promise<ReportTask> {
    const task = await this.understand(context, reportId, query);
    if (!(await this.tasks.insert(context, task, mostOpenTasks))) {
      throw new Problem(
        'conflict',
        `${mostOpenTasks} report tasks are waiting or running already: let one finish, or cancel it with ` +
          'DELETE /reports/tasks/{task_name}',
      );
    }
    this.tasks.afterCommit(context, () => this.worker.ring());
    return task;
  }

  /** The task that `start` would store, or its refusal. */
  async understand(context: Context, reportId: string, query: QueryParameters): Promise<ReportTask> {
    const report = this.catalogue.permitted(context, reportId);
    const now = this.clock.instant();
    const request = readReportRequest(report, query, { at: now, timeZone: await this.reports.timeZone(context) });
    requireReadable(request);
    if (request.report.time === null) requireLength(request, mostDaysOfSums, 'ask for several files');
    const {
      earliest: _earliest,
      latest: _latest,
      format: _format,
      page: _page,
      page_size: _size,
      ...parameters
    } = query;
    return {
      organizationId: context.organizationId,
      id: this.ids.next(),
      reportId: request.report.id,
      status: 'queued',
      parameters,
      format: request.format,
      earliestAt: request.earliestAt,
      latestAt: request.latestAt,
      rows: 0,
      chunks: 0,
      position: null,
      attempts: 0,
      cancelRequested: false,
      problem: null,
      requestedBy: context.actor.id,
      createdAt: now,
      startedAt: null,
      finishedAt: null,
      expiresAt: null,
    };
  }

  list(context: Context, list: ListQuery): Promise<ListedRows<ReportTask>> {
    return this.tasks.list(context, list);
  }

  async read(context: Context, id: string): Promise<ReportTask> {
    const task = await this.tasks.find(context, id);
    if (!task) throw Problem.notFound('report task', id);
    return task;
  }

  /** The whole file in `format` (by default the one requested at the start), read while it is sent. */
  file(
    context: Context,
    task: ReportTask,
    format: ReportFormat = task.format,
  ): { body: Readable; format: ReportFormat } {
    const request = this.requestOf(context, task);
    if (task.status === 'expired')
      throw new Problem(
        'not_found',
        `The file of the report task ${task.id} was kept until ${task.expiresAt}: start the report again`,
      );
    if (task.status === 'failed')
      throw new Problem('conflict', `The report could not be made. ${task.problem?.detail ?? ''}`.trim());
    if (task.status !== 'completed')
      throw new Problem('conflict', `The report task is ${task.status}: there is a file once it is completed`);
    const names = request.columns.map(({ name }) => name);
    const contents = this.tasks.contents(context, task);
    const about = {
      task_name: task.id,
      report_id: task.reportId,
      title: request.report.title,
      earliest: task.earliestAt,
      latest: task.latestAt,
      total_items: task.rows,
      columns: names,
    };
    return { body: format === 'json' ? jsonStream(about, names, contents) : csvStream(names, contents), format };
  }

  /** Cancels a queued task at once, a running one after the current chunk; deletes the file of a finished one. */
  async cancel(context: Context, id: string): Promise<void> {
    if (!(await this.tasks.cancel(context, id, this.clock.instant()))) throw Problem.notFound('report task', id);
  }

  /** Throws `forbidden` if the caller may not read this report. */
  private requestOf(
    context: Context,
    { reportId, parameters, earliestAt, latestAt, createdAt }: ReportTask,
  ): ReportRequest {
    return readReportRequest(
      this.catalogue.permitted(context, reportId),
      { ...parameters, earliest: earliestAt, latest: latestAt },
      inUtc(createdAt),
    );
  }
}
