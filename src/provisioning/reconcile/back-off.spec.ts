import { expect, test } from '@jest/globals';
import { backOffSeconds, nextTryAt } from './back-off.js';

const now = '2026-05-14T13:00:00.000Z';

test('waits 5 seconds twice as long each time, at most 15 minutes, with full jitter', () => {
  expect([0, 1, 2, 3, 7, 8, 100].map((attempts) => backOffSeconds(attempts, 1))).toEqual([5, 10, 20, 40, 640, 900, 900]);
  expect(backOffSeconds(3, 0)).toBe(0);
  expect(backOffSeconds(3, 0.5)).toBe(20);
});

test('a grant is given up after twelve tries, a revocation is tried every hour', () => {
  expect(nextTryAt(11, false, now, 1)).toBe('2026-05-14T13:15:00.000Z');
  expect(nextTryAt(12, false, now, 1)).toBeNull();
  expect(nextTryAt(12, true, now, 1)).toBe('2026-05-14T14:00:00.000Z');
});
