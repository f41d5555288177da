/**
 * How a server counts its hundred a minute: windows that start on the minute, or the last sixty seconds at any moment.
 */
export class RequestWindow {
  private readonly seen = new Map<string, number[]>();

  constructor(
    private readonly perMinute: number,
    private readonly kind: 'fixed' | 'sliding',
  ) {}

  /** Counts one request of `key` at `now` (milliseconds). `resetAt` is when the full allowance is back. */
  count(key: string, now: number): { readonly allowed: boolean; readonly remaining: number; readonly resetAt: number } {
    const from = this.kind === 'fixed' ? Math.floor(now / 60_000) * 60_000 : now - 60_000;
    const sent = (this.seen.get(key) ?? []).filter((at) => (this.kind === 'fixed' ? at >= from : at > from));
    const allowed = sent.length < this.perMinute;
    if (allowed) sent.push(now);
    this.seen.set(key, sent);
    const resetAt = this.kind === 'fixed' ? from + 60_000 : (sent[0] ?? now) + 60_000;
    return { allowed, remaining: this.perMinute - sent.length, resetAt };
  }
}
