import { createHmac, randomUUID } from 'node:crypto';
import type { EnvoyOffice, Happening } from './office.js';
import { WebhookPosting, type PostedRequest } from '../webhook-posting.js';
import { entryPayload, invitePayload, type Wire } from './payloads.js';

export interface WebhookPlan extends Wire {
  readonly url: string;
  /** An app of our own, or Envoy's Webhooks app. */
  readonly as?: 'app' | 'webhooks';
  readonly clientSecret?: string;
  /** The Authorization header, as the customer wrote it (HTTP Basic is encoded by Envoy). */
  readonly authorization?: string;
  /** Of whom: the app's own customer unless said. */
  readonly installId?: string;
  /** 5 at Envoy, across 10 minutes. */
  readonly attempts?: number;
  readonly duplicated?: boolean;
  /** The newest first. */
  readonly reversed?: boolean;
}

export interface Sent extends PostedRequest {
  readonly event: string;
}

/**
 * Posts what happens, when told to: signed, more than once, in any order, and given up after five attempts that nobody
 * answered well. An app that answers 400 has ignored it, which is an answer.
 */
export class WebhookSender extends WebhookPosting<Sent> {
  constructor(
    private readonly office: EnvoyOffice,
    private readonly plan: WebhookPlan,
  ) {
    super({ attempts: 5, isSettled: (status) => status < 300 || (plan.as !== 'webhooks' && status === 400), ...plan });
    office.onHappening((happening) => this.queue(this.requestOf(happening)));
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
        event,
        plugin_id: 'e0a7b2f4-3c1d-4f7a-8a51-2f9b6d6f1c11',
        install_id: this.plan.installId ?? '48213',
        config: {},
        job: { id: randomUUID(), name: event, identifier: `vr:${of}:${record.id}` },
        location: location && {
          id: location.id,
          type: 'locations',
          attributes: { name: location.name, timezone: location.timezone },
        },
        company: { id: '118', type: 'companies', attributes: { name: 'Acme' } },
        auth: {
          token_type: 'Bearer',
          access_token: 'LIVE-BEARER-TOKEN',
          expires_in: 43_200,
          refresh_token: null,
          refresh_token_expires_in: null,
        },
      },
      payload,
    };
  }
}

export function headersOf(
  body: string,
  { clientSecret, authorization }: Pick<WebhookPlan, 'clientSecret' | 'authorization'>,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(clientSecret ? { 'x-envoy-signature': createHmac('sha256', clientSecret).update(body).digest('base64') } : {}),
    ...(authorization
      ? {
          authorization: authorization.includes(':')
            ? `Basic ${Buffer.from(authorization).toString('base64')}`
            : authorization,
        }
      : {}),
  };
}
