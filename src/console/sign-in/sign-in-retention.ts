import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { SignInRepository } from './sign-in.repository.js';

/** Drops sessions that ended and counts of tries that are over, hourly. Any number of processes may. */
@Injectable()
export class SignInRetention extends Periodic {
  readonly name = 'sign-in retention';
  protected readonly everyMilliseconds = 3_600_000;

  constructor(
    private readonly sessions: SignInRepository,
    private readonly attempts: SignInAttempts,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  async round(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.sessions.purge(this.clock.instant())));
    while (!signal.aborted && (await this.attempts.purge()));
  }
}
