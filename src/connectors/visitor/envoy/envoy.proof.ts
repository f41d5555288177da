import type { Clock } from '../../../kernel/clock.js';
import type { InboundRequest } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import { isSameText } from '../../../provisioning/connector/same-text.js';
import { type SignatureScheme, verifySignature } from '../../../provisioning/connector/signature.js';
import type { EnvoySettings } from './envoy.settings.js';

/**
 * Base64 of HMAC-SHA256 over the raw body under the client secret; no time is signed:
 * https://developers.envoy.com/hub/docs/create-webhooks
 */
const scheme: SignatureScheme = {
  algorithm: 'sha256',
  secretEncoding: 'utf8',
  header: 'x-envoy-signature',
  form: 'whole',
  encoding: 'base64',
  signedText: '{body}',
};

export type ProofSettings = Pick<EnvoySettings, 'client_secret' | 'previous_client_secret' | 'authorization'>;

/**
 * Everything that the connection requires must be there: the signature, the Authorization that the customer entered in
 * Envoy, or both.
 * @throws ConnectorProblem signature_invalid
 */
export function prove(
  { client_secret: secret, previous_client_secret: previous, authorization }: ProofSettings,
  request: InboundRequest,
  clock: Clock,
): void {
  if (!secret && !authorization)
    throw new ConnectorProblem(
      'signature_invalid',
      'This connection has neither a client secret nor an authorization to prove requests by',
    );
  if (secret) verifySignature(scheme, [secret, previous ?? ''], request, clock);
  if (authorization && !carries(request.headers.authorization ?? '', authorization))
    throw new ConnectorProblem('signature_invalid', 'The Authorization header is not the one of this connection');
}

/**
 * Envoy passes a token on as written; `username:password` arrives as HTTP Basic. Every form is compared, even after a
 * match.
 */
function carries(header: string, authorization: string): boolean {
  const forms = [
    authorization,
    `Bearer ${authorization}`,
    ...(authorization.includes(':') ? [`Basic ${Buffer.from(authorization).toString('base64')}`] : []),
  ];
  return forms.map((form) => isSameText(header, form)).includes(true);
}
