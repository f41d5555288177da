import { randomUUID } from 'node:crypto';
import { signings } from './signing.js';

export interface DeskPlan {
  /** Where it posts to, path token included. */
  readonly url: string;
  /** One of `signings`. */
  readonly signing: string;
  readonly secret: string;
  /** Sent with each message, beside those that sign it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Every message twice, with the same id. */
  readonly duplicated?: boolean;
  /** What waits goes out last first. */
  readonly shuffled?: boolean;
  /** Then a message is given up. */
  readonly attempts?: number;
  readonly retryMilliseconds?: number;
  /** The desk's own time. */
  readonly now?: () => Date;
}

export interface Guest {
  readonly name: string;
  readonly email: string;
  readonly mobile?: string;
}

interface Visit {
  readonly id: string;
  readonly guest: Guest;
  kind: string;
  nda: boolean;
  arrivedAt: string | null;
  leavesAt: string | null;
  leftAt: string | null;
}

interface Message {
  readonly id: string;
  readonly body: string;
}

/**
 * A reception desk that posts what happens, as home-made and small vendors' systems do: signed, retried, doubled, out
 * of order.
 */
export class VisitorDesk {
  /** Messages and the status that each attempt was answered with. */
  readonly answers: number[] = [];
  readonly givenUp: string[] = [];
  plan: DeskPlan;
  private readonly visits = new Map<string, Visit>();
  private waiting: Message[] = [];
  private count = 0;
  private lastAt = 0;

  constructor(plan: DeskPlan) {
    this.plan = plan;
  }

  invite(guest: Guest): string {
    this.count += 1;
    const visit: Visit = {
      id: `v${this.count}`,
      guest,
      kind: 'Guest',
      nda: true,
      arrivedAt: null,
      leavesAt: null,
      leftAt: null,
    };
    this.visits.set(visit.id, visit);
    this.tell('invited', visit);
    return visit.id;
  }

  arrive(id: string, { hours = 8, nda = true }: { readonly hours?: number; readonly nda?: boolean } = {}): void {
    const visit = this.visit(id);
    Object.assign(visit, {
      nda,
      arrivedAt: this.now().toISOString(),
      leavesAt: new Date(this.now().getTime() + hours * 3_600_000).toISOString(),
      leftAt: null,
    });
    this.tell('arrival', visit);
  }

  /** Says no more than who left. */
  leave(id: string): void {
    this.visit(id).leftAt = this.now().toISOString();
    this.post({ event: this.event('departure'), site: 'HQ', visit: { id } });
  }

  delete(id: string): void {
    this.visits.delete(id);
    this.post({ event: this.event('deleted'), site: 'HQ', visit: { id } });
  }

  /** Anything, signed as everything is. */
  post(message: unknown): void {
    const queued = { id: `msg_${randomUUID()}`, body: typeof message === 'string' ? message : JSON.stringify(message) };
    this.waiting.push(queued, ...(this.plan.duplicated ? [queued] : []));
  }

  /** Sends what waits; resolves when each was taken or given up. */
  async flush(): Promise<void> {
    const messages = this.plan.shuffled ? this.waiting.toReversed() : this.waiting;
    this.waiting = [];
    for (const message of messages) await this.deliver(message);
  }

  private async deliver({ id, body }: Message): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const status = await this.attempt(id, body);
      this.answers.push(status);
      if (status >= 200 && status < 300) return;
      if (attempt >= (this.plan.attempts ?? 3)) return void this.givenUp.push(body);
      await new Promise((resolve) => {
        setTimeout(resolve, this.plan.retryMilliseconds ?? 20);
      });
    }
  }

  private async attempt(id: string, body: string): Promise<number> {
    const { url, signing, secret, headers: more } = this.plan;
    const time = Math.floor(this.now().getTime() / 1000);
    try {
      const headers = { 'content-type': 'application/json', ...more, ...signings[signing]({ body, id, time, secret }) };
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  }

  private tell(type: string, { id, guest, ...visit }: Visit): void {
    this.post({
      event: this.event(type),
      site: 'HQ',
      visit: {
        id,
        ...visit,
        guest,
        host: { email: 'host@acme.example' },
        answers: [{ question: 'Company', answer: 'Analytical Engines' }],
      },
    });
  }

  /** Times of events never stand still, as their order counts. */
  private event(type: string): object {
    this.lastAt = Math.max(this.lastAt + 1, this.now().getTime());
    return { type, at: new Date(this.lastAt).toISOString() };
  }

  private visit(id: string): Visit {
    const visit = this.visits.get(id);
    if (!visit) throw new Error(`There is no visit ${id}`);
    return visit;
  }

  private now(): Date {
    return this.plan.now?.() ?? new Date();
  }
}
