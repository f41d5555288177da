import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { KeyIdempotency } from './key-idempotency.js';

/** Drops kept answers once their day is over. Any number of processes may do so: each deletes what is left. */
@Injectable()
export class IdempotencyPurge extends Periodic {
  readonly name = 'idempotency purge';
  protected readonly everyMilliseconds = 3_600_000;

  constructor(
    private readonly idempotency: KeyIdempotency,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  async round(): Promise<void> {
    await this.idempotency.purge();
  }
}
