import { expect, test } from '@jest/globals';
import { nextTryAt } from './next-try.js';

const now = '2026-05-14T13:00:00.000Z';

test('a grant is given up after twelve tries, a revocation is tried every hour', () => {
  expect(nextTryAt(11, false, now, { fraction: () => 1 })).toBe('2026-05-14T13:15:00.000Z');
  expect(nextTryAt(12, false, now, { fraction: () => 1 })).toBeNull();
  expect(nextTryAt(12, true, now, { fraction: () => 1 })).toBe('2026-05-14T14:00:00.000Z');
});
