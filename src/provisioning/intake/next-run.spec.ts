import { expect, test } from '@jest/globals';
import { nextRunAt } from './next-run.js';

const hotel = { cron: '17 4 * * *', timeZone: 'Europe/Vienna', mode: 'full', connectionId: 'a' } as const;

test('a cron line is meant in the zone of the site, over the change to summer time too', () => {
  const minutes = (after: string) => nextRunAt(hotel, after)?.slice(0, 14);
  expect(minutes('2026-03-28T12:00:00.000Z')).toBe('2026-03-29T02:');
  expect(minutes('2026-03-27T12:00:00.000Z')).toBe('2026-03-28T03:');
});

test('the same connection always has the same delay, and it is never planned twice for one occasion', () => {
  const first = nextRunAt(hotel, '2026-05-14T00:00:00.000Z') ?? '';
  expect(nextRunAt(hotel, '2026-05-14T01:00:00.000Z')).toBe(first);
  expect(nextRunAt(hotel, first)?.slice(0, 10)).toBe('2026-05-15');
});

test('connections with the same line are spread over five minutes', () => {
  const times = Array.from(
    { length: 40 },
    (_, index) => nextRunAt({ ...hotel, connectionId: `connection ${index}` }, '2026-05-14T00:00:00.000Z') ?? '',
  );
  expect(new Set(times).size).toBeGreaterThan(20);
  expect(times.every((time) => time >= '2026-05-14T02:17:00' && time < '2026-05-14T02:22:00')).toBe(true);
});

test('a line that is none, or a zone that is none, plans nothing', () => {
  expect(nextRunAt({ ...hotel, cron: 'every day' }, '2026-05-14T00:00:00.000Z')).toBeNull();
  expect(nextRunAt({ ...hotel, timeZone: 'Mars/Olympus' }, '2026-05-14T00:00:00.000Z')).toBeNull();
});
