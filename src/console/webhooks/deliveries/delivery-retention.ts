import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { DeliveriesRepository } from './deliveries.repository.js';

const daySeconds = 86_400;
const keptDays = 30;
/** An event stays longer than what tells of it, however late it was dispatched. */
const keptEventDays = 31;

/** Drops deliveries and events when their time is over. Any number of processes may do so. */
@Injectable()
export class DeliveryRetention extends Periodic {
  readonly name = 'webhook retention';
  protected readonly everyMilliseconds = 3_600_000;

  constructor(
    private readonly deliveries: DeliveriesRepository,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.instant();
    while (
      !signal.aborted &&
      (await this.deliveries.purge(laterBy(now, -keptDays * daySeconds), laterBy(now, -keptEventDays * daySeconds)))
    );
  }
}
