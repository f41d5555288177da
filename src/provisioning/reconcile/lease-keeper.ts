import { Injectable } from '@nestjs/common';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Account } from '../identity/account.js';
import { WorkRepository } from './work.repository.js';

const leaseSeconds = 30;
const renewalSeconds = 10;

/** Keeps a batch's leases alive while a slow console is being talked to. */
@Injectable()
export class LeaseKeeper {
  constructor(
    private readonly work: WorkRepository,
    private readonly clock: Clock,
  ) {}

  until(): Instant {
    return laterBy(this.clock.instant(), leaseSeconds);
  }

  /**
   * Runs `work` and renews meanwhile. A lease that is lost shows when the answers are written down: the token refuses
   * them.
   */
  async during<T>(context: Context, accounts: readonly Account[], work: () => Promise<T>): Promise<T> {
    const finished = new AbortController();
    const renewing = this.renew(context, accounts, finished.signal);
    try {
      return await work();
    } finally {
      finished.abort();
      await renewing;
    }
  }

  /** As long as this work goes on, from when it began: no ring of the clock knows either. */
  private async renew(context: Context, accounts: readonly Account[], signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.sleep(renewalSeconds * 1000, signal);
      if (signal.aborted) return;
      // A renewal that fails is tried again before the lease ends.
      await this.work.renew(context, accounts, this.until()).catch(() => undefined);
    }
  }
}
