import { expect, test } from '@jest/globals';
import { backOffSeconds } from './retry-delay.js';

test('waits 5 seconds twice as long each time, at most 15 minutes, with full jitter', () => {
  expect([0, 1, 2, 3, 7, 8, 100].map((attempts) => backOffSeconds(attempts, 1))).toEqual([
    5, 10, 20, 40, 640, 900, 900,
  ]);
  expect(backOffSeconds(3, 0)).toBe(0);
  expect(backOffSeconds(3, 0.5)).toBe(20);
});
