import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { BulkJobsRepository } from './bulk-jobs.repository.js';

/** Results of finished jobs can be read for so long. */
const keptDays = 30;

/** Lets go of finished bulk jobs with their results, hourly. Any number of processes may. */
@Injectable()
export class BulkRetention extends Periodic {
  readonly name = 'bulk retention';
  protected readonly everyMilliseconds = 3_600_000;

  constructor(
    private readonly jobs: BulkJobsRepository,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  /** How many finished jobs went. */
  async round(): Promise<number> {
    const now = this.clock.instant();
    await this.jobs.purgeReceiving(laterBy(now, -3600));
    return this.jobs.purge(laterBy(now, -keptDays * 86_400));
  }
}
