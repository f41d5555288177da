import { expect, test } from '@jest/globals';
import { nextDigest } from './next-digest.js';

test.each([
  ['2026-05-14T03:00:00.000Z', 'Europe/Vienna', '2026-05-14T05:00:00.000Z'],
  ['2026-05-14T05:00:00.000Z', 'Europe/Vienna', '2026-05-15T05:00:00.000Z'],
  ['2026-05-14T13:00:00.000Z', 'Asia/Tokyo', '2026-05-14T22:00:00.000Z'],
  ['2026-03-28T12:00:00.000Z', 'Europe/Vienna', '2026-03-29T05:00:00.000Z'],
  ['2026-10-24T12:00:00.000Z', 'Europe/Vienna', '2026-10-25T06:00:00.000Z'],
  ['2026-05-14T13:00:00.000Z', 'nowhere', '2026-05-15T07:00:00.000Z'],
])("after %s in %s it is 7 o'clock at %s", (now, zone, next) => {
  expect(nextDigest(now, zone, 7)).toBe(next);
});

test.each([
  ['Europe/Vienna', 2, '2026-03-28T12:00:00.000Z', ['2026-03-29T01:00:00.000Z', '2026-03-30T00:00:00.000Z']],
  ['America/Havana', 0, '2026-03-07T12:00:00.000Z', ['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z']],
  ['Australia/Lord_Howe', 2, '2026-10-03T12:00:00.000Z', ['2026-10-03T15:30:00.000Z', '2026-10-04T15:00:00.000Z']],
  // These hours come twice: the first one counts.
  ['Europe/Vienna', 2, '2026-10-24T12:00:00.000Z', ['2026-10-25T00:00:00.000Z', '2026-10-26T01:00:00.000Z']],
  ['America/Havana', 0, '2026-10-31T12:00:00.000Z', ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']],
])('in %s at %s o’clock the clocks change, and each day has one digest, at its hour', (zone, hour, start, expected) => {
  const first = nextDigest(start, zone, hour);
  expect([first, nextDigest(first, zone, hour)]).toEqual(expected);
});
