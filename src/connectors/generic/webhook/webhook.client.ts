import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../../kernel/clock.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { Accepted, InboundRequest } from '../../../provisioning/connector/connector.js';
import { isSameText } from '../../../provisioning/connector/same-text.js';
import { verifySignature } from '../../../provisioning/connector/signature.js';
import type { WebhookSettings } from './webhook.settings.js';
import { schemeOf } from './webhook.verifier.js';
import { mostBytes } from './webhook.wire.js';

const longestEventId = 200;

/** The door that messages come in by: address, path token and the sender's proof, all of those that are set. */
export class WebhookDoor {
  constructor(private readonly settings: WebhookSettings, private readonly clock: Clock) {}

  /** @throws ConnectorProblem signature_invalid, which does not say what was wrong; record_malformed for a body that is too large */
  admit(request: InboundRequest): Accepted {
    if (!this.comesFromAllowed(request)) throw refusal();
    const { path_token: token } = this.settings;
    if (token && !isSameText(tokenIn(request.path), token)) throw refusal();
    this.requireProof(request);
    if (request.body.length > mostBytes) throw new ConnectorProblem('record_malformed', `The body has more than ${mostBytes / 1024} KiB; send fewer records in one message`);
    return { dedupeKey: this.eventIdOf(request) };
  }

  private requireProof(request: InboundRequest): void {
    const { verifier } = this.settings;
    const secrets = [this.settings.secret, this.settings.previous_secret].filter((each): each is string => Boolean(each));
    const scheme = schemeOf(verifier);
    if (scheme) return verifySignature(scheme, secrets, request, this.clock);
    const { authorization = '' } = request.headers;
    const isOneOf = (given: string, expected: (secret: string) => string) => secrets.map((secret) => isSameText(given, expected(secret))).includes(true);
    switch (verifier.type) {
      case 'basic':
        if (!isOneOf(basicIn(authorization), (secret) => `${verifier.username}:${secret}`)) throw refusal();
        return;
      case 'bearer':
        if (!isOneOf(authorization.toLowerCase().startsWith('bearer ') ? authorization.slice(7).trim() : '', (secret) => secret)) throw refusal();
        return;
      case 'header':
        if (!isOneOf(request.headers[verifier.header] ?? '', (secret) => secret)) throw refusal();
        return;
      default:
        // Saved settings have a token for it; whatever else comes here proves nothing.
        if (verifier.type !== 'none' || !this.settings.path_token) throw refusal();
    }
  }

  private comesFromAllowed({ remoteAddress }: InboundRequest): boolean {
    const { allowed_addresses: networks } = this.settings;
    if (!networks) return true;
    if (!ipaddr.isValid(remoteAddress)) return false;
    const address = ipaddr.process(remoteAddress);
    return networks.some((network) => {
      const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), network.includes(':') ? 128 : 32];
      return base.kind() === address.kind() && address.match(base, bits);
    });
  }

  private eventIdOf({ headers }: InboundRequest): string | undefined {
    const { event_id_header: header, verifier } = this.settings;
    const name = header ?? (verifier.type === 'standard-webhooks' ? 'webhook-id' : undefined);
    const id = name && headers[name];
    if (!id) return undefined;
    return id.length > longestEventId ? createHash('sha256').update(id).digest('hex') : id;
  }
}

function refusal(): ConnectorProblem {
  return new ConnectorProblem('signature_invalid', 'The request does not prove that it comes from the sender of this connection');
}

function tokenIn(path: string): string {
  return path.split('?', 1)[0].replace(/^\/+/, '').slice(0, 500);
}

/** `name:password`, as RFC 7617 writes it; '' when it is not that. */
function basicIn(authorization: string): string {
  const [scheme, encoded = ''] = authorization.split(' ', 2);
  return scheme.toLowerCase() === 'basic' && encoded.length <= 2000 ? Buffer.from(encoded, 'base64').toString('utf8') : '';
}
