import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cpuMilliseconds } from '../../test/kernel/cpu-time.js';
import { isLike } from './like.js';

test('% is any text, _ one character, without regard to case', () => {
  for (const [text, pattern] of [
    ['Cisco-AVPair', 'cisco-%'],
    ['Cisco-AVPair', '%avp%'],
    ['abc', 'a_c'],
    ['abc', '%'],
    ['', '%%'],
    ['a%b', 'a%b'],
    ['aXbXc', 'a%b%c'],
    ['Ä', 'ä'],
    ['🏨', '_'],
    ['', ''],
    ['', '%'],
    ['aXbXc', '%x%x%'],
  ]) {
    expect([text, pattern, isLike(text, pattern)]).toEqual([text, pattern, true]);
  }
  for (const [text, pattern] of [
    ['abc', 'ab'],
    ['abc', 'a_'],
    ['abc', '%d%'],
    ['', '_'],
    ['ab', 'a%bc'],
  ]) {
    expect([text, pattern, isLike(text, pattern)]).toEqual([text, pattern, false]);
  }
});

test('it finds what a regular expression of the same meaning finds', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_'), maxLength: 7 });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 }), letters, (text, pattern) => {
      const meaning = new RegExp(`^${pattern.replaceAll('%', '[^]*').replaceAll('_', '[^]')}$`, 'i');
      expect(isLike(text, pattern)).toBe(meaning.test(text));
    }),
  );
});

test('no pattern makes it slow', () => {
  expect(
    cpuMilliseconds(() => {
      isLike('a'.repeat(5_000), `${'%_'.repeat(500)}x`);
      expect(isLike('a'.repeat(128), `${'%a'.repeat(60)}%b`)).toBe(false);
    }),
  ).toBeLessThan(2_000);
});
