import { expect, test } from '@jest/globals';
import { SystemChance } from '../../kernel/chance.js';
import { Secrets } from '../../kernel/secrets.js';
import { RadiusSecrets } from './radius-secrets.js';

const chance = new SystemChance();
const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const under = (...keys: Buffer[]) => new RadiusSecrets(new Secrets(keys, chance), chance);

test.each(['testing123', 'a'.repeat(15), 'a'.repeat(16), 'with a blank', '~'.repeat(128)])(
  '"%s" is sealed and opened again, never the same way',
  (secret) => {
    const secrets = under(older);
    const [one, other] = [secrets.seal(secret), secrets.seal(secret)];
    expect(one.equals(other)).toBe(false);
    expect([secrets.open(one), secrets.open(other)]).toEqual([secret, secret]);
  },
);

test('what an older master key sealed opens as long as that key is kept', () => {
  for (let round = 0; round < 500; round += 1) {
    const sealed = under(older).seal('testing123');
    expect(under(newer, older).open(sealed)).toBe('testing123');
    expect(() => under(newer).open(sealed)).toThrow('No master key');
  }
});

test('a generated secret is one that is accepted', () => {
  const secrets = under(older);
  const secret = secrets.generate();
  expect(secret).toMatch(/^[A-Za-z2-9]{32}$/);
  expect(secrets.open(secrets.seal(secret))).toBe(secret);
});

test('what an older master key sealed is sealed anew by the first one, and then opens without the older', () => {
  const both = under(newer, older);
  for (let round = 0; round < 50; round += 1) {
    const again = both.resealed(under(older).seal('testing123'));
    expect(again && under(newer).open(again)).toBe('testing123');
  }
  expect(both.resealed(both.seal('testing123'))).toBeNull();
  expect(() => under(newer).resealed(under(older).seal('testing123'))).toThrow('No master key opens this value');
});
