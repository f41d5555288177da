import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { Accepted, InboundRequest } from '../../../provisioning/connector/connector.js';
import { isSameText } from '../../../provisioning/connector/same-text.js';
import { type SignatureScheme, verifySignature } from '../../../provisioning/connector/signature.js';
import type { WebhookSettings } from './webhook.settings.js';
import { schemeOf } from './webhook.verifier.js';
import { mostBytes } from './webhook.wire.js';

const longestEventId = 200;

/** Admits messages: address, path token and the sender's proof, as far as each is set. */
export class WebhookVerifier {
  constructor(
    private readonly settings: WebhookSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * @throws ConnectorProblem signature_invalid, which does not say what was wrong (the log does); record_malformed for
   * a body that is too large
   */
  admit(request: InboundRequest): Accepted {
    const flaw = this.flawIn(request);
    if (flaw !== null) {
      this.log.warn({ flaw }, 'message refused');
      throw new ConnectorProblem(
        'signature_invalid',
        'The request does not prove that it comes from the sender of this connection',
      );
    }
    if (request.body.length > mostBytes)
      throw new ConnectorProblem(
        'record_malformed',
        `The body has more than ${mostBytes / 1024} KiB; send fewer records in one message`,
      );
    return { dedupeKey: this.eventIdOf(request) };
  }

  /** Why it is refused; null: it is admitted. */
  private flawIn(request: InboundRequest): string | null {
    const { path_token: token } = this.settings;
    if (!this.comesFromAllowed(request)) return 'the address is not an allowed one';
    if (token && !isSameText(tokenIn(request.path), token)) return 'the address does not end in the path token';
    const { verifier } = this.settings;
    const scheme = schemeOf(verifier);
    if (scheme) return this.flawInSignature(scheme, request);
    const { authorization = '' } = request.headers;
    switch (verifier.type) {
      case 'basic':
        return this.isSecret(basicIn(authorization), `${verifier.username}:`)
          ? null
          : 'name and password are not those of the connection';
      case 'bearer':
        return this.isSecret(authorization.toLowerCase().startsWith('bearer ') ? authorization.slice(7).trim() : '')
          ? null
          : 'the bearer token is not the secret';
      case 'header':
        return this.isSecret(request.headers[verifier.header] ?? '')
          ? null
          : `the header ${verifier.header} is not the secret`;
      // Saved settings always have a token; without one, nothing is proven.
      default:
        return verifier.type === 'none' && token ? null : 'nothing proves the sender';
    }
  }

  private flawInSignature(scheme: SignatureScheme, request: InboundRequest): string | null {
    try {
      verifySignature(scheme, this.secrets, request, this.clock);
      return null;
    } catch (error) {
      if (error instanceof ConnectorProblem && error.code === 'signature_invalid') return error.message;
      throw error;
    }
  }

  private get secrets(): readonly string[] {
    return [this.settings.secret, this.settings.previous_secret].filter((each): each is string => Boolean(each));
  }

  /** Compares with each secret, so that timing does not reveal which one came close. */
  private isSecret(given: string, before = ''): boolean {
    return this.secrets.map((secret) => isSameText(given, `${before}${secret}`)).includes(true);
  }

  private comesFromAllowed({ remoteAddress }: InboundRequest): boolean {
    const { allowed_addresses: networks } = this.settings;
    if (!networks) return true;
    if (!ipaddr.isValid(remoteAddress)) return false;
    const address = ipaddr.process(remoteAddress);
    return networks.some((network) => {
      const [base, bits] = network.includes('/')
        ? ipaddr.parseCIDR(network)
        : [ipaddr.parse(network), network.includes(':') ? 128 : 32];
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

function tokenIn(path: string): string {
  return path.split('?', 1)[0].replace(/^\/+/, '').slice(0, 500);
}

/** `name:password`, as RFC 7617 writes it; '' when it is not that. */
function basicIn(authorization: string): string {
  const [scheme, encoded = ''] = authorization.split(' ', 2);
  return scheme.toLowerCase() === 'basic' && encoded.length <= 2000
    ? Buffer.from(encoded, 'base64').toString('utf8')
    : '';
}
