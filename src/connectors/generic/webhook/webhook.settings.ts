import { IsTimeZone } from 'class-validator';
import ipaddr from 'ipaddr.js';
import type { MappingDocument } from '../../../provisioning/connector/mapping/mapping-document.js';
import { wrongInMapping } from '../../../provisioning/connector/mapping/mapping-rules.js';
import { mappingSchema } from '../../../provisioning/connector/mapping/mapping-schema.js';
import { listOf, type Rule, wrong } from '../../../provisioning/connector/shape.js';
import { Setting } from '../../../provisioning/connector/setting.js';
import { type Handshake, handshakeRule } from './webhook.handshake.js';
import { handshakeSchema, verifierSchema } from './webhook.schemas.js';
import { secretPattern, type Verifier, wrongInVerifier } from './webhook.verifier.js';

const network: Rule = (value, at) =>
  typeof value === 'string' && isNetwork(value)
    ? []
    : wrong(at, 'must be an address or a network such as 203.0.113.7 or 203.0.113.0/24');

function isNetwork(text: string): boolean {
  const [address, bits = '32'] = text.split('/', 3);
  const isAddress = address.includes(':')
    ? ipaddr.IPv6.isValid(address)
    : /^(0|[1-9]\d*)(\.(0|[1-9]\d*)){3}$/.test(address) && ipaddr.IPv4.isValid(address);
  return (
    isAddress &&
    /^[1-9]\d{0,2}$/.test(bits) &&
    Number(bits) <= (address.includes(':') ? 128 : 32) &&
    text.split('/').length <= 2
  );
}

export class WebhookSettings {
  @Setting({
    type: 'object',
    title: 'Verifier',
    check: wrongInVerifier,
    schema: verifierSchema,
    description: 'How the sender proves that a message is its own. `none` only with a path token.',
    examples: [
      { type: 'standard-webhooks' },
      { type: 'hmac', header: 'x-signature', prefix: 'sha256=', encoding: 'hex' },
      { type: 'bearer' },
    ],
  })
  verifier: Verifier;

  @Setting({
    type: 'object',
    title: 'Mapping',
    check: (value, at, { time_zone: timeZone }) =>
      wrongInMapping(value, at, { timeZone: zoneOf(timeZone), source: 'events' }),
    description: 'How messages become facts. The preview shows what a message would do before the mapping is saved.',
    schema: mappingSchema,
  })
  mapping: MappingDocument;

  @Setting({
    type: 'string',
    title: 'Secret',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 500,
    pattern: secretPattern,
    description:
      'What the sender signs with, its password, token or key: 8 or more characters without spaces. ' +
      'Standard Webhooks: whsec_…',
  })
  secret?: string;

  @Setting({
    type: 'string',
    title: 'Previous secret',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 500,
    pattern: secretPattern,
    description: 'Accepted beside the secret while one replaces the other.',
  })
  previous_secret?: string;

  @Setting({
    type: 'string',
    title: 'Path token',
    secret: true,
    isReceived: true,
    required: false,
    maxLength: 200,
    pattern: /^[A-Za-z0-9_-]{22,}$/,
    description:
      'The end of the address, /hooks/{connection id}/{path token}: 22 or more letters, digits, _ or - (128 ' +
      'random bits). Necessary for the verifier none, an extra with any other.',
  })
  path_token?: string;

  @Setting({
    type: 'object',
    title: 'Allowed addresses',
    required: false,
    check: (value, at) => listOf(network, 1, 100)(value, at),
    schema: { type: 'array', items: { type: 'string' } },
    examples: [['203.0.113.0/24']],
    description:
      'Addresses or networks (CIDR) that may send; an extra, never the only proof. Behind a proxy, ' +
      'USHER_TRUSTED_PROXIES must name it.',
  })
  allowed_addresses?: string[];

  @Setting({
    type: 'object',
    title: 'Handshake',
    required: false,
    check: (value, at) => handshakeRule(value, at),
    schema: handshakeSchema,
    examples: [
      { type: 'query', name: 'validationToken' },
      { type: 'header', header: 'x-okta-verification-challenge', field: 'verification' },
      { type: 'body', pointer: '/challenge', field: 'challenge' },
    ],
    description:
      'Where a system that asks first puts its challenge; it goes back as text, or as `field` of a JSON object.',
  })
  handshake?: Handshake;

  @Setting({
    type: 'string',
    title: 'Event id header',
    required: false,
    pattern: /^[a-z0-9-]{1,60}$/,
    examples: ['webhook-id'],
    description:
      "Header, in lower case, with the sender's own id of the event: the same id twice is taken in once. " +
      'Standard Webhooks: webhook-id, without being told.',
  })
  event_id_header?: string;

  @Setting({
    type: 'string',
    title: 'Site',
    required: false,
    maxLength: 60,
    pattern: /\S/,
    examples: ['hq'],
    description: 'Short name of the house, for account names and rules, where messages name none.',
  })
  site?: string;

  @IsTimeZone({ message: '$property must be an IANA zone such as Europe/Vienna' })
  @Setting({
    type: 'string',
    title: 'Time zone',
    required: false,
    maxLength: 60,
    examples: ['Europe/Vienna'],
    description: 'IANA zone of the house: what times without an offset and days are read in. UTC without it.',
  })
  time_zone?: string;
}

/** A malformed zone is reported at its own setting. */
function zoneOf(written: unknown): string | undefined {
  return typeof written === 'string' && /^[A-Za-z]+(\/[A-Za-z0-9_+-]+)*$/.test(written) ? written : undefined;
}
