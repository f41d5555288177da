import { expect, test } from '@jest/globals';
import { SystemClock } from '../../../kernel/clock.js';
import { prove, type ProofSettings } from './envoy.proof.js';

const body = '{"meta":{"event":"entry_sign_in"},"payload":{"id":"1"}}';
const signature = '+PRBOV9CQgsam0xieLcNkfMRkiriiv1NZ33GH2RboMY=';

function outcome(settings: ProofSettings, headers: Record<string, string>, text = body): string {
  try {
    prove(
      settings,
      { method: 'POST', path: '', headers, body: Buffer.from(text), remoteAddress: '203.0.113.9' },
      new SystemClock(),
    );
    return 'taken';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const secret = 'envoy_client_secret';

test.each<[string, ProofSettings, Record<string, string>, string]>([
  ['the signature of the recorded vector', { client_secret: secret }, { 'x-envoy-signature': signature }, 'taken'],
  [
    'while a new secret takes over, the previous one',
    { client_secret: 'new', previous_client_secret: secret },
    { 'x-envoy-signature': signature },
    'taken',
  ],
  ['another secret', { client_secret: 'new' }, { 'x-envoy-signature': signature }, 'signature_invalid'],
  ['no signature', { client_secret: secret }, {}, 'signature_invalid'],
  ['a signature of another length', { client_secret: secret }, { 'x-envoy-signature': 'x' }, 'signature_invalid'],
  ['the token as it was written', { authorization: 'let-me-in' }, { authorization: 'let-me-in' }, 'taken'],
  ['the token behind Bearer', { authorization: 'let-me-in' }, { authorization: 'Bearer let-me-in' }, 'taken'],
  [
    'user name and password as HTTP Basic',
    { authorization: 'front:desk' },
    { authorization: `Basic ${Buffer.from('front:desk').toString('base64')}` },
    'taken',
  ],
  [
    'another password',
    { authorization: 'front:desk' },
    { authorization: `Basic ${Buffer.from('front:door').toString('base64')}` },
    'signature_invalid',
  ],
  ['no Authorization', { authorization: 'let-me-in' }, {}, 'signature_invalid'],
  [
    'the signature alone where both are asked for',
    { client_secret: secret, authorization: 'let-me-in' },
    { 'x-envoy-signature': signature },
    'signature_invalid',
  ],
  [
    'the Authorization alone where both are asked for',
    { client_secret: secret, authorization: 'let-me-in' },
    { authorization: 'let-me-in' },
    'signature_invalid',
  ],
  [
    'nothing where nothing is asked for',
    {},
    { 'x-envoy-signature': signature, authorization: 'let-me-in' },
    'signature_invalid',
  ],
  ['an empty Authorization where nothing is asked for', {}, { authorization: '' }, 'signature_invalid'],
])('%s', (_, settings, headers, expected) => {
  expect(outcome(settings, headers)).toBe(expected);
});

test('one byte more is another body', () => {
  expect(outcome({ client_secret: secret }, { 'x-envoy-signature': signature }, `${body}\n`)).toBe('signature_invalid');
});
