import { expect, test } from '@jest/globals';
import { rateNewsOf } from './rate-headers.js';

const now = Date.parse('2026-05-14T13:00:00.000Z');
const news = (status: number, headers: Record<string, string>) =>
  rateNewsOf({ status, headers, body: Buffer.alloc(0) }, now);
const inSeconds = (milliseconds: number | null) => (milliseconds === null ? null : (milliseconds - now) / 1000);

test('limit, rest and reset are read, and a good answer blocks nothing', () => {
  expect(
    news(200, {
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '7',
      'x-ratelimit-reset': String(now / 1000 + 20),
    }),
  ).toEqual({ limit: 100, remaining: 7, resetAt: now + 20_000, blockedUntilAt: null });
  expect(news(200, {})).toEqual({ limit: null, remaining: null, resetAt: null, blockedUntilAt: null });
});

const anHourBehind = { date: new Date(now - 3_600_000).toUTCString() };

test('a clock of the server that is wrong by an hour does not matter', () => {
  const wrong = { ...anHourBehind, 'x-ratelimit-reset': String(now / 1000 - 3600 + 30) };
  expect(inSeconds(news(429, wrong).blockedUntilAt)).toBe(30);
});

test.each([
  ['seconds', { 'retry-after': '5', 'x-ratelimit-reset': String(now / 1000 + 50) }, 5],
  ['a date', { 'retry-after': new Date(now + 12_000).toUTCString() }, 12],
  ['the reset only', { 'x-ratelimit-reset': String(now / 1000 + 50) }, 50],
  ['nothing', {}, 60],
  ['a reset in the past', { 'x-ratelimit-reset': String(now / 1000 - 12) }, 0],
  ['seconds until the reset', { 'x-ratelimit-reset': '12' }, 12],
  ['many seconds until the reset', { 'x-ratelimit-reset': '86400' }, 3600],
  ['seconds until the reset, by a clock that is wrong', { ...anHourBehind, 'x-ratelimit-reset': '12' }, 12],
  ['a reset in years', { 'x-ratelimit-reset': '99999999999' }, 3600],
  ['nonsense', { 'retry-after': 'soon', 'x-ratelimit-reset': '-1' }, 60],
])('a 429 that tells %s', (_, headers, seconds) => {
  expect(inSeconds(news(429, headers).blockedUntilAt)).toBe(seconds);
});
