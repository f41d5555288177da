import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { taskKeptSeconds } from './report-task.js';
import { ReportTasksRepository } from './report-tasks.repository.js';

/** Lets go of files whose time is over, and later of their tasks, every minute. Any number of processes may. */
@Injectable()
export class ReportTaskRetention extends Periodic {
  readonly name = 'report task retention';
  protected readonly everyMilliseconds = 60_000;

  constructor(
    private readonly tasks: ReportTasksRepository,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  /** How many files and tasks went. */
  round(): Promise<number> {
    const now = this.clock.instant();
    return this.tasks.purge(now, laterBy(now, -taskKeptSeconds));
  }
}
