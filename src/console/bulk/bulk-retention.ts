import { Injectable } from '@nestjs/common';
import { Background } from '../../kernel/background.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { BulkJobsRepository } from './bulk-jobs.repository.js';

/** Results of finished jobs can be read for so long. */
export const keptDays = 30;
const everyMilliseconds = 3_600_000;

/** Lets go of finished bulk jobs with their results, hourly. Any number of processes may. */
@Injectable()
export class BulkRetention extends Background {
  readonly name = 'bulk retention';
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly jobs: BulkJobsRepository, private readonly clock: Clock, private readonly log: Log) {
    super();
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.run(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  round(): Promise<number> {
    return this.jobs.purge(laterBy(this.clock.instant(), -keptDays * 86_400));
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.round().catch((error: unknown) => this.log.warn({ error: String(error) }, 'finished bulk jobs could not be let go of'));
      await this.clock.sleep(everyMilliseconds, signal);
    }
  }
}
