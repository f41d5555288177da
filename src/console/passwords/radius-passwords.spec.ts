import { createDecipheriv, hkdfSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { Secrets } from '../../kernel/secrets.js';
import { SeededChance } from '../../../test/kernel/manual-clock.js';
import { md4 } from './md4.js';
import { ntHash, RadiusPasswords } from './radius-passwords.js';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const chance = new SeededChance();
const passwords = new RadiusPasswords(new Secrets([oldKey], chance), chance);

test.each([
  ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
  ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
  ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    'e33b4ddc9c38f2199c3e7b164fcc0536',
  ],
])('MD4 of "%s" is as RFC 1320 says', (text, digest) => {
  expect(md4(Buffer.from(text)).toString('hex')).toBe(digest);
});

test('the NT hash is what smbencrypt prints', () => {
  expect(ntHash('password').toString('hex')).toBe('8846f7eaee8fb117ad06bdd830b7586c');
  expect(ntHash('Passw0rd!').toString('hex')).toBe('fc525c9683e8fe067095ba2ddc971889');
});

test('a stored password is recognised and tells nothing of itself', () => {
  const stored = passwords.store('Grüße 1234');
  expect(passwords.matches('Grüße 1234', stored.passwordSsha512)).toBe(true);
  expect(passwords.matches('grüße 1234', stored.passwordSsha512)).toBe(false);
  expect(JSON.stringify(stored)).not.toContain('1234');
  expect(Buffer.from(stored.passwordSsha512, 'base64')).toHaveLength(72);
  expect(passwords.openNtHash(stored.ntHashSealed)).toEqual(ntHash('Grüße 1234'));
});

test('the same password is stored differently each time', () => {
  const [one, other] = [passwords.store('same'), passwords.store('same')];
  expect(one.passwordSsha512).not.toBe(other.passwordSsha512);
  expect(one.ntHashSealed.equals(other.ntHashSealed)).toBe(false);
});

test('the sealed NT hash opens with the key derived for RADIUS and plain AES-256-CBC, as pgcrypto does it', () => {
  const { ntHashSealed } = passwords.store('password');
  const key = Buffer.from(hkdfSync('sha256', oldKey, '', 'radius', 32));
  const decipher = createDecipheriv('aes-256-cbc', key, ntHashSealed.subarray(0, 16));
  const opened = Buffer.concat([decipher.update(ntHashSealed.subarray(16)), decipher.final()]);
  expect(opened.toString('hex')).toBe('8846f7eaee8fb117ad06bdd830b7586c');
});

test('a hash sealed by a retiring master key still opens, one of an unknown key does not', () => {
  const { ntHashSealed } = passwords.store('password');
  const rotated = new RadiusPasswords(new Secrets([newKey, oldKey], chance), chance);
  const strange = new RadiusPasswords(new Secrets([newKey], chance), chance);
  expect(rotated.openNtHash(ntHashSealed)).toEqual(ntHash('password'));
  expect(() => strange.openNtHash(ntHashSealed)).toThrow('No master key');
});
