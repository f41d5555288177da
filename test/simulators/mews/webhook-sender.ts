import type { MewsHotel } from './hotel.js';
import type { WebhookEvent } from './hotel-records.js';

export interface WebhookPlan {
  /** Where Mews posts to, token included. */
  readonly url: string;
  /** 2 to 5 minutes at Mews; scaled here. */
  readonly lagMilliseconds?: number;
  /** Slower answers count as failed. */
  readonly timeoutMilliseconds?: number;
  /** Wait before a failed message is sent again; minutes at Mews. */
  readonly retryMilliseconds?: number;
  /** Then the message is discarded. */
  readonly attempts?: number;
  readonly shuffled?: boolean;
  /** Every message twice. */
  readonly duplicated?: boolean;
}

/**
 * General webhooks as Mews sends them: ids only, late, in any order, more than once, and lost in the end when nobody
 * takes them.
 */
export class WebhookSender {
  readonly sent: string[] = [];
  delivered = 0;
  discarded = 0;
  private waiting: WebhookEvent[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();
  private inFlight = Promise.resolve();
  private sending = 0;
  private stopped = false;

  constructor(
    private readonly hotel: MewsHotel,
    private readonly plan: WebhookPlan,
  ) {
    hotel.onEvent((event) => this.queue(event));
  }

  /** Everything was answered well, or given up. */
  get isIdle(): boolean {
    return this.waiting.length === 0 && this.sending === 0 && this.timers.size === 0;
  }

  /** Sends now what waits for its lag; resolves when it was answered, or failed once. */
  async flush(): Promise<void> {
    this.send();
    await this.inFlight;
  }

  stop(): void {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
  }

  private queue(event: WebhookEvent): void {
    if (this.stopped) return;
    this.waiting.push(event);
    if (this.waiting.length === 1) this.after(this.plan.lagMilliseconds ?? 1000, () => this.send());
  }

  private send(): void {
    if (this.waiting.length === 0) return;
    const events = this.plan.shuffled ? this.waiting.toReversed() : this.waiting;
    this.waiting = [];
    const body = JSON.stringify({
      EnterpriseId: this.hotel.enterpriseId,
      IntegrationId: this.hotel.integrationId,
      Events: events,
    });
    for (let copies = this.plan.duplicated ? 2 : 1; copies > 0; copies -= 1) this.attempt(body, 1);
  }

  private attempt(body: string, number: number): void {
    this.sent.push(body);
    this.inFlight = Promise.all([this.inFlight, this.outcome(body, number)]).then(() => undefined);
  }

  private async outcome(body: string, number: number): Promise<void> {
    if (await this.post(body)) this.delivered += 1;
    else if (number < (this.plan.attempts ?? 3))
      this.after(this.plan.retryMilliseconds ?? 1000, () => this.attempt(body, number + 1));
    else this.discarded += 1;
  }

  private async post(body: string): Promise<boolean> {
    this.sending += 1;
    try {
      const answer = await fetch(this.plan.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(this.plan.timeoutMilliseconds ?? 5000),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch {
      return false;
    } finally {
      this.sending -= 1;
    }
  }

  private after(milliseconds: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.stopped) action();
    }, milliseconds);
    this.timers.add(timer);
  }
}
