import { Injectable } from '@nestjs/common';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import { Ids } from '../../../kernel/ids.js';
import { newLeaseOwner } from '../../../kernel/lease-owner.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { untilDatabaseAnswers } from '../../../kernel/until-database-answers.js';
import { RetryPolicy } from '../../../kernel/retry-policy.js';
import { mostAttempts, type ReportTask } from './report-task.js';
import { contextOfTask, ReportTaskWork } from './report-task-work.js';
import { ReportTasksRepository } from './report-tasks.repository.js';

const taskRetry = new RetryPolicy({ delays: { firstSeconds: 2, ceilingSeconds: 60 } });

/**
 * Works on report tasks, one at a time in each process and organizations in turn. Takes over tasks whose process died.
 */
@Injectable()
export class ReportWorker extends Periodic {
  readonly name = 'report-tasks';
  protected readonly everyMilliseconds = 1_000;
  private readonly owner: string;

  constructor(
    private readonly tasks: ReportTasksRepository,
    private readonly taskWork: ReportTaskWork,
    clock: Clock,
    chance: Chance,
    ids: Ids,
    log: Log,
  ) {
    super(clock, chance, log);
    this.owner = newLeaseOwner(ids);
  }

  /** A new task: do not wait for the sweep. */
  ring(): void {
    this.wake();
  }

  /** At shutdown it finishes the current chunk and hands the task back. */
  async round(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.next(signal)));
  }

  /** Whether there was a task. */
  private async next(signal: AbortSignal): Promise<boolean> {
    const task = await this.tasks.claim({ owner: this.owner, now: this.clock.instant() });
    if (!task) return false;
    if (task.attempts > mostAttempts) {
      this.log.error(
        { task: task.id, report: task.reportId, attempts: task.attempts },
        'report task failed at every attempt',
      );
      await this.taskWork.fail(
        contextOfTask(task),
        task,
        this.owner,
        'The file could not be made, several times over: narrow earliest and latest, or ask again later',
      );
      return true;
    }
    try {
      await this.taskWork.work(task, this.owner, signal);
      if (signal.aborted)
        await this.tasks.release(contextOfTask(task), task.id, this.owner, this.clock.instant(), true);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) await this.handBack(task, signal, error);
      await this.putBack(task, error);
    }
    return true;
  }

  /** A refusal by the database counts no attempt. The task stays claimed until the database can record that. */
  private async handBack(task: ReportTask, signal: AbortSignal, error: DatabaseUnavailable): Promise<never> {
    await untilDatabaseAnswers(this.clock, this.chance, signal, () =>
      this.tasks.release(contextOfTask(task), task.id, this.owner, laterBy(this.clock.instant(), 1), true),
    ).catch(() => undefined);
    throw error;
  }

  private async putBack(task: ReportTask, error: unknown): Promise<void> {
    this.log.error(
      {
        task: task.id,
        report: task.reportId,
        attempt: task.attempts,
        error: error instanceof Error ? error.stack : String(error),
      },
      'report task interrupted',
    );
    await this.tasks.release(
      contextOfTask(task),
      task.id,
      this.owner,
      laterBy(this.clock.instant(), taskRetry.plainSeconds(task.attempts)),
      false,
    );
  }
}
