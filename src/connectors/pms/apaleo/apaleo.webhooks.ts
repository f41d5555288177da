import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { isSameText } from '../../../provisioning/connector/same-text.js';
import { malformedRecord, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import { unitHint } from './apaleo.reader.js';
import type { ApaleoSettings } from './apaleo.settings.js';
import type { ApaleoEvent } from './apaleo.wire.js';

const entityId = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * Events name what changed, unsigned, in any order and more than once. The token in the address proves them, and each
 * is a hint to read.
 */
export class ApaleoWebhooks implements Receives {
  constructor(private readonly settings: Pick<ApaleoSettings, 'webhook_token' | 'property_id'>) {}

  verify({ path, body }: InboundRequest): Promise<Accepted> {
    const { webhook_token: expected } = this.settings;
    const [given] = path.replace(/^\/+/, '').split('?');
    if (!expected || !isSameText(given, expected))
      return Promise.reject(
        new ConnectorProblem('signature_invalid', 'The address does not end in the webhook token of this connection'),
      );
    const event = vendorObject<ApaleoEvent>(body);
    if (this.isOfAnother(event)) return Promise.resolve({ ofAnother: 'another property' });
    const id = event?.id;
    return Promise.resolve(typeof id === 'string' && entityId.test(id) ? { dedupeKey: id } : {});
  }

  interpret({ body }: StoredMessage): readonly Change[] {
    const event = vendorObject<ApaleoEvent>(body);
    if (!event) return [malformedRecord('The body is not a JSON object')];
    if (typeof event.topic !== 'string' || typeof event.type !== 'string')
      return [malformedRecord('topic or type is missing')];
    const topic = event.topic.toLowerCase();
    // Sent when a subscription is made or changed; it only wants an answer.
    if (topic === 'system') return [{ kind: 'ignored', reason: 'health check' }];
    if (this.isOfAnother(event)) return [{ kind: 'ignored', reason: 'event of another property' }];
    if (topic !== 'reservation' && topic !== 'unit') return [{ kind: 'ignored', reason: `event of ${nameOf(topic)}` }];
    const key = event.data?.entityId;
    if (typeof key !== 'string' || !entityId.test(key))
      return [malformedRecord(`${topic}/${nameOf(event.type)}: data.entityId is not an id`)];
    return [{ kind: 'hint', of: 'parent', key: topic === 'unit' ? `${unitHint}${key}` : key }];
  }

  /** A subscription may cover several properties, or a whole account. */
  private isOfAnother(event: Partial<ApaleoEvent> | undefined): boolean {
    return Boolean(event?.propertyId) && event?.propertyId !== this.settings.property_id;
  }
}

/** A vendor's word, fit for a log: never more than a name. */
function nameOf(value: string): string {
  return /^[\w-]{1,60}$/.test(value) ? value : 'no known name';
}
