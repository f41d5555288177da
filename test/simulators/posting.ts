export interface PostingPlan {
  /** Where the messages go. */
  readonly url: string;
  /** Headers of one attempt, signature included. */
  readonly headersOf?: (body: string) => Readonly<Record<string, string>>;
  /** From an event to its first attempt. */
  readonly lagMilliseconds?: number;
  /** Slower answers count as failed. */
  readonly timeoutMilliseconds?: number;
  readonly retryMilliseconds?: number;
  /** Then the message is given up. */
  readonly attempts?: number;
  /** What waits together goes out last first. */
  readonly shuffled?: boolean;
  /** Every message twice. */
  readonly duplicated?: boolean;
}

/**
 * One message a request, as most systems post: late, in any order, more than once, and lost in the end when nobody
 * takes it.
 */
export class Posting {
  readonly sent: string[] = [];
  delivered = 0;
  discarded = 0;
  private waiting: string[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private inFlight = Promise.resolve();
  private stopped = false;

  constructor(private readonly plan: PostingPlan) {}

  queue(body: string): void {
    if (this.stopped) return;
    this.waiting.push(body);
    if (this.waiting.length === 1) this.after(this.plan.lagMilliseconds ?? 20, () => this.send());
  }

  /** Sends now what waits; resolves when it was answered, or failed once. */
  async flush(): Promise<void> {
    this.send();
    await this.inFlight;
  }

  /** One attempt, answered well or not. */
  async post(body: string): Promise<boolean> {
    this.sent.push(body);
    try {
      const headers = { 'content-type': 'application/json', ...this.plan.headersOf?.(body) };
      const answer = await fetch(this.plan.url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(this.plan.timeoutMilliseconds ?? 5000),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    }
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private send(): void {
    const bodies = this.plan.shuffled ? this.waiting.toReversed() : this.waiting;
    this.waiting = [];
    for (const body of bodies)
      for (let copies = this.plan.duplicated ? 2 : 1; copies > 0; copies -= 1) this.attempt(body, 1);
  }

  /** In the order of sending, each when the one before was answered. */
  private attempt(body: string, number: number): void {
    this.inFlight = this.outcome(this.inFlight, body, number);
  }

  private async outcome(before: Promise<void>, body: string, number: number): Promise<void> {
    await before;
    if (await this.post(body)) this.delivered += 1;
    else if (number < (this.plan.attempts ?? 3))
      this.after(this.plan.retryMilliseconds ?? 1000, () => this.attempt(body, number + 1));
    else this.discarded += 1;
  }

  private after(milliseconds: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.stopped) action();
    }, milliseconds);
    this.timers.add(timer);
  }
}
