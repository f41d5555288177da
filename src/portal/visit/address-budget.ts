import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { Clock } from '../../kernel/clock.js';
import { Settings } from '../../kernel/settings.js';

const windowMilliseconds = 60_000;
const usual = 12_000;

/**
 * Limits requests a minute from one address, counted by each process. A whole hotel may be one address, so the limit is
 * high. It stops floods; guessing is limited by device and room.
 */
@Injectable()
export class AddressBudget {
  private readonly spent = new LRUCache<string, { readonly startedAt: number; count: number }>(atMost(50_000));
  private readonly limit: number;

  constructor(
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.limit = settings.portalRateLimitPerMinute ?? usual;
  }

  /** Spends one request. Undefined if it may be answered, else the seconds until the next one may. */
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
