import { expect, test } from '@jest/globals';
import { nextTime } from './timetable.js';

const vienna = { weekday: 1, monthDay: 1, hour: 7, timeZone: 'Europe/Vienna' };

test.each([
  // Thursday, 14 May 2026; two hours from UTC in summer.
  ['day', '2026-05-14T04:59:59.000Z', '2026-05-14T05:00:00.000Z'],
  ['day', '2026-05-14T05:00:00.000Z', '2026-05-15T05:00:00.000Z'],
  ['week', '2026-05-14T12:00:00.000Z', '2026-05-18T05:00:00.000Z'],
  ['month', '2026-05-14T12:00:00.000Z', '2026-06-01T05:00:00.000Z'],
  // The last night of summer time.
  ['day', '2026-10-24T12:00:00.000Z', '2026-10-25T06:00:00.000Z'],
] as const)('every %s at seven in Vienna: after %s comes %s', (every, now, next) => {
  expect(nextTime(now, { ...vienna, every })).toBe(next);
});

test('an hour that a clock change leaves out is the one after it, and the day is not left out', () => {
  const at = { ...vienna, every: 'day', hour: 2 } as const;
  expect(nextTime('2026-03-28T12:00:00.000Z', at)).toBe('2026-03-29T01:00:00.000Z');
  expect(nextTime('2026-03-29T01:00:00.000Z', at)).toBe('2026-03-30T00:00:00.000Z');
});
