import { createHmac, randomUUID } from 'node:crypto';
import { WebhookPosting, type PostedRequest } from '../webhook-posting.js';
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

/** Posts sign-ins and sign-outs when told to: signed, more than once, in any order, given up in the end. */
export class WebhookSender extends WebhookPosting<PostedRequest> {
  constructor(reception: Reception, plan: WebhookPlan) {
    super({ attempts: 3, ...plan });
    reception.onHappening((happening) => {
      const body = JSON.stringify(bodyOf(reception, happening));
      this.queue({ body, headers: headersOf(body, plan), attempts: 0 });
    });
  }
}

export function headersOf(
  body: string,
  { secret, header = 'Signature', encoding = 'hex', prefix = '' }: Omit<WebhookPlan, 'url'>,
): Record<string, string> {
  const signed = secret
    ? { [header.toLowerCase()]: prefix + createHmac('sha256', secret).update(body).digest(encoding) }
    : {};
  return { 'content-type': 'application/json', ...signed };
}

/** https://signinapp.com/docs/client-api/webhooks.html */
function bodyOf({ sites, groups }: Reception, { event, at, visitor }: Happening): object {
  const site = sites.find(({ id }) => id === visitor.siteId);
  return {
    event,
    event_at: iso(at),
    pushed_at: iso(new Date(at.getTime() + 2000)),
    idempotency_key: randomUUID().replaceAll('-', ''),
    site,
    visitor: {
      id: visitor.id,
      returning_visitor_id: visitor.returningVisitorId,
      name: visitor.name,
      photo_url: 'https://files.example/photo.jpg',
      badge_url: null,
      additional: {
        group: groups.find(({ id }) => id === visitor.groupId)?.name,
        visiting: visitor.visiting,
        'Do you feel well?': 'yes',
      },
      personal_fields: { name: visitor.name, email: visitor.email, mobile: visitor.mobile },
    },
  };
}

function iso(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+00:00`;
}
