import { createHmac } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { ManualClock } from '../../../test/kernel/manual-clock.js';
import { ConnectorProblem } from './connector-problem.js';
import { type SignatureScheme, verifySignature } from './signature.js';

const nowSeconds = 1_771_459_272;
const clock = new ManualClock(new Date(nowSeconds * 1000).toISOString());
const whole = {
  algorithm: 'sha256',
  secretEncoding: 'utf8',
  form: 'whole',
  encoding: 'hex',
  signedText: '{body}',
} as const;

const envoy: SignatureScheme = { ...whole, header: 'x-envoy-signature', encoding: 'base64' };
const nexudus: SignatureScheme = { ...whole, header: 'x-nexudus-hook-signature' };
const stripe: SignatureScheme = {
  ...whole,
  header: 'stripe-signature',
  form: 'pairs',
  timeName: 't',
  signatureName: 'v1',
  signedText: '{time}.{body}',
  toleranceSeconds: 300,
};
const verkada: SignatureScheme = {
  ...whole,
  header: 'verkada-signature',
  form: 'parts',
  divider: '|',
  signedText: '{body}|{time}',
  toleranceSeconds: 300,
};
const standard: SignatureScheme = {
  ...whole,
  header: 'webhook-signature',
  secretEncoding: 'base64',
  form: 'list',
  encoding: 'base64',
  idHeader: 'webhook-id',
  timeHeader: 'webhook-timestamp',
  signedText: '{id}.{time}.{body}',
  toleranceSeconds: 300,
};
const hexOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

function verdict(
  scheme: SignatureScheme,
  secrets: readonly string[],
  headers: Record<string, string>,
  body: string,
): string {
  try {
    verifySignature(scheme, secrets, { headers, body: Buffer.from(body) }, clock);
    return 'genuine';
  } catch (error) {
    return (error as ConnectorProblem).code;
  }
}

/** The first three are vectors of the vendors' own documentation. */
const genuine: [string, SignatureScheme, string, Record<string, string>, string][] = [
  [
    'base64 over the body',
    envoy,
    'envoy_client_secret',
    { 'x-envoy-signature': '+PRBOV9CQgsam0xieLcNkfMRkiriiv1NZ33GH2RboMY=' },
    '{"meta":{"event":"entry_sign_in"},"payload":{"id":"1"}}',
  ],
  [
    'upper-case hex',
    nexudus,
    'nexudus_secret',
    { 'x-nexudus-hook-signature': 'F4883B5EF52D210E4E32FF52A4CBA64142AFFA5536D1845C794AAD13369CF1D9' },
    '[{"Id":1}]',
  ],
  [
    'Standard Webhooks',
    standard,
    'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3',
    {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(nowSeconds),
      'webhook-signature': 'v1a,other v1,UO9kYiN34HEjOMgT+PHlS2jVrKPd/19nwZ7M1hc64Cg=',
    },
    '{"a":1}',
  ],
  [
    'one of two signatures in a rotation',
    stripe,
    'whsec_new',
    {
      'stripe-signature':
        `t=${nowSeconds},v0=x,v1=${hexOf('whsec_old', `${nowSeconds}.{}`)}` +
        `,v1=${hexOf('whsec_new', `${nowSeconds}.{}`)}`,
    },
    '{}',
  ],
  [
    'time and signature in parts',
    verkada,
    'secret',
    { 'verkada-signature': `${nowSeconds}|${hexOf('secret', `{}|${nowSeconds}`)}` },
    '{}',
  ],
];

test.each(genuine)(
  '%s is genuine, with another secret, body or length it is not',
  (_, scheme, secret, headers, body) => {
    expect(verdict(scheme, [secret], headers, body)).toBe('genuine');
    expect(verdict(scheme, ['', 'retired', secret], headers, body)).toBe('genuine');
    expect(verdict(scheme, ['whsec_b3RoZXI='], headers, body)).toBe('signature_invalid');
    expect(verdict(scheme, [], headers, body)).toBe('signature_invalid');
    expect(verdict(scheme, [secret], headers, `${body} `)).toBe('signature_invalid');
    expect(verdict(scheme, [secret], { ...headers, [scheme.header]: headers[scheme.header].slice(0, -3) }, body)).toBe(
      'signature_invalid',
    );
    expect(verdict(scheme, [secret], {}, body)).toBe('signature_invalid');
  },
);

test.each([
  ['an empty secret', nexudus, '', { [nexudus.header]: hexOf('', '{}') }],
  [
    'a secret that decodes to nothing',
    standard,
    'whsec_',
    {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(nowSeconds),
      'webhook-signature': `v1,${createHmac('sha256', '').update(`msg_1.${nowSeconds}.{}`).digest('base64')}`,
    },
  ],
] as [string, SignatureScheme, string, Record<string, string>][])(
  '%s proves nothing: everybody has it',
  (_, scheme, secret, headers) => {
    expect(verdict(scheme, [secret], headers, '{}')).toBe('signature_invalid');
  },
);

test.each([301, -301])('a time %s s away is refused, however well it is signed', (awaySeconds) => {
  const time = String(nowSeconds + awaySeconds);
  expect(verdict(stripe, ['s'], { 'stripe-signature': `t=${time},v1=${hexOf('s', `${time}.{}`)}` }, '{}')).toBe(
    'signature_invalid',
  );
});

test('a body that is not text is signed as the bytes it is', () => {
  const body = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
  const signature = createHmac('sha256', 's').update(body).digest('hex');
  expect(() =>
    verifySignature(nexudus, ['s'], { headers: { [nexudus.header]: signature }, body }, clock),
  ).not.toThrow();
});
