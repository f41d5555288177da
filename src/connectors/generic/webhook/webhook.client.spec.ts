import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ManualClock } from '../../../../test/kernel/manual-clock.js';
import { CapturingLog } from '../../../../test/connector-contract/capturing-log.js';
import { refusedFields } from '../../../../test/connector-contract/session.js';
import { deskMapping, request, standardSecret } from '../../../../test/webhook/webhook-rig.js';
import { SilentLog } from '../../../kernel/log.js';
import type { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { ConnectorDefinition, InboundRequest } from '../../../provisioning/connector/connector.js';
import { WebhookVerifier } from './webhook.client.js';
import { webhook } from './webhook.connector.js';
import type { WebhookSettings } from './webhook.settings.js';
import type { Verifier } from './webhook.verifier.js';

const secret = 'a-secret-of-this-desk';
const other = 'another-secret-entirely';
const pathToken = 'q7Jw2mXzP0vK9sLb4nRtYg';

function admitted(settings: Partial<WebhookSettings>, asked: InboundRequest): string {
  try {
    new WebhookVerifier(
      { mapping: deskMapping, ...settings } as WebhookSettings,
      new ManualClock(),
      new SilentLog(),
    ).admit(asked);
    return 'admitted';
  } catch (error) {
    return (error as ConnectorProblem).code;
  }
}

function refused(settings: Partial<Record<keyof WebhookSettings, unknown>>): string[] {
  return refusedFields(webhook as unknown as ConnectorDefinition, { mapping: deskMapping, ...settings });
}

/** The table of docs/verifiers.md: what is documented for a vendor is what is tried. */
const guide = readFileSync(new URL('../../../../docs/verifiers.md', import.meta.url), 'utf8');
const documented = [...guide.matchAll(/^\| ([A-Z][^|`]*?) \| `(\{"type":"hmac".*?\})` \|$/gm)].map(
  ([, vendor, json]) => [vendor, JSON.parse(json.replaceAll('\\|', '|')) as Verifier] as const,
);

test('docs/verifiers.md has every way of signing', () => {
  expect(documented.map(([vendor]) => vendor)).toEqual([
    'Envoy',
    'Kisi, GitHub',
    'Verkada',
    'OfficeRnD',
    'Stripe',
    'Nexudus',
    'Mindbody',
    'Svix',
  ]);
});

test.each([
  ...documented.map(([vendor, verifier]) => [vendor, verifier, vendor === 'Svix' ? standardSecret : secret] as const),
  ['standard-webhooks', { type: 'standard-webhooks' }, standardSecret] as const,
  ['basic', { type: 'basic', username: 'desk' }, secret] as const,
  ['bearer', { type: 'bearer' }, secret] as const,
  ['header', { type: 'header', header: 'x-sine-auth' }, secret] as const,
])('what is sent like %s is admitted, with either of two secrets, and nothing else is', (signing, verifier, key) => {
  expect(refused({ verifier, secret: key })).toEqual([]);
  const genuine = request({ hello: 1 }, signing, key);
  expect(admitted({ verifier, secret: key }, genuine)).toBe('admitted');
  expect(admitted({ verifier, secret: other, previous_secret: key }, genuine)).toBe('admitted');
  expect(admitted({ verifier, secret: other }, genuine)).toBe('signature_invalid');
  expect(admitted({ verifier, secret: undefined }, genuine)).toBe('signature_invalid');
  expect(admitted({ verifier, secret: key }, { ...genuine, headers: {} })).toBe('signature_invalid');
  const proof = Object.keys(genuine.headers).find((name) => /signature|auth/.test(name))!;
  expect(
    admitted(
      { verifier, secret: key },
      { ...genuine, headers: { ...genuine.headers, [proof]: genuine.headers[proof].slice(0, -4) } },
    ),
  ).toBe('signature_invalid');
  expect(refused({ verifier })).toEqual(['verifier']);
});

test('the vectors of Standard Webhooks and Nexudus', () => {
  const vector = (verifier: Verifier, key: string, headers: Record<string, string>, body: string) => {
    const clock = new ManualClock(new Date(1_771_459_272_000).toISOString());
    const door = new WebhookVerifier({ mapping: deskMapping, verifier, secret: key }, clock, new SilentLog());
    return door.admit({ method: 'POST', path: '', headers, body: Buffer.from(body), remoteAddress: '203.0.113.9' });
  };
  expect(
    vector(
      { type: 'standard-webhooks' },
      standardSecret,
      {
        'webhook-id': 'msg_1',
        'webhook-timestamp': '1771459272',
        'webhook-signature': 'v1,UO9kYiN34HEjOMgT+PHlS2jVrKPd/19nwZ7M1hc64Cg=',
      },
      '{"a":1}',
    ),
  ).toEqual({ dedupeKey: 'msg_1' });
  expect(
    vector(
      { type: 'hmac', header: 'x-nexudus-hook-signature' },
      'nexudus_secret',
      { 'x-nexudus-hook-signature': 'F4883B5EF52D210E4E32FF52A4CBA64142AFFA5536D1845C794AAD13369CF1D9' },
      '[{"Id":1}]',
    ),
  ).toEqual({ dedupeKey: undefined });
});

test('without a proof of its own, only the end of the address admits', () => {
  const none = { verifier: { type: 'none' } as const, path_token: pathToken };
  expect(refused(none)).toEqual([]);
  expect(refused({ verifier: { type: 'none' } })).toEqual(['verifier']);
  expect(admitted(none, request({}, 'bearer', secret, { path: `/${pathToken}` }))).toBe('admitted');
  for (const path of [
    '',
    '/',
    `/${pathToken}x`,
    `/${pathToken}/`,
    `?token=${pathToken}`,
    `/${pathToken.toLowerCase()}`,
  ])
    expect(admitted(none, request({}, 'bearer', secret, { path }))).toBe('signature_invalid');
  expect(admitted({ verifier: { type: 'none' } }, request({}))).toBe('signature_invalid');
});

test('a path token and a list of addresses are extras: all that is set must hold', () => {
  const settings = {
    verifier: { type: 'bearer' } as const,
    secret,
    path_token: pathToken,
    allowed_addresses: ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'],
  };
  expect(refused(settings)).toEqual([]);
  const from = (remoteAddress: string, path = `/${pathToken}`) =>
    admitted(settings, request({}, 'bearer', secret, { remoteAddress, path }));
  for (const address of ['203.0.113.200', '::ffff:203.0.113.200', '2001:db8::1', '198.51.100.7'])
    expect(from(address)).toBe('admitted');
  for (const address of ['203.0.114.1', '198.51.100.70', '2001:db9::1', '1203.0.113.1', 'unknown', ''])
    expect(from(address)).toBe('signature_invalid');
  expect(from('203.0.113.200', '')).toBe('signature_invalid');
  expect(admitted(settings, request({}, 'bearer', other, { path: `/${pathToken}` }))).toBe('signature_invalid');
  for (const network of ['203.0.113', '10.0.0.0/0', '::/0', 'example.com', '010.1.1.1/8'])
    expect(refused({ ...settings, allowed_addresses: [network] })).toEqual(['allowed_addresses']);
});

const oddVerifiers: readonly (readonly [verifier: unknown, key: string])[] = [
  [{ type: 'magic' }, secret],
  [{ type: 'hmac' }, secret],
  [{ type: 'hmac', header: 'x-s', signed_text: 'no body' }, secret],
  [{ type: 'hmac', header: 'x-s', signed_text: '{time}.{body}' }, secret],
  [{ type: 'hmac', header: 'x-s', signed_text: '{id}.{body}' }, secret],
  [{ type: 'hmac', header: 'x-s', tolerance_seconds: 60 }, secret],
  [{ type: 'hmac', header: 'x-s', secret_encoding: 'hex' }, secret],
  [{ type: 'hmac', header: 'x-s', algorithm: 'md5' }, secret],
  [{ type: 'standard-webhooks' }, '!!!!!!!!!!'],
  [{ type: 'bearer', header: 'x' }, secret],
  [[], secret],
  ['bearer', secret],
  [null, secret],
];

test.each(oddVerifiers)('the verifier %j is refused when it is saved', (verifier, key) => {
  expect(refused({ verifier, secret: key })).toEqual(['verifier']);
});

test('a body above 256 KiB is refused, and told so only to who has proven itself', () => {
  const settings = { verifier: { type: 'bearer' } as const, secret };
  const large = `"${'x'.repeat(256 * 1024)}"`;
  expect(admitted(settings, request(large, 'bearer', secret))).toBe('record_malformed');
  expect(admitted(settings, request(large, 'bearer', other))).toBe('signature_invalid');
});

test('a refusal does not say what was wrong; the log does, without the secret', () => {
  const log = new CapturingLog();
  const settings = {
    mapping: deskMapping,
    verifier: { type: 'hmac', header: 'x-signature' },
    secret,
  } as WebhookSettings;
  const refusals = [request({}, 'bearer', secret), request({}, 'Kisi, GitHub', other)].map((asked) => {
    try {
      return new WebhookVerifier(settings, new ManualClock(), log).admit(asked);
    } catch (error) {
      return (error as ConnectorProblem).message;
    }
  });
  expect(new Set(refusals).size).toBe(1);
  expect(log.lines).toEqual([
    expect.stringMatching(/Header x-signature is missing/),
    expect.stringMatching(/signature does not fit/),
  ]);
  expect(log.lines.join()).not.toContain(secret);
});
