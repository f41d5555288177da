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
