import { Injectable } from '@nestjs/common';
import { Chance } from '../../../kernel/chance.js';
import { Clock, type Instant } from '../../../kernel/clock.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { JobWorker } from '../../batch/job-worker.js';
import { mostAttempts, type ReportTask } from './report-task.js';
import { contextOfTask, ReportTaskWork } from './report-task-work.js';
import { ReportTasksRepository } from './report-tasks.repository.js';

/** Works on report tasks, organizations in turn. */
@Injectable()
export class ReportWorker extends JobWorker<ReportTask> {
  readonly name = 'report-tasks';

  constructor(
    private readonly tasks: ReportTasksRepository,
    private readonly taskWork: ReportTaskWork,
    clock: Clock,
    chance: Chance,
    ids: Ids,
    log: Log,
  ) {
    super(clock, chance, ids, log);
  }

  protected claim(now: Instant): Promise<ReportTask | undefined> {
    return this.tasks.claim({ owner: this.owner, now });
  }

  protected work(task: ReportTask, signal: AbortSignal): Promise<void> {
    return task.attempts > mostAttempts ? this.giveUp(task) : this.taskWork.work(task, this.owner, signal);
  }

  protected release(task: ReportTask, fromAt: Instant, isForgiven: boolean): Promise<void> {
    return this.tasks.release(contextOfTask(task), task.id, this.owner, fromAt, isForgiven);
  }

  protected failed(task: ReportTask, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.stack : String(error);
    this.log.error(
      { task: task.id, report: task.reportId, attempt: task.attempts, error: reason },
      'report task interrupted',
    );
    return this.retryLater(task, task.attempts);
  }

  private giveUp(task: ReportTask): Promise<void> {
    const { id, reportId, attempts } = task;
    this.log.error({ task: id, report: reportId, attempts }, 'report task failed at every attempt');
    return this.taskWork.fail(
      contextOfTask(task),
      task,
      this.owner,
      'The file could not be made, several times over: narrow earliest and latest, or ask again later',
    );
  }
}
