import { expect, test } from '@jest/globals';
import { SystemChance } from './chance.js';

test('bytes have the length asked for and never come twice, within a stock and beyond it', () => {
  const chance = new SystemChance();
  const drawn = Array.from({ length: 2000 }, (_, index) => chance.bytes(8 + (index % 57)));
  expect(drawn.map(({ length }) => length)).toEqual(drawn.map((_, index) => 8 + (index % 57)));
  expect(new Set(drawn.map((bytes) => bytes.toString('hex'))).size).toBe(drawn.length);
  expect(chance.bytes(5000)).toHaveLength(5000);
});

test('bytes that were handed out belong to the caller', () => {
  const chance = new SystemChance();
  const first = chance.bytes(16);
  const before = first.toString('hex');
  first.fill(0);
  expect(before).not.toBe(first.toString('hex'));
  expect(chance.bytes(16).equals(first)).toBe(false);
});
