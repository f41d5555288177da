import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '../../kernel/clock.js';
import { Settings } from '../../kernel/settings.js';

const windowMilliseconds = 60_000;
const usual = 12_000;

/**
 * Requests a minute that one address may make of the portal pages, counted by each process for itself. A whole hotel is
 * one address, so it is high; it is no limit for guesses, which are counted by device and room, but for floods.
 */
@Injectable()
export class AddressBudget {
  private readonly spent = new LRUCache<string, { readonly startedAt: number; count: number }>({ max: 50_000 });
  private readonly limit: number;

  constructor(
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.limit = settings.portalRateLimitPerMinute ?? usual;
  }

  /** Spends one request. Undefined: it may be answered; else the seconds until the next one may. */
  spend(address: string): number | undefined {
    if (this.limit === 0) return undefined;
    const now = this.clock.milliseconds();
    let share = this.spent.get(address);
    if (!share || now >= share.startedAt + windowMilliseconds) {
      share = { startedAt: now, count: 0 };
      this.spent.set(address, share);
    }
    share.count += 1;
    if (share.count <= this.limit) return undefined;
    return Math.max(1, Math.ceil((share.startedAt + windowMilliseconds - now) / 1000));
  }
}
