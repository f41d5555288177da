import { expect, test } from '@jest/globals';
import { SeededChance } from '../../../../test/kernel/manual-clock.js';
import { answerRetry } from './delivery-sender.js';

const chance = new SeededChance();

test('five tries within seventy seconds, then less and less often, for a day', () => {
  const delays = Array.from({ length: 61 }, (_, index) => answerRetry.nextDelaySeconds(index + 1, chance));
  const all = delays.slice(0, 59) as number[];
  const sum = (until: number) => all.slice(0, until).reduce((total, each) => total + each, 0);
  expect(all[0]).toBeLessThan(3);
  expect(sum(5)).toBeLessThan(75);
  expect(sum(59)).toBeGreaterThan(86_400);
  expect(delays[59]).toBeUndefined();
});

test('who asked for silence is asked again when it is over, not before and not later', () => {
  expect(answerRetry.nextDelaySeconds(1, chance, 7)).toBe(7);
  expect(answerRetry.nextDelaySeconds(1, chance)).toBeLessThan(3);
});
