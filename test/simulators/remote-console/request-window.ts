export interface CountedRequest {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Milliseconds: when the full allowance is back. */
  readonly resetAt: number;
}

/**
 * How a server counts its hundred a minute: windows that start on the minute, or the last sixty seconds at any moment.
 */
export class RequestWindow {
  private readonly seen = new Map<string, number[]>();

  constructor(
    private readonly perMinute: number,
    private readonly kind: 'fixed' | 'sliding',
  ) {}

  /** Counts one request of `key` at `now` (milliseconds). */
  count(key: string, now: number): CountedRequest {
    const from = this.kind === 'fixed' ? Math.floor(now / 60_000) * 60_000 : now - 60_000;
    const sent = (this.seen.get(key) ?? []).filter((at) => (this.kind === 'fixed' ? at >= from : at > from));
    const allowed = sent.length < this.perMinute;
    if (allowed) sent.push(now);
    this.seen.set(key, sent);
    const resetAt = this.kind === 'fixed' ? from + 60_000 : (sent[0] ?? now) + 60_000;
    return { allowed, remaining: this.perMinute - sent.length, resetAt };
  }
}

/** What a server says of its limit. */
export interface ToldRate {
  readonly ratePerMinute?: number;
  /** What its headers say, where that is not so; `none`: it sends no such headers. */
  readonly promisedPerMinute?: number | 'none';
  /** How X-RateLimit-Reset says when the allowance is back: as the reference has it, or in seconds from now. */
  readonly toldReset?: 'instant' | 'seconds';
  /** In its 429: when to come again, besides those headers. */
  readonly retryAfter?: 'seconds' | 'date' | 'none';
}

/** `now` in milliseconds. */
export function rateHeaders(
  { remaining, resetAt }: CountedRequest,
  { promisedPerMinute, ratePerMinute = 100, toldReset = 'instant', retryAfter = 'none' }: ToldRate,
  { now, isRefused }: { readonly now: number; readonly isRefused: boolean },
): Record<string, string> {
  const reset = Math.ceil(resetAt / 1000);
  const seconds = Math.ceil((resetAt - now) / 1000);
  const promised = promisedPerMinute ?? ratePerMinute;
  const told: Record<string, string> =
    promised === 'none'
      ? {}
      : {
          'x-ratelimit-limit': String(promised),
          'x-ratelimit-remaining': String(Math.max(0, remaining + promised - ratePerMinute)),
          'x-ratelimit-reset': String(toldReset === 'seconds' ? seconds : reset),
        };
  if (!isRefused || retryAfter === 'none') return told;
  return { ...told, 'retry-after': retryAfter === 'date' ? new Date(reset * 1000).toUTCString() : String(seconds) };
}
