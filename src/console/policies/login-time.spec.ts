import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { policyReaders } from '../user-groups/group-policy.dto.js';
import { LoginTime } from './login-time.js';

const vienna = 'Europe/Vienna';

function isOpen(hours: string, at: string, zone = 'UTC'): boolean | undefined {
  return LoginTime.parse(hours)?.isOpen(at, zone);
}

function secondsLeft(hours: string, at: string, zone = 'UTC'): number | null | undefined {
  return LoginTime.parse(hours)?.secondsLeft(at, zone);
}

// 2026-05-14 is a Thursday.
test.each([
  ['Wk0800-1800', '2026-05-14T08:00:00.000Z', true],
  ['Wk0800-1800', '2026-05-14T07:59:59.999Z', false],
  ['Wk0800-1800', '2026-05-16T12:00:00.000Z', false],
  ['Sa,Su0900-1200', '2026-05-16T23:59:59.000Z', true],
  ['Sa|Su0900-1200', '2026-05-17T13:00:00.000Z', false],
  ['Mo-We', '2026-05-14T12:00:00.000Z', false],
  ['Sa-Mo', '2026-05-18T12:00:00.000Z', true],
  ['MoTh', '2026-05-14T12:00:00.000Z', true],
  ['wk', '2026-05-14T12:00:00.000Z', true],
  ['Any0000-2400', '2026-05-14T23:59:30.000Z', true],
  ['Al', '2026-05-17T00:00:00.000Z', true],
  ['1200-1300', '2026-05-17T12:30:00.000Z', true],
])('%s at %s: %s', (hours, at, open) => {
  expect(isOpen(hours, at)).toBe(open);
});

test('the minute of the end belongs to the hours', () => {
  expect(isOpen('Wk0800-1800', '2026-05-14T18:00:59.000Z')).toBe(true);
  expect(isOpen('Wk0800-1800', '2026-05-14T18:01:00.000Z')).toBe(false);
});

test('a range over midnight is the beginning and the end of the same days', () => {
  expect(isOpen('Th2200-0200', '2026-05-14T01:00:00.000Z')).toBe(true);
  expect(isOpen('Th2200-0200', '2026-05-14T23:00:00.000Z')).toBe(true);
  expect(isOpen('Th2200-0200', '2026-05-15T01:00:00.000Z')).toBe(false);
});

test('hours are those of the wall clock', () => {
  expect(isOpen('Th1500-1559', '2026-05-14T13:30:00.000Z', vienna)).toBe(true);
  expect(isOpen('Fr0000-0100', '2026-05-14T22:30:00.000Z', vienna)).toBe(true);
});

test.each([
  '',
  'Xx0800-1800',
  'Wk08-18',
  'Wk0800',
  'Wk2500-2600',
  'Wk0860-0900',
  'Wk0800-1800,',
  'Wk 0800-1800',
  'Mo-',
  '-Fr',
  'Wk-Fr',
  'Wk2401-2402',
  'a'.repeat(300),
])('"%s" is no such text', (text) => {
  expect(LoginTime.parse(text)).toBeUndefined();
});

test('what a group may have as hours can be read', () => {
  for (const hours of ['Wk0800-1800,Sa', 'Any', 'Al0000-2359|Su', 'Mo-Fr0700-1900', 'Wk2305-0855,Sa,Su2305-1655']) {
    expect([policyReaders.login_time(hours), LoginTime.parse(hours)]).toEqual([hours, expect.any(LoginTime)]);
  }
});

describe('time left', () => {
  test('counts to the end of hours that follow each other', () => {
    expect(secondsLeft('Th1200-1259,Th1300-1359', '2026-05-14T12:30:15.000Z')).toBe(89 * 60 + 45);
    expect(secondsLeft('Sa,Su', '2026-05-16T23:00:00.000Z')).toBe(25 * 3600);
    expect(secondsLeft('Sa,Su', '2026-05-15T23:00:00.000Z')).toBe(0);
    expect(secondsLeft('Al', '2026-05-15T23:00:00.000Z')).toBeNull();
    expect(secondsLeft('Sa-Fr0000-2359', '2026-05-15T23:00:00.000Z')).toBeNull();
  });

  test('an hour that is left out or comes twice is counted as it is', () => {
    // Vienna: 29 March 2026 02:00 becomes 03:00; 25 October 2026 03:00 becomes 02:00.
    expect(secondsLeft('Su0000-0559', '2026-03-29T00:30:00.000Z', vienna)).toBe(3.5 * 3600);
    expect(secondsLeft('Su0000-0559', '2026-10-24T23:30:00.000Z', vienna)).toBe(5.5 * 3600);
    expect(secondsLeft('Su0000-0229', '2026-10-25T01:10:00.000Z', vienna)).toBe(20 * 60);
    // Half past two comes twice: until the first, whether east or west of Greenwich, and whatever the season is now.
    expect(secondsLeft('Su0100-0229', '2026-10-24T23:00:00.000Z', vienna)).toBe(90 * 60);
    expect(secondsLeft('Su0000-0129', '2026-11-01T04:00:00.000Z', 'America/New_York')).toBe(90 * 60);
    // Half past two does not come: at three the hours are over.
    expect(secondsLeft('Su0000-0229', '2026-03-29T00:30:00.000Z', vienna)).toBe(30 * 60);
    expect(secondsLeft('Su0000-0229', '2026-03-29T01:00:00.000Z', vienna)).toBe(0);
  });

  const text = fc
    .array(
      fc.tuple(
        fc.constantFrom('Su', 'Mo', 'Tu', 'Sa', 'Wk', 'Al', 'Fr-Mo'),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 1439 }),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.map(([days, from, to]) => `${days}${clock(from)}-${clock(to)}`).join(','));
  const at = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());

  function clock(minutes: number): string {
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
  }

  test('open until the second before, closed at the end; nothing is left exactly when closed', () => {
    fc.assert(
      fc.property(text, at, (hours, now) => {
        const left = secondsLeft(hours, now);
        if (left === null || left === undefined) return left === null && isOpen(hours, now) === true;
        const after = (seconds: number): string => new Date(Date.parse(now) + seconds * 1000).toISOString();
        if (!isOpen(hours, now)) return left === 0;
        return (left < 1 || isOpen(hours, after(left - 1)) === true) && isOpen(hours, after(left + 1)) === false;
      }),
      { numRuns: 300 },
    );
  });
});
