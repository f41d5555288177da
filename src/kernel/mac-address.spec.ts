import { expect, test } from '@jest/globals';
import { macDigits, macPattern, macWithColons } from './mac-address.js';

test.each([
  'aa:bb:cc:00:11:22',
  'AA-BB-CC-00-11-22',
  'aabb.cc00.1122',
  'AABBCC001122',
  'aabbcc-001122',
  'aabb-cc00-1122',
  ' aa bb cc 00 11 22 ',
  'aa:bb:cc:0:11:22',
])('%s is one address', (text) => {
  expect(macDigits(text)).toBe('aabbcc001122');
});

test.each([
  '',
  'aa:bb:cc:00:11',
  'aa:bb:cc:00:11:22:33',
  'aa:bb-cc:00:11:22',
  'gg:bb:cc:00:11:22',
  'aabbcc00112',
  'aa-bb-c-00-11-22',
  'aabb.cc001122',
  'aa\u0000bbcc001122',
])('"%s" is none', (text) => {
  expect(macDigits(text)).toBeUndefined();
});

test('is shown with colons', () => {
  expect(macWithColons('aabbcc001122')).toBe('aa:bb:cc:00:11:22');
});

test.each([
  ['AA-BB-CC-00-11-22', 'aabbcc001122'],
  ['AA:bb-%', 'aabb%'],
  ['%11:22', '%1122'],
  ['aabb.cc__.%', 'aabbcc__%'],
])('the pattern %s is compared as %s', (text, compared) => {
  expect(macPattern(text)).toBe(compared);
});
