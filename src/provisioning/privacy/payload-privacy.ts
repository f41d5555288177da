import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { ConnectionPrivacyService } from './connection-privacy.service.js';

/** Lets go, hourly, of messages whose connection keeps them shorter than the usual 30 days. */
@Injectable()
export class PayloadPrivacy extends Periodic {
  readonly name = 'payload privacy';
  protected override readonly firstMilliseconds = 60_000;
  protected readonly everyMilliseconds = 3_600_000;

  constructor(
    private readonly privacy: ConnectionPrivacyService,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  round(): Promise<number> {
    return this.privacy.erasePayloads();
  }
}
