import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { isSameText } from '../../../provisioning/connector/same-text.js';
import { malformedRecord, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import { roomHint } from './mews.reader.js';
import type { MewsSettings } from './mews.settings.js';
import type { MewsGeneralWebhook, MewsIntegrationWebhook } from './mews.wire.js';

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Webhooks carry ids only, in any order and more than once: each is a hint to read. They are unsigned; the token in the
 * address proves them. The same body twice may be two updates, so nothing is dropped as a duplicate.
 */
export class MewsWebhooks implements Receives {
  constructor(private readonly settings: Pick<MewsSettings, 'webhook_token' | 'enterprise_id'>) {}

  verify({ path, body }: InboundRequest): Promise<Accepted> {
    const { webhook_token: expected } = this.settings;
    if (!expected || !isSameText(tokenIn(path), expected))
      return Promise.reject(
        new ConnectorProblem('signature_invalid', 'The address does not end in the webhook token of this connection'),
      );
    // The body is parsed here only where it has something to say; what it means is read once it is stored.
    const ofAnother = this.settings.enterprise_id ? this.otherHotelIn(webhookIn(body)) : undefined;
    return Promise.resolve(ofAnother ? { ofAnother } : {});
  }

  interpret({ body }: StoredMessage): readonly Change[] {
    const message = webhookIn(body);
    if (message === undefined) return [malformedRecord('The body is not a JSON object')];
    // Integration webhooks may carry an access token or API key: nothing of them is passed on.
    if ('Action' in message) return [{ kind: 'ignored', reason: `integration webhook ${nameOf(message.Action)}` }];
    if (!('Events' in message) || !Array.isArray(message.Events)) return [malformedRecord('Events is not a list')];
    if (this.otherHotelIn(message)) return [{ kind: 'ignored', reason: 'events of another hotel' }];
    const changes = new Map<string, Change>();
    for (const event of message.Events as readonly unknown[]) {
      const change = meaningOf(event);
      changes.set(JSON.stringify(change), change);
    }
    return [...changes.values()];
  }

  /** The integration has one token and one address, which receives the events of every hotel that connected it. */
  private otherHotelIn(message: ReturnType<typeof webhookIn>): string | undefined {
    const { enterprise_id: ours } = this.settings;
    if (!ours || !message || !('Events' in message)) return undefined;
    return String(message.EnterpriseId).toLowerCase() === ours.toLowerCase() ? undefined : 'another hotel';
  }
}

/** Before it is proven. */
export function hotelNamedIn(body: Buffer): string | undefined {
  const message = webhookIn(body);
  return message && 'EnterpriseId' in message && id.test(String(message.EnterpriseId))
    ? message.EnterpriseId
    : undefined;
}

/** Every event is the id of something; added and updated are both only a reason to read. */
function meaningOf(event: unknown): Change {
  const { Discriminator, Value } = (event ?? {}) as Partial<MewsGeneralWebhook['Events'][number]>;
  const of = {
    ServiceOrderUpdated: 'parent',
    CustomerAdded: 'guest',
    CustomerUpdated: 'guest',
    ResourceUpdated: 'room',
  }[String(Discriminator)];
  if (!of) return { kind: 'ignored', reason: `event ${nameOf(Discriminator)}` };
  const key = Value?.Id;
  if (typeof key !== 'string' || !id.test(key))
    return malformedRecord(`${nameOf(Discriminator)}: Value.Id is not an id`);
  if (of === 'room') return { kind: 'hint', of: 'parent', key: `${roomHint}${key}` };
  return { kind: 'hint', of: of === 'guest' ? 'guest' : 'parent', key };
}

/** `/{token}`, or `?token={token}` for vendors that need it in the query. */
function tokenIn(path: string): string {
  const end = path.indexOf('?');
  const inQuery = end < 0 ? null : new URLSearchParams(path.slice(end)).get('token');
  return inQuery ?? decoded(path.slice(0, end < 0 ? undefined : end).replace(/^\/+/, ''));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/** A vendor's word, fit for a log: never more than a name. */
function nameOf(value: unknown): string {
  return typeof value === 'string' && /^\w{1,60}$/.test(value) ? value : 'without a name';
}

function webhookIn(body: Buffer): MewsGeneralWebhook | MewsIntegrationWebhook | undefined {
  return vendorObject(body) as MewsGeneralWebhook | undefined;
}
