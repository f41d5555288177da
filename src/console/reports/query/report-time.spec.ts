import { describe, expect, test } from '@jest/globals';
import { Problem } from '../../../kernel/errors.js';
import { readReportTime, readSpan } from './report-time.js';

// A Thursday afternoon in Vienna, two hours ahead of UTC.
const thursday = { at: '2026-05-14T13:40:20.500Z', timeZone: 'Europe/Vienna' };
const read = (text: string, present = thursday) => readReportTime('earliest', text, present);

test.each([
  ['now', '2026-05-14T13:40:20.500Z'],
  ['-30s', '2026-05-14T13:39:50.500Z'],
  ['-90m', '2026-05-14T12:10:20.500Z'],
  ['-4h', '2026-05-14T09:40:20.500Z'],
  ['-h', '2026-05-14T12:40:20.500Z'],
  ['now-4h', '2026-05-14T09:40:20.500Z'],
  ['+2h', '2026-05-14T15:40:20.500Z'],
  [' 2h', '2026-05-14T15:40:20.500Z'],
  ['-7d', '2026-05-07T13:40:20.500Z'],
  ['-2w', '2026-04-30T13:40:20.500Z'],
  ['-1mon', '2026-04-14T13:40:20.500Z'],
  ['-3mon', '2026-02-14T14:40:20.500Z'],
  ['-1q', '2026-02-14T14:40:20.500Z'],
  ['-1y', '2025-05-14T13:40:20.500Z'],
  ['-15min', '2026-05-14T13:25:20.500Z'],
  ['-2hours', '2026-05-14T11:40:20.500Z'],
  ['-1month', '2026-04-14T13:40:20.500Z'],
])('%s is %s', (text, instant) => expect(read(text)).toBe(instant));

test.each([
  ['@s', '2026-05-14T13:40:20.000Z'],
  ['@m', '2026-05-14T13:40:00.000Z'],
  ['@h', '2026-05-14T13:00:00.000Z'],
  ['-4h@h', '2026-05-14T09:00:00.000Z'],
  ['@d', '2026-05-13T22:00:00.000Z'],
  ['now@d', '2026-05-13T22:00:00.000Z'],
  ['-1d@d', '2026-05-12T22:00:00.000Z'],
  ['-1d@h', '2026-05-13T13:00:00.000Z'],
  ['+1d@d', '2026-05-14T22:00:00.000Z'],
  ['@w', '2026-05-10T22:00:00.000Z'],
  ['-1w@w', '2026-05-03T22:00:00.000Z'],
  ['@w1', '2026-05-10T22:00:00.000Z'],
  ['@w4', '2026-05-13T22:00:00.000Z'],
  ['@w5', '2026-05-07T22:00:00.000Z'],
  ['@w0', '2026-05-09T22:00:00.000Z'],
  ['@w7', '2026-05-09T22:00:00.000Z'],
  ['@mon', '2026-04-30T22:00:00.000Z'],
  ['-1mon@mon', '2026-03-31T22:00:00.000Z'],
  ['@q', '2026-03-31T22:00:00.000Z'],
  ['@y', '2025-12-31T23:00:00.000Z'],
  ['-1d@d+8h', '2026-05-13T06:00:00.000Z'],
  ['-1d@d 8h', '2026-05-13T06:00:00.000Z'],
  ['@d-2h', '2026-05-13T20:00:00.000Z'],
])("%s goes back to where the unit began by the organization's clock: %s", (text, instant) =>
  expect(read(text)).toBe(instant),
);

test.each([
  ['2026-11-01T12:00:00.000Z', '@d', '2026-11-01T04:00:00.000Z'],
  ['2026-11-02T05:00:00.000Z', '-1d@d', '2026-11-01T04:00:00.000Z'],
  ['2026-11-04T12:00:00.000Z', '@w0', '2026-11-01T04:00:00.000Z'],
  ['2026-11-20T12:00:00.000Z', '@mon', '2026-11-01T04:00:00.000Z'],
  ['2026-03-08T12:00:00.000Z', '@d', '2026-03-08T05:00:00.000Z'],
  // The second of two hours is its own.
  ['2026-11-01T05:30:00.000Z', '@h', '2026-11-01T05:00:00.000Z'],
])('in Havana 1 November has two midnights, 8 March none: at %s %s is %s', (at, text, instant) =>
  expect(read(text, { at, timeZone: 'America/Havana' })).toBe(instant),
);

test.each([
  ['2026-05-14', '2026-05-13T22:00:00.000Z'],
  ['2026-05-14T13:00', '2026-05-14T11:00:00.000Z'],
  ['2026-05-14 13:00', '2026-05-14T11:00:00.000Z'],
  ['2026-05-14T13:00:30', '2026-05-14T11:00:30.000Z'],
  ['2026-05-14T13:00Z', '2026-05-14T13:00:00.000Z'],
  ['2026-05-14T13:00:00.123Z', '2026-05-14T13:00:00.123Z'],
  ['2026-05-14T13:00:00.123456Z', '2026-05-14T13:00:00.123Z'],
  ['2026-05-14T13:00:00+02:00', '2026-05-14T11:00:00.000Z'],
  ['2026-05-14T13:00:00 02:00', '2026-05-14T11:00:00.000Z'],
  ['2026-05-14T13:00:00-0330', '2026-05-14T16:30:00.000Z'],
  ['1778763600', '2026-05-14T13:00:00.000Z'],
])('the absolute time %s is %s', (text, instant) => expect(read(text)).toBe(instant));

describe('on the nights that the clock is changed', () => {
  test.each([
    // The day before had 23 hours: 24 hours back is the day before that.
    ['2026-03-29T22:30:00.000Z', '-1d@d', '2026-03-28T23:00:00.000Z'],
    ['2026-03-29T22:30:00.000Z', '@d', '2026-03-29T22:00:00.000Z'],
    ['2026-10-25T23:30:00.000Z', '-1d@d', '2026-10-24T22:00:00.000Z'],
    ['2026-10-25T23:30:00.000Z', '-24h', '2026-10-24T23:30:00.000Z'],
  ])('at %s %s is %s', (at, text, instant) => expect(read(text, { ...thursday, at })).toBe(instant));
});

test.each([
  '',
  'yesterday',
  'Now',
  '-4',
  '4h',
  '-4x',
  '--4h',
  '@',
  '-1d@',
  '-1d@d5',
  '@w8',
  '-1w1',
  '@d@',
  '-1d @d x',
  'rt',
  '0',
  '2026',
  '2026-13-01',
  '2026-02-30',
  '2026-05-14T25:00Z',
  '2026-W20',
  '-999999999w',
  '+999999999y',
  '-999999999s-999999999y',
  '0000-01-01',
  '99999999999',
  '12345678',
  'constructor',
  '-1constructor',
  '@toString',
])('"%s" is refused with what could be written', (text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({
      kind: 'malformed',
      detail: expect.stringMatching(/^earliest: write a relative time such as -4h or -1d@d/),
    }),
  );
});

test('a span ends after it begins', () => {
  expect(readSpan('-1d@d', '@d', thursday)).toEqual({
    earliestAt: '2026-05-12T22:00:00.000Z',
    latestAt: '2026-05-13T22:00:00.000Z',
  });
  expect(() => readSpan('@d', '@d', thursday)).toThrow(Problem);
});
