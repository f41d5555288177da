import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { type SignatureScheme, verifySignature } from '../../../provisioning/connector/signature.js';
import { malformedRecord, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import { changeOfKisiEvent, isOfAnotherPlace } from './kisi.mapping.js';
import type { KisiSettings } from './kisi.settings.js';
import type { KisiEvent } from './kisi.wire.js';

/**
 * Documented with `sha256=` before the signature, and seen without it: both are accepted. The signature covers no time,
 * so only the uuid reveals a repeated event.
 */
const kisiSignature: SignatureScheme = {
  algorithm: 'sha256',
  secretEncoding: 'utf8',
  header: 'x-signature',
  form: 'whole',
  prefix: 'sha256=',
  encoding: 'hex',
  signedText: '{body}',
};

export class KisiWebhooks implements Receives {
  constructor(
    private readonly settings: Pick<KisiSettings, 'signature_key' | 'place_id' | 'lock_ids'>,
    private readonly clock: Clock,
  ) {}

  verify(request: InboundRequest): Promise<Accepted> {
    try {
      verifySignature(kisiSignature, [this.settings.signature_key ?? ''], request, this.clock);
    } catch (error) {
      return Promise.reject(error as ConnectorProblem);
    }
    const event = vendorObject<KisiEvent>(request.body);
    if (event && isOfAnotherPlace(event, this.settings.place_id))
      return Promise.resolve({ ofAnother: 'another place' });
    const uuid = event?.uuid;
    return Promise.resolve(typeof uuid === 'string' && /^[\w-]{1,100}$/.test(uuid) ? { dedupeKey: uuid } : {});
  }

  interpret({ body }: StoredMessage): readonly Change[] {
    const event = vendorObject<KisiEvent>(body);
    if (event) return [changeOfKisiEvent(event, this.settings)];
    return [malformedRecord('The body is not a JSON object')];
  }
}
