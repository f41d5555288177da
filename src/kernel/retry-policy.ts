import type { Chance } from './chance.js';
import { type Instant, laterBy } from './clock.js';

/** What a delay is multiplied by: evenly drawn between the two. */
type Jitter = readonly [least: number, most: number];

export const jitter = {
  none: [1, 1],
  /** Anything up to the delay: whatever failed together comes back spread as far as it can be. */
  full: [0, 1],
  half: [0.5, 1],
  /** Never sooner than the delay. */
  tenthLater: [1, 1.1],
  halfLater: [1, 1.5],
} as const satisfies Record<string, Jitter>;

export interface RetryRules {
  /** Growing (doubling, unless `factor` says otherwise), or one by one where somebody prescribes them: then the last repeats. */
  readonly delays:
    | { readonly firstSeconds: number; readonly factor?: number; readonly ceilingSeconds: number }
    | readonly [number, ...number[]];
  readonly jitter?: Jitter;
  /** No delay is shorter, whatever the jitter. */
  readonly leastSeconds?: number;
  /** All of them, the first one included; none given: it is tried for ever. */
  readonly attempts?: number;
  /**
   * What becomes of the silence that the other side asks for (Retry-After): it replaces the delay exactly, or it can
   * only make the delay longer. More than `longestSeconds` nobody is believed.
   */
  readonly asked?: { readonly replaces: boolean; readonly longestSeconds: number };
}

/** When what failed is tried again. `failures` counts the failed attempts so far, from 1. */
export class RetryPolicy {
  constructor(private readonly rules: RetryRules) {}

  delaySeconds(failures: number, chance: Pick<Chance, 'fraction'>, askedSeconds?: number): number {
    const { asked, jitter: [least, most] = jitter.none, leastSeconds = 0 } = this.rules;
    const silence = asked && askedSeconds !== undefined ? Math.min(askedSeconds, asked.longestSeconds) : undefined;
    if (silence !== undefined && asked?.replaces) return silence;
    const spread = least + (least === most ? 0 : (most - least) * chance.fraction());
    return Math.max(leastSeconds, this.plainSeconds(failures) * spread, silence ?? 0);
  }

  /** Undefined: that was the last attempt. */
  nextDelaySeconds(failures: number, chance: Pick<Chance, 'fraction'>, askedSeconds?: number): number | undefined {
    return failures >= (this.rules.attempts ?? Infinity)
      ? undefined
      : this.delaySeconds(failures, chance, askedSeconds);
  }

  /** `retryAt`: until when the other side asked for silence, where it did. */
  nextAt(now: Instant, failures: number, chance: Pick<Chance, 'fraction'>, retryAt?: Instant | null): Instant {
    return retryAt ?? laterBy(now, this.delaySeconds(failures, chance));
  }

  /** Without jitter: for what no two processes wait for at once. */
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

/**
 * How long an answer asks for silence: Retry-After in seconds or as a date (RFC 9110, 10.2.3), the date by the
 * sender's own clock where it tells that. Undefined when it does not ask, or nobody can read for how long.
 */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string | undefined>>,
  nowMilliseconds: number,
): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const theirNow = Date.parse(headers.date ?? '');
  const seconds = Math.ceil((Date.parse(text) - (Number.isNaN(theirNow) ? nowMilliseconds : theirNow)) / 1000);
  return seconds >= 0 ? seconds : undefined;
}
