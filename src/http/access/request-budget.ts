import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { Clock } from '../../kernel/clock.js';
import { Problem } from '../../kernel/errors.js';
import { Settings } from '../../kernel/settings.js';
import type { Admission } from './authenticator.js';
import { RateWindows } from './rate-windows.js';

const windowMilliseconds = 60_000;

/** A key's minute as this process knows it. */
interface Share {
  windowStartedAt: number;
  /** Granted to this process and not yet spent. */
  held: number;
  /** Not granted to anybody when last asked. */
  left: number;
  /**
   * How many to ask for next. Grows while the key is busy here, so an idle process keeps almost nothing from the
   * others.
   */
  slice: number;
  asking?: Promise<void>;
}

/**
 * Requests a minute per key or person, over all processes: a fixed window. Each process takes its requests in slices
 * from the shared counter, so most requests cost no write. Slices shrink to one as the window empties: the limit is
 * never exceeded, and almost nothing is stranded.
 */
@Injectable()
export class RequestBudget {
  private readonly shares = new LRUCache<string, Share>(atMost(10_000));
  private readonly limitOfKey: number;
  private readonly limitOfPerson: number;

  constructor(
    private readonly windows: RateWindows,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.limitOfKey = settings.rateLimitPerMinute;
    this.limitOfPerson = settings.consoleRateLimitPerMinute ?? settings.rateLimitPerMinute;
  }

  /**
   * Spends one request and puts the rest in the reply's headers; rejects with `rate_limited` and Retry-After when none
   * is left.
   */
  async spend(key: Admission, reply: FastifyReply): Promise<void> {
    const limit = key.actor.kind === 'operator' ? this.limitOfPerson : this.limitOfKey;
    if (limit === 0) return;
    const share = this.shareOf(key.actor.id);
    while (this.needsMore(share)) {
      share.asking ??= this.ask(key, share, limit).finally(() => {
        share.asking = undefined;
      });
      await share.asking;
    }
    this.take(share, limit, reply);
  }

  private needsMore(share: Share): boolean {
    return !this.isCurrent(share) || (share.held === 0 && share.left > 0);
  }

  private take(share: Share, limit: number, reply: FastifyReply): void {
    const isRefused = share.held === 0;
    if (!isRefused) share.held -= 1;
    const endsAt = share.windowStartedAt + windowMilliseconds;
    reply.header('x-ratelimit-limit', String(limit));
    reply.header('x-ratelimit-remaining', String(share.held + share.left));
    reply.header('x-ratelimit-reset', String(Math.ceil(endsAt / 1000)));
    if (!isRefused) return;
    const seconds = Math.max(1, Math.ceil((endsAt - this.clock.milliseconds()) / 1000));
    reply.header('retry-after', String(seconds));
    throw new Problem('rate_limited', `More than ${limit} requests a minute: try again in ${seconds} s`);
  }

  private async ask(key: Admission, share: Share, limit: number): Promise<void> {
    const now = this.clock.milliseconds();
    const isSameWindow = this.isCurrent(share);
    const wanted = !isSameWindow ? 1 : share.left <= limit / 4 ? 1 : Math.min(share.slice * 2, Math.ceil(limit / 20));
    const { windowStartedAt, granted, left } = await this.windows.take(
      key,
      now - (now % windowMilliseconds),
      wanted,
      limit,
    );
    share.held = granted + (windowStartedAt === share.windowStartedAt ? share.held : 0);
    Object.assign(share, { windowStartedAt, left, slice: wanted });
  }

  private isCurrent({ windowStartedAt }: Share): boolean {
    return this.clock.milliseconds() < windowStartedAt + windowMilliseconds;
  }

  private shareOf(keyId: string): Share {
    const known = this.shares.get(keyId);
    if (known) return known;
    const share: Share = { windowStartedAt: 0, held: 0, left: 0, slice: 1 };
    this.shares.set(keyId, share);
    return share;
  }
}
