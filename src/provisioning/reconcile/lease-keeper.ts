import { Injectable } from '@nestjs/common';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Account } from '../identity/account.js';
import { WorkRepository } from './work.repository.js';

const leaseSeconds = 30;
const renewalSeconds = 10;

/** Renews a batch's leases while a slow remote console answers. */
@Injectable()
export class LeaseKeeper {
  constructor(
    private readonly work: WorkRepository,
    private readonly clock: Clock,
  ) {}

  until(): Instant {
    return laterBy(this.clock.instant(), leaseSeconds);
  }

  /** Renews the leases and returns the ids of the accounts that nobody else has claimed. */
  stillHeld(context: Context, accounts: readonly Account[]): Promise<ReadonlySet<string>> {
    return this.work.renew(context, accounts, this.until());
  }

  /**
   * Runs `work` and renews the leases meanwhile. A lost lease shows when the answers are recorded: the token is
   * refused.
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

  /** Runs only while this work runs, counted from its start, so a scheduled interval would not fit. */
  private async renew(context: Context, accounts: readonly Account[], signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.sleep(renewalSeconds * 1000, signal);
      if (signal.aborted) return;
      // A failed renewal is repeated before the lease ends.
      await this.work.renew(context, accounts, this.until()).catch(() => undefined);
    }
  }
}
