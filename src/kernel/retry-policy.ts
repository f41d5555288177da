import type { Chance } from './chance.js';
import { type Instant, laterBy } from './clock.js';

/** The factor for a delay: drawn evenly between the two. */
type Jitter = readonly [least: number, most: number];

export const jitter = {
  none: [1, 1],
  /** Any part of the delay: spreads work that failed together as widely as possible. */
  full: [0, 1],
  half: [0.5, 1],
  /** Never sooner than the delay. */
  tenthLater: [1, 1.1],
  halfLater: [1, 1.5],
} as const satisfies Record<string, Jitter>;

export interface RetryRules {
  /** Growing (doubling, unless `factor` says otherwise), or a prescribed list, whose last delay repeats. */
  readonly delays:
    | { readonly firstSeconds: number; readonly factor?: number; readonly ceilingSeconds: number }
    | readonly [number, ...number[]];
  readonly jitter?: Jitter;
  /** No delay is shorter, whatever the jitter. */
  readonly leastSeconds?: number;
  /** Attempts in total, with the first; absent: for ever. */
  readonly attempts?: number;
  /**
   * How to treat the delay that the other side asks for (Retry-After): it replaces ours, or it can only lengthen ours.
   * At most `longestSeconds` is believed.
   */
  readonly asked?: { readonly replaces: boolean; readonly longestSeconds: number };
}

/** When to try again. `failures` is the number of failed attempts so far, from 1. */
export class RetryPolicy {
  constructor(private readonly rules: RetryRules) {}

  delaySeconds(failures: number, chance: Pick<Chance, 'fraction'>, askedSeconds?: number): number {
    const { asked, jitter: [least, most] = jitter.none, leastSeconds = 0 } = this.rules;
    const silence = asked && askedSeconds !== undefined ? Math.min(askedSeconds, asked.longestSeconds) : undefined;
    if (silence !== undefined && asked?.replaces) return silence;
    const spread = least + (least === most ? 0 : (most - least) * chance.fraction());
    return Math.max(leastSeconds, this.plainSeconds(failures) * spread, silence ?? 0);
  }

  /** Undefined after the last attempt. */
  nextDelaySeconds(failures: number, chance: Pick<Chance, 'fraction'>, askedSeconds?: number): number | undefined {
    return failures >= (this.rules.attempts ?? Infinity)
      ? undefined
      : this.delaySeconds(failures, chance, askedSeconds);
  }

  /** `retryAt`: until when the other side asked us to wait, if it did. */
  nextAt(now: Instant, failures: number, chance: Pick<Chance, 'fraction'>, retryAt?: Instant | null): Instant {
    return retryAt ?? laterBy(now, this.delaySeconds(failures, chance));
  }

  /** Without jitter, for delays that no two processes share. */
  plainSeconds(failures: number): number {
    const { delays } = this.rules;
    const place = Math.max(0, failures - 1);
    if ('firstSeconds' in delays) {
      const { firstSeconds, factor = 2, ceilingSeconds } = delays;
      return Math.min(ceilingSeconds, firstSeconds * factor ** place);
    }
    return delays[Math.min(place, delays.length - 1)];
  }
}

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * How long an answer asks us to wait: Retry-After in seconds or as a date (RFC 9110, 10.2.3). The date is read against
 * the sender's own clock if the answer has it. Undefined when there is no such header or it cannot be read.
 */
export function retryAfterSeconds(headers: Headers, nowMilliseconds: number): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text);
  return untilSeconds(Date.parse(text), headers, nowMilliseconds);
}

/** Less than this is a number of seconds, not an instant in seconds since 1970. */
export const earliestInstantSeconds = 1_000_000_000;

/**
 * The same from those who say when their window ends, as `X-RateLimit-Reset`, `X-Rate-Limit-Reset` (Okta) or
 * `RateLimit-Reset`: an instant in seconds since 1970 by their clock, or seconds from now.
 */
export function rateResetSeconds(headers: Headers, nowMilliseconds: number): number | undefined {
  const named = ['x-ratelimit-reset', 'x-rate-limit-reset', 'ratelimit-reset'].map((name) => headers[name]?.trim());
  const text = named.find((each) => each !== undefined && /^\d{1,12}$/.test(each));
  if (text === undefined) return undefined;
  const said = Number(text);
  const seconds = said < earliestInstantSeconds ? said : untilSeconds(said * 1000, headers, nowMilliseconds);
  // A window that is over, and yet a refusal: they do not say how long.
  return seconds === 0 ? undefined : seconds;
}

function untilSeconds(theirTime: number, { date }: Headers, nowMilliseconds: number): number | undefined {
  const theirNow = Date.parse(date ?? '');
  const seconds = Math.ceil((theirTime - (Number.isNaN(theirNow) ? nowMilliseconds : theirNow)) / 1000);
  return seconds >= 0 ? seconds : undefined;
}
