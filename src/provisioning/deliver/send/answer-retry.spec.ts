import { expect, test } from '@jest/globals';
import { SeededChance } from '../../../../test/kernel/manual-clock.js';
import { answerDelaySeconds } from './answer-retry.js';

const now = '2026-11-20T09:00:00.000Z';
const delays = (retryAt?: string) =>
  Array.from({ length: 61 }, (_, index) => answerDelaySeconds(index + 1, { now, retryAt, chance: new SeededChance() }));

test('five tries within seventy seconds, then less and less often, for a day', () => {
  const all = delays().slice(0, 59) as number[];
  const sum = (until: number) => all.slice(0, until).reduce((total, each) => total + each, 0);
  expect(all[0]).toBeLessThan(3);
  expect(sum(5)).toBeLessThan(75);
  expect(sum(59)).toBeGreaterThan(86_400);
  expect(delays()[59]).toBeUndefined();
});

test('who asked for silence is asked again when it is over, not before and hardly later', () => {
  const [first] = delays('2026-11-20T09:00:07.000Z');
  expect(first).toBeGreaterThanOrEqual(7);
  expect(first).toBeLessThan(7.2);
  expect(delays('2026-11-20T08:00:00.000Z')[0]).toBeLessThan(3);
});
