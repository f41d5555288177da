import { expect, test } from '@jest/globals';
import { Chance } from '../../../kernel/chance.js';
import { readRetryAfter, webhookRetryDelaySeconds, retrySeconds } from './retry-schedule.js';

class Fixed extends Chance {
  constructor(private readonly value: number) {
    super();
  }

  bytes(count: number): Buffer {
    return Buffer.alloc(count, this.value);
  }
}

test('delays are never shorter than the schedule and at most a tenth longer', () => {
  expect(retrySeconds.map((_, index) => webhookRetryDelaySeconds(index + 1, null, new Fixed(0)))).toEqual([
    ...retrySeconds,
  ]);
  retrySeconds.forEach((seconds, index) => {
    const longest = webhookRetryDelaySeconds(index + 1, null, new Fixed(255)) ?? 0;
    expect(longest).toBeGreaterThan(seconds * 1.09);
    expect(longest).toBeLessThan(seconds * 1.1);
  });
  expect(webhookRetryDelaySeconds(10, 60, new Fixed(0))).toBeUndefined();
});

test('a receiver may ask for more patience, up to a day, not for less', () => {
  expect(webhookRetryDelaySeconds(1, 120, new Fixed(0))).toBe(120);
  expect(webhookRetryDelaySeconds(2, 120, new Fixed(0))).toBe(300);
  expect(webhookRetryDelaySeconds(1, 1e9, new Fixed(0))).toBe(86_400);
});

test.each([
  ['120', 120],
  ['Thu, 14 May 2026 13:02:00 GMT', 120],
  ['Thu, 14 May 2026 12:00:00 GMT', 0],
  ['soon', null],
  [undefined, null],
])('Retry-After %s is %s', (header, seconds) => {
  expect(readRetryAfter(header, new Date('2026-05-14T13:00:00Z'))).toBe(seconds);
});
