import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { InboxRepository } from './inbox.repository.js';

const keptSeconds = 30 * 86_400;
const rowsAtOnce = 1_000;

/** Payloads name people: they are erased after 30 days; the event's row, its digest and its fate stay. */
@Injectable()
export class PayloadRetention {
  constructor(
    private readonly events: InboxRepository,
    private readonly clock: Clock,
  ) {}

  /** Returns how many payloads were erased. */
  async erase(): Promise<number> {
    const before = laterBy(this.clock.instant(), -keptSeconds);
    let erased = 0;
    for (;;) {
      const some = await this.events.erasePayloads(
        systemContext(everyOrganization, 'payload-retention'),
        before,
        rowsAtOnce,
      );
      erased += some;
      if (some < rowsAtOnce) return erased;
    }
  }
}
