import { createHmac, randomUUID } from 'node:crypto';
import type { Happening, Reception } from './reception.js';

export interface WebhookPlan {
  readonly url: string;
  readonly secret?: string;
  /** The vendor's page does not name it; any will do. */
  readonly header?: string;
  readonly encoding?: 'hex' | 'base64';
  readonly prefix?: string;
  readonly attempts?: number;
  readonly duplicated?: boolean;
  readonly reversed?: boolean;
}

export interface Sent { readonly body: string; readonly headers: Readonly<Record<string, string>>; attempts: number; status?: number }

/** Posts sign-ins and sign-outs when told to: signed, more than once, in any order, given up in the end. */
export class WebhookSender {
  readonly sent: Sent[] = [];
  discarded = 0;
  private waiting: Sent[] = [];

  constructor(private readonly reception: Reception, private readonly plan: WebhookPlan) {
    reception.onHappening((happening) => this.waiting.push(this.requestOf(happening)));
  }

  async flush(): Promise<readonly Sent[]> {
    const batch = this.plan.reversed ? this.waiting.toReversed() : this.waiting;
    this.waiting = [];
    for (const request of batch) {
      await this.attempt(request);
      if (this.plan.duplicated) await this.attempt(request);
    }
    return batch;
  }

  forget(): void {
    this.waiting = [];
  }

  private async attempt(request: Sent): Promise<void> {
    request.attempts += 1;
    if (!this.sent.includes(request)) this.sent.push(request);
    try {
      const answer = await fetch(this.plan.url, { method: 'POST', headers: request.headers, body: request.body });
      await answer.arrayBuffer();
      request.status = answer.status;
    } catch {
      request.status = undefined;
    }
    if (request.status !== undefined && request.status < 300) return;
    if (request.attempts >= (this.plan.attempts ?? 3)) this.discarded += 1;
    else this.waiting.push(request);
  }

  private requestOf(happening: Happening): Sent {
    const body = JSON.stringify(bodyOf(this.reception, happening));
    return { body, headers: headersOf(body, this.plan), attempts: 0 };
  }
}

export function headersOf(body: string, { secret, header = 'Signature', encoding = 'hex', prefix = '' }: Omit<WebhookPlan, 'url'>): Record<string, string> {
  const signed = secret ? { [header.toLowerCase()]: prefix + createHmac('sha256', secret).update(body).digest(encoding) } : {};
  return { 'content-type': 'application/json', ...signed };
}

/** https://signinapp.com/docs/client-api/webhooks.html */
function bodyOf({ sites, groups }: Reception, { event, at, visitor }: Happening): object {
  const site = sites.find(({ id }) => id === visitor.siteId);
  return {
    event, event_at: iso(at), pushed_at: iso(new Date(at.getTime() + 2000)), idempotency_key: randomUUID().replaceAll('-', ''), site,
    visitor: {
      id: visitor.id, returning_visitor_id: visitor.returningVisitorId, name: visitor.name, photo_url: 'https://files.example/photo.jpg', badge_url: null,
      additional: { group: groups.find(({ id }) => id === visitor.groupId)?.name, visiting: visitor.visiting, 'Do you feel well?': 'yes' },
      personal_fields: { name: visitor.name, email: visitor.email, mobile: visitor.mobile },
    },
  };
}

function iso(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`;
}
