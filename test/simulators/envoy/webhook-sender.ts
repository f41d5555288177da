import { createHmac, randomUUID } from 'node:crypto';
import type { EnvoyOffice, Happening } from './office.js';
import { entryPayload, invitePayload, type Wire } from './payloads.js';

export interface WebhookPlan extends Wire {
  readonly url: string;
  /** An app of our own, or Envoy's Webhooks app. */
  readonly as?: 'app' | 'webhooks';
  readonly clientSecret?: string;
  /** The Authorization header, as the customer wrote it (HTTP Basic is encoded by Envoy). */
  readonly authorization?: string;
  /** 5 at Envoy, across 10 minutes. */
  readonly attempts?: number;
  readonly duplicated?: boolean;
  /** The newest first. */
  readonly reversed?: boolean;
}

export interface Sent {
  readonly event: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  attempts: number;
  status?: number;
}

/** Posts what happens, when told to: signed, more than once, in any order, and given up after five attempts that nobody answered well. */
export class WebhookSender {
  readonly sent: Sent[] = [];
  discarded = 0;
  private waiting: Sent[] = [];

  constructor(private readonly office: EnvoyOffice, private readonly plan: WebhookPlan) {
    office.onHappening((happening) => this.waiting.push(this.requestOf(happening)));
  }

  /** Sends what waits, once; what was not answered by 2xx (or, by an app, taken as ignored) waits for the next time. */
  async flush(): Promise<readonly Sent[]> {
    const batch = this.plan.reversed ? this.waiting.toReversed() : this.waiting;
    this.waiting = [];
    for (const request of batch) {
      await this.attempt(request);
      if (this.plan.duplicated) await this.attempt(request);
    }
    return batch;
  }

  /** What is told while nobody listens. */
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
    const isSettled = request.status !== undefined && (request.status < 300 || (this.plan.as !== 'webhooks' && request.status === 400));
    if (isSettled) return;
    if (request.attempts >= (this.plan.attempts ?? 5)) this.discarded += 1;
    else this.waiting.push(request);
  }

  private requestOf(happening: Happening): Sent {
    const body = JSON.stringify(this.envelopeOf(happening));
    return { event: happening.event, body, headers: headersOf(body, this.plan), attempts: 0 };
  }

  private envelopeOf({ event, of, record }: Happening): object {
    const payload = of === 'entry' ? entryPayload(this.office, record, this.plan) : invitePayload(this.office, record);
    if (this.plan.as === 'webhooks') return { event, payload };
    const location = this.office.locations.find(({ id }) => id === record.locationId);
    return {
      meta: {
        event, plugin_id: 'e0a7b2f4-3c1d-4f7a-8a51-2f9b6d6f1c11', install_id: '48213', config: {}, job: { id: randomUUID(), name: event, identifier: `vr:${of}:${record.id}` },
        location: location && { id: location.id, type: 'locations', attributes: { name: location.name, timezone: location.timezone } }, company: { id: '118', type: 'companies', attributes: { name: 'Acme' } },
        auth: { token_type: 'Bearer', access_token: 'LIVE-BEARER-TOKEN', expires_in: 43_200, refresh_token: null, refresh_token_expires_in: null },
      },
      payload,
    };
  }
}

export function headersOf(body: string, { clientSecret, authorization }: Pick<WebhookPlan, 'clientSecret' | 'authorization'>): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(clientSecret ? { 'x-envoy-signature': createHmac('sha256', clientSecret).update(body).digest('base64') } : {}),
    ...(authorization ? { authorization: authorization.includes(':') ? `Basic ${Buffer.from(authorization).toString('base64')}` : authorization } : {}),
  };
}
