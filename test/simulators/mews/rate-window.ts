import type { Clock } from '../../../src/kernel/clock.js';

/** 200 requests in any 30 s, per access token. */
export class RateWindow {
  private admitted: number[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly requests = 200,
    private readonly milliseconds = 30_000,
  ) {}

  admit(): boolean {
    const now = this.clock.milliseconds();
    this.admitted = this.admitted.filter((at) => at > now - this.milliseconds);
    if (this.admitted.length >= this.requests) return false;
    this.admitted.push(now);
    return true;
  }
}
