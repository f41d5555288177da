import { expect, test } from '@jest/globals';
import { SystemClock } from './clock.js';
import { isUuid, RandomIds } from './ids.js';

test('ids are UUIDs of version 7 that sort as they were made, all different', () => {
  const ids = new RandomIds(new SystemClock());
  const before = Date.now();
  const made = Array.from({ length: 20_000 }, () => ids.next());
  expect(made.every((id) => isUuid(id) && id[14] === '7' && /[89ab]/.test(id[19]))).toBe(true);
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  const milliseconds = Number.parseInt(made[0].replace('-', '').slice(0, 12), 16);
  expect(milliseconds).toBeGreaterThanOrEqual(before);
  expect(milliseconds).toBeLessThanOrEqual(Date.now());
});

test('two makers of ids share no chance', () => {
  const [one, other] = [new RandomIds(new SystemClock()), new RandomIds(new SystemClock())];
  expect(one.next().slice(-12)).not.toBe(other.next().slice(-12));
});
