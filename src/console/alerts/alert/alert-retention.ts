import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { AlertsRepository } from './alerts.repository.js';

const daySeconds = 86_400;
/** From the end of an alert. */
const keptAlertDays = 400;
const keptMessageDays = 90;

/** Drops old alerts and messages, hourly. Any number of processes may. */
@Injectable()
export class AlertRetention extends Periodic {
  readonly name = 'alert retention';
  protected readonly everyMilliseconds = 3_600_000;

  constructor(
    private readonly alerts: AlertsRepository,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  async round(signal: AbortSignal): Promise<void> {
    const now = this.clock.instant();
    while (
      !signal.aborted &&
      (await this.alerts.purge(laterBy(now, -keptAlertDays * daySeconds), laterBy(now, -keptMessageDays * daySeconds)))
    );
  }
}
