import type { Clock } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Accepted, InboundRequest, Receives } from '../../../provisioning/connector/connector.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { type SignatureScheme, verifySignature } from '../../../provisioning/connector/signature.js';
import { malformedRecord, vendorObject } from '../../../provisioning/connector/vendor-record.js';
import { changeOfStripeEvent } from './stripe.events.js';
import type { StripeSettings } from './stripe.settings.js';
import type { StripeEvent } from './stripe.wire.js';

/**
 * https://docs.stripe.com/webhooks#verify-manually : the secret is used as written, with `whsec_`; during a rotation
 * several `v1` arrive.
 */
const stripeSignature: SignatureScheme = {
  algorithm: 'sha256',
  secretEncoding: 'utf8',
  header: 'stripe-signature',
  form: 'pairs',
  timeName: 't',
  signatureName: 'v1',
  encoding: 'hex',
  signedText: '{time}.{body}',
  toleranceSeconds: 300,
};

export class StripeWebhooks implements Receives {
  constructor(
    private readonly settings: Pick<StripeSettings, 'webhook_secret' | 'previous_webhook_secret' | 'sells'>,
    private readonly clock: Clock,
  ) {}

  verify(request: InboundRequest): Promise<Accepted> {
    const secrets = [this.settings.webhook_secret ?? '', this.settings.previous_webhook_secret ?? ''];
    try {
      verifySignature(stripeSignature, secrets, request, this.clock);
    } catch (error) {
      return Promise.reject(error as ConnectorProblem);
    }
    const { id, account } = vendorObject<StripeEvent>(request.body) ?? {};
    // The key reads its own account; an event of a connected account is not for this connection.
    if (account !== undefined) return Promise.resolve({ ofAnother: 'a connected account' });
    return Promise.resolve(typeof id === 'string' && /^evt_\w{1,200}$/.test(id) ? { dedupeKey: id } : {});
  }

  interpret({ body }: StoredMessage): readonly Change[] {
    const event = vendorObject<StripeEvent>(body);
    if (event) return [changeOfStripeEvent(event, this.settings.sells)];
    return [malformedRecord('The body is not a JSON object')];
  }
}
