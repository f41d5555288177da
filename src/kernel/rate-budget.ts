import type { Clock } from './clock.js';

export interface RequestLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/**
 * At most `requests` in any `windowSeconds`, for the calls of one process with one outside key. First come, first
 * served.
 */
export class RateBudget {
  private readonly sent: number[] = [];
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly clock: Clock,
    private readonly limit: RequestLimit,
  ) {}

  /** Resolves when a request may be sent; rejects when `signal` is aborted first. */
  take(signal?: AbortSignal): Promise<void> {
    const turn = this.queue.then(() => this.wait(signal));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  private async wait(signal?: AbortSignal): Promise<void> {
    const windowMilliseconds = this.limit.windowSeconds * 1000;
    for (;;) {
      signal?.throwIfAborted();
      const now = this.clock.milliseconds();
      while (this.sent.length > 0 && this.sent[0] <= now - windowMilliseconds) this.sent.shift();
      if (this.sent.length < this.limit.requests) {
        this.sent.push(now);
        return;
      }
      await this.clock.sleep(this.sent[0] + windowMilliseconds - now, signal);
    }
  }
}
