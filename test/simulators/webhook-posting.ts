export interface PostedRequest {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  attempts: number;
  /** Of the last attempt; undefined when there was no answer. */
  status?: number;
}

export interface WebhookPostingPlan {
  readonly url: string;
  /** Then a request is given up. */
  readonly attempts: number;
  /** Every request twice. */
  readonly duplicated?: boolean;
  /** The newest first. */
  readonly reversed?: boolean;
  /** Which statuses are taken for an answer; 2xx when absent. */
  readonly isSettled?: (status: number) => boolean;
}

/**
 * Posts only when told to, so that a test decides what arrives when: more than once, in any order, given up in the end.
 */
export class WebhookPosting<Request extends PostedRequest> {
  readonly sent: Request[] = [];
  discarded = 0;
  private waiting: Request[] = [];

  constructor(private readonly posting: WebhookPostingPlan) {}

  /** Sends what waits, once; what was not answered well waits for the next time. */
  async flush(): Promise<readonly Request[]> {
    const batch = this.posting.reversed ? this.waiting.toReversed() : this.waiting;
    this.waiting = [];
    for (const request of batch) {
      await this.attempt(request);
      if (this.posting.duplicated) await this.attempt(request);
    }
    return batch;
  }

  /** What is told while nobody listens. */
  forget(): void {
    this.waiting = [];
  }

  protected queue(request: Request): void {
    this.waiting.push(request);
  }

  private async attempt(request: Request): Promise<void> {
    request.attempts += 1;
    if (!this.sent.includes(request)) this.sent.push(request);
    try {
      const answer = await fetch(this.posting.url, { method: 'POST', headers: request.headers, body: request.body });
      await answer.arrayBuffer();
      request.status = answer.status;
    } catch {
      request.status = undefined;
    }
    const { isSettled = (status) => status < 300 } = this.posting;
    if (request.status !== undefined && isSettled(request.status)) return;
    if (request.attempts >= this.posting.attempts) this.discarded += 1;
    else this.waiting.push(request);
  }
}
