import { Injectable } from '@nestjs/common';
import { Background } from '../../../kernel/background.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { leaseSeconds, mostAttempts, type ReportTask, taskKeptSeconds } from './report-task.js';
import { contextOf, ReportTaskWork } from './report-task-work.js';
import { ReportTasksRepository } from './report-tasks.repository.js';

const sweepMilliseconds = 1000;
const purgeMilliseconds = 60_000;

/** Takes report tasks, one at a time in each process, the oldest first; also those whose process died. Lets go of old files. */
@Injectable()
export class ReportWorker extends Background {
  readonly name = 'report-tasks';
  private readonly owner: string;
  private stopping = new AbortController();
  private bell = new AbortController();
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly tasks: ReportTasksRepository, private readonly taskWork: ReportTaskWork, private readonly clock: Clock, ids: Ids, private readonly log: Log) {
    super();
    this.owner = ids.next();
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = Promise.all([this.run(this.stopping.signal), this.purge(this.stopping.signal)]);
  }

  /** The chunk in hand is finished; the task goes back for others. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** There is a new task: do not wait for the sweep. */
  ring(): void {
    this.bell.abort();
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.bell = new AbortController();
      const pause = AbortSignal.any([this.bell.signal, signal]);
      const isBusy = await this.next(signal).catch((error: unknown) => {
        this.log.warn({ error: String(error) }, 'report tasks cannot be looked for');
        return false;
      });
      if (!isBusy) await this.clock.sleep(sweepMilliseconds, pause);
    }
  }

  /** Whether there was a task. */
  private async next(signal: AbortSignal): Promise<boolean> {
    const now = this.clock.instant();
    const task = await this.tasks.claim(this.owner, now, laterBy(now, leaseSeconds));
    if (!task) return false;
    if (task.attempts > mostAttempts) {
      this.log.error({ task: task.id, report: task.reportId, attempts: task.attempts }, 'a report task failed each time');
      await this.taskWork.fail(contextOf(task), task, this.owner, 'The file could not be made, several times over: narrow earliest and latest, or ask again later');
      return true;
    }
    try {
      await this.taskWork.work(task, this.owner, signal);
      if (signal.aborted) await this.tasks.release(contextOf(task), task.id, this.owner, this.clock.instant(), true);
    } catch (error) {
      await this.putBack(task, error);
    }
    return true;
  }

  private async putBack(task: ReportTask, error: unknown): Promise<void> {
    this.log.error({ task: task.id, report: task.reportId, attempt: task.attempts, error: error instanceof Error ? error.stack : String(error) }, 'a report task was interrupted');
    await this.tasks.release(contextOf(task), task.id, this.owner, laterBy(this.clock.instant(), 2 ** task.attempts), false);
  }

  private async purge(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = this.clock.instant();
      await this.tasks.purge(now, laterBy(now, -taskKeptSeconds)).catch((error: unknown) => this.log.warn({ error: String(error) }, 'old report files could not be let go of'));
      await this.clock.sleep(purgeMilliseconds, signal);
    }
  }
}
