import { Injectable } from '@nestjs/common';
import { Background } from '../../../kernel/background.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { Log } from '../../../kernel/log.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const everyMilliseconds = 3_600_000;
const daySeconds = 86_400;
const keptDays = 30;
/** An event stays longer than what tells of it, however late it was dispatched. */
const keptEventDays = 31;

/** Drops deliveries and events when their time is over. Any number of processes may do so. */
@Injectable()
export class DeliveryRetention extends Background {
  readonly name = 'webhook retention';
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly deliveries: DeliveriesRepository, private readonly clock: Clock, private readonly log: Log) {
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

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        const now = this.clock.instant();
        while (!signal.aborted && await this.deliveries.purge(laterBy(now, -keptDays * daySeconds), laterBy(now, -keptEventDays * daySeconds)));
      } catch (error) {
        this.log.warn({ error: String(error) }, 'old deliveries could not be dropped');
      }
      await this.clock.sleep(everyMilliseconds, signal);
    }
  }
}
