import { describe, expect, test } from '@jest/globals';
import { SeededChance } from '../../../test/kernel/manual-clock.js';
import { newRecoveryCodes, newTotpSecret, otpauthUri, recoveryHash, totpStepOf } from './totp.js';

/** RFC 6238, appendix B: the ASCII secret 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('of the published example at %i s', (seconds, code) =>
    expect(totpStepOf(code, secret, seconds * 1000)).toBe(Math.floor(seconds / 30)),
  );

  test('one step early or late are known for what they are, others are wrong', () => {
    const made = Math.floor(1_111_111_109 / 30);
    const at = (step: number) => step * 30_000 + 500;
    expect([-2, -1, 0, 1, 2].map((away) => totpStepOf('081804', secret, at(made + away)))).toEqual([
      undefined,
      made,
      made,
      made,
      undefined,
    ]);
  });

  test.each(['', '81804', '0818040', '08180a', ' 081804', '０81804'])('"%s" is none', (code) => {
    expect(totpStepOf(code, secret, 1_111_111_109_000)).toBeUndefined();
  });
});

test('a new secret has 160 bits in base32, and its link names issuer and account', () => {
  const made = newTotpSecret(new SeededChance());
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(otpauthUri(made, 'eva+desk@example.com'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Usher:eva+desk@example.com',
  ]);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Usher',
    secret: made,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('recovery codes differ, and are known in any writing', () => {
  const codes = newRecoveryCodes(new SeededChance());
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/);
    expect(recoveryHash(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual(recoveryHash(code));
  }
});
