import { describe, expect, test } from '@jest/globals';
import { overstays } from '../../../src/provisioning/access/overstay.js';
import { employment, grantOf, preset, stay, userOf, vienna, visit, voucherOf } from './records.js';

const hotel = preset('hotel');
const staff = preset('staff');

function until(...given: Parameters<typeof userOf>): string | null {
  return userOf(...given).validUntil;
}

describe('a stay', () => {
  test('ends two hours after the departure, and later when it is extended', () => {
    expect(until(hotel, stay())).toBe('2026-05-17T11:00:00.000Z');
    expect(until(hotel, stay({ departureAt: '2026-05-19T09:00:00.000Z' }))).toBe('2026-05-19T11:00:00.000Z');
  });

  test('in house past its end goes on in steps of four hours, as long as it is seen there', () => {
    const seen = (observedAt: string) => until(hotel, stay(), { observedAt });
    expect(seen('2026-05-17T10:59:00.000Z')).toBe('2026-05-17T11:00:00.000Z');
    expect(seen('2026-05-17T11:00:00.000Z')).toBe('2026-05-17T15:00:00.000Z');
    expect(seen('2026-05-17T14:30:00.000Z')).toBe('2026-05-17T15:00:00.000Z');
    expect(seen('2026-05-17T20:00:00.000Z')).toBe('2026-05-17T23:00:00.000Z');
  });

  test('of one day only does not end before it begins', () => {
    const dayUse = stay({
      arrivalAt: '2026-05-14T09:00:00.000Z',
      checkInAt: '2026-05-14T13:00:00.000Z',
      departureAt: '2026-05-14T09:00:00.000Z',
    });
    expect(userOf(hotel, dayUse)).toMatchObject({
      validFrom: '2026-05-14T13:00:00.000Z',
      validUntil: '2026-05-14T21:00:00.000Z',
    });
  });

  test("that began after midnight on yesterday's date holds: presence comes from the status", () => {
    const late = stay({
      arrivalAt: '2026-05-13T13:00:00.000Z',
      checkInAt: '2026-05-13T23:10:00.000Z',
      departureAt: '2026-05-14T09:00:00.000Z',
    });
    expect(userOf(hotel, late)).toMatchObject({
      validFrom: '2026-05-13T23:10:00.000Z',
      validUntil: '2026-05-14T11:00:00.000Z',
    });
  });

  test('with an early check-in does not wait for the arrival', () => {
    const access = preset('hotel', { starts: { at: 'arrival', offset_seconds: -7200 } });
    expect(userOf(access, stay({ checkInAt: '2026-05-14T07:00:00.000Z' })).validFrom).toBe('2026-05-14T07:00:00.000Z');
  });

  test('checked in by a clock that runs ahead of ours holds at once', () => {
    expect(userOf(hotel, stay(), { observedAt: '2026-05-14T12:59:00.000Z' }).validFrom).toBe(
      '2026-05-14T12:59:00.000Z',
    );
  });

  test('may begin before the check-in where the mapping says so', () => {
    const access = preset('hotel', {
      when: [{ field: 'status', op: 'in', value: ['expected', 'in_house'] }],
      starts: { at: 'arrival', offset_seconds: -7200 },
    });
    expect(userOf(access, stay({ status: 'expected', checkInAt: undefined })).validFrom).toBe(
      '2026-05-14T11:00:00.000Z',
    );
    expect(grantOf({ ...access, starts: hotel.starts }, stay({ status: 'expected', checkInAt: undefined }))).toEqual({
      kind: 'none',
      reason: 'check_in is not known yet',
    });
  });

  test('that was checked out keeps access for as long as the mapping gives, whatever was booked', () => {
    const access = preset('hotel', { ends: { at: 'departure', offset_seconds: 7200, after_check_out_seconds: 3600 } });
    expect(until(access, stay({ status: 'checked_out', checkOutAt: '2026-05-16T07:30:00.000Z' }))).toBe(
      '2026-05-16T08:30:00.000Z',
    );
    expect(grantOf(hotel, stay({ status: 'checked_out', checkOutAt: '2026-05-16T07:30:00.000Z' }))).toEqual({
      kind: 'none',
      reason: 'checked_out',
    });
  });

  test('without a departure ends thirty days after the check-in, for nothing ends by itself', () => {
    expect(until(hotel, stay({ departureAt: undefined }))).toBe('2026-06-13T13:02:00.000Z');
  });

  test('with moments that are none is as if they were not said', () => {
    expect(
      until(hotel, stay({ departureAt: 'tomorrow', checkInAt: '+275760-09-13T00:00:00.000Z', arrivalAt: undefined }), {
        observedAt: '2026-05-14T13:00:00.000Z',
      }),
    ).toBe('2026-06-13T13:00:00.000Z');
  });

  test('ends only by check-out where the mapping says so', () => {
    expect(
      until(preset('hotel', { ends: { at: 'check_out', offset_seconds: 600, after_check_out_seconds: 0 } }), stay()),
    ).toBeNull();
  });
});

test.each<[string, Parameters<typeof overstays>[1]['facts'], string | undefined, boolean]>([
  ['a guest in house after the departure', stay(), '2026-05-17T11:00:00.000Z', true],
  ['a guest in house before it', stay(), '2026-05-17T10:59:59.999Z', false],
  ['a guest nobody has seen', stay(), undefined, false],
  ['a guest who was extended', stay({ departureAt: '2026-05-18T09:00:00.000Z' }), '2026-05-17T11:00:00.000Z', false],
  ['a guest who has left', stay({ status: 'checked_out' }), '2026-05-17T12:00:00.000Z', false],
])('%s overstays or not', (_who, facts, observedAt, expected) => {
  expect(overstays(hotel, { key: 'k', facts, observedAt }, vienna)).toBe(expected);
});

describe('an employment', () => {
  test.each([
    ['Europe/Prague', '2026-03-29', '2026-03-29T22:00:00.000Z'], // a day of 23 hours
    ['Europe/Prague', '2026-10-25', '2026-10-25T23:00:00.000Z'], // a day of 25 hours
    ['Pacific/Auckland', '2026-03-29', '2026-03-29T11:00:00.000Z'],
    ['America/New_York', '2026-03-29', '2026-03-30T04:00:00.000Z'],
    ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00.000Z'], // the clock skips this midnight
  ])('in %s ends with the last moment of %s', (timeZone, endDate, validUntil) => {
    expect(until(staff, employment({ endDate, timeZone }))).toBe(validUntil);
  });

  test('begins at midnight of the first day, and days of an offset are calendar days', () => {
    expect(userOf(staff, employment({ startDate: '2026-04-02' })).validFrom).toBe('2026-04-01T22:00:00.000Z');
    const early = preset('staff', { starts: { at: 'start_date', offset_seconds: -7 * 86_400 } });
    expect(userOf(early, employment({ startDate: '2026-04-02' })).validFrom).toBe('2026-03-25T23:00:00.000Z');
  });

  test('ends with the earliest of its last days, but for those before it began', () => {
    expect(
      until(staff, employment({ endDate: '2026-06-30', lastWorkingDay: '2026-06-12', contractEndDate: '2026-12-31' })),
    ).toBe('2026-06-12T22:00:00.000Z');
    expect(until(staff, employment({ endDate: '2025-11-30' }))).toBeNull();
  });

  test('that is terminated holds to its last day, and without one ends at once', () => {
    expect(until(staff, employment({ status: 'terminated', lastWorkingDay: '2026-06-12' }))).toBe(
      '2026-06-12T22:00:00.000Z',
    );
    expect(grantOf(staff, employment({ status: 'terminated' }))).toEqual({ kind: 'none', reason: 'terminated' });
    expect(
      until(
        preset('staff', { ends: { at: 'always', offset_seconds: 0, after_check_out_seconds: 0 } }),
        employment({ status: 'terminated', endDate: '2026-06-12' }),
      ),
    ).toBe('2026-06-12T22:00:00.000Z');
  });

  test('ends at once when the outside orders it, whatever the dates say', () => {
    expect(grantOf(staff, employment({ revokeNow: true, endDate: '2026-12-31' })).kind).toBe('none');
  });

  test('to the last day of all days, or from the first, has no bound there', () => {
    expect(userOf(staff, employment({ startDate: '0001-01-01', endDate: '9999-12-31' }))).toMatchObject({
      validFrom: null,
      validUntil: null,
    });
    for (const endDate of ['9999-12-31', '0001-01-01'])
      expect(grantOf(staff, employment({ status: 'terminated', endDate })).kind).toBe('none');
  });

  test('that is to begin but does not say when waits', () => {
    expect(grantOf(staff, employment({ status: 'prehire', startDate: undefined }))).toEqual({
      kind: 'none',
      reason: 'start_date is not known yet',
    });
  });

  test('at a place without a zone is a problem, never silently UTC', () => {
    const nowhere = { site: 'annex', timeZone: null };
    expect(grantOf(staff, employment({ timeZone: undefined }), { site: nowhere })).toMatchObject({
      kind: 'problem',
      field: 'time_zone',
    });
    expect(grantOf(staff, employment({ timeZone: 'Mars/Olympus' }), { site: nowhere })).toMatchObject({
      kind: 'problem',
      field: 'time_zone',
    });
    expect(until(staff, employment({ timeZone: undefined, startDate: undefined }), { site: nowhere })).toBeNull();
  });

  test('with a day that is none is a problem that names it', () => {
    for (const endDate of ['31.12.2026', '2026-02-30', '2026-13-01', '2026-12-31T00:00:00Z']) {
      expect(grantOf(staff, employment({ endDate }))).toEqual({
        kind: 'problem',
        field: 'end_date',
        detail: 'is not a calendar day (YYYY-MM-DD)',
      });
    }
  });
});

describe('a visit', () => {
  const visitor = preset('visitor');

  test('without an expected departure ends with the day at the site', () => {
    expect(voucherOf(visitor, visit({ expectedDepartureAt: undefined }))).toMatchObject({
      validUntil: '2026-11-20T23:00:00.000Z',
      durationSeconds: 14 * 3600 + 120,
    });
    expect(
      voucherOf(visitor, visit({ expectedDepartureAt: undefined }), { site: { site: null, timeZone: null } })
        .validUntil,
    ).toBe('2026-11-20T16:58:00.000Z');
  });

  test('goes on for a visitor who is still signed in', () => {
    expect(voucherOf(visitor, visit(), { observedAt: '2026-11-20T17:00:00.000Z' }).validUntil).toBe(
      '2026-11-20T20:00:00.000Z',
    );
  });

  test('ends at sign-out, or as long after it as the mapping gives', () => {
    const left = visit({ status: 'ended', signOutAt: '2026-11-20T12:00:00.000Z' });
    expect(grantOf(visitor, left).kind).toBe('none');
    expect(voucherOf({ ...visitor, ends: { ...visitor.ends, after_check_out_seconds: 1800 } }, left).validUntil).toBe(
      '2026-11-20T12:30:00.000Z',
    );
  });
});

describe('the clock of a visit', () => {
  const visitor = preset('visitor');
  const london = { site: { site: 'hq', timeZone: 'Europe/London' } };
  const limited = (ends: Partial<typeof visitor.ends>) => ({ ...visitor, ends: { ...visitor.ends, ...ends } });

  test('carries a visitor who is still signed in to the end of that day, and no further', () => {
    for (const observedAt of ['2026-11-20T22:30:00.000Z', '2026-11-21T09:00:00.000Z', '2026-12-24T09:00:00.000Z']) {
      expect(voucherOf(visitor, visit(), { observedAt, ...london }).validUntil).toBe('2026-11-21T00:00:00.000Z');
    }
    const open = visit({ expectedDepartureAt: undefined });
    expect(voucherOf(visitor, open, { observedAt: '2026-11-21T08:00:00.000Z', ...london }).validUntil).toBe(
      '2026-11-21T00:00:00.000Z',
    );
  });

  test('gives grace past midnight where the mapping does', () => {
    const open = visit({ expectedDepartureAt: undefined });
    expect(
      voucherOf(limited({ offset_seconds: 7200 }), open, { observedAt: '2026-11-21T08:00:00.000Z', ...london })
        .validUntil,
    ).toBe('2026-11-21T02:00:00.000Z');
  });

  test('ends when the site closes, unless the visit began after that', () => {
    const closing = limited({ closing_time: '15:30' });
    expect(voucherOf(closing, visit(), london).validUntil).toBe('2026-11-20T15:30:00.000Z');
    expect(voucherOf(closing, visit(), { observedAt: '2026-11-20T17:00:00.000Z', ...london }).validUntil).toBe(
      '2026-11-20T15:30:00.000Z',
    );
    const evening = visit({ signInAt: '2026-11-20T18:00:00.000Z', expectedDepartureAt: undefined });
    expect(voucherOf(closing, evening, london).validUntil).toBe('2026-11-21T00:00:00.000Z');
  });

  test('takes the later of the two hours that a night in autumn has', () => {
    const night = visit({ signInAt: '2026-10-24T23:30:00.000Z', expectedDepartureAt: undefined });
    expect(voucherOf(limited({ closing_time: '01:30' }), night, london).validUntil).toBe('2026-10-25T01:30:00.000Z');
    expect(voucherOf(visitor, night, london).validUntil).toBe('2026-10-26T00:00:00.000Z');
  });

  test("knows a longest visit: the mapping's, and 30 days whatever is expected", () => {
    expect(voucherOf(limited({ longest_seconds: 3600 }), visit(), london).validUntil).toBe('2026-11-20T09:58:00.000Z');
    const year = visit({ expectedDepartureAt: '2027-11-20T16:00:00.000Z' });
    expect(voucherOf(visitor, year, london).validUntil).toBe('2026-12-20T08:58:00.000Z');
    expect(voucherOf(limited({ at: 'always' }), year, london).validUntil).toBe('2026-12-20T08:58:00.000Z');
  });

  test('of somebody denied or held has run out, whatever the mapping gives after sign-out', () => {
    const generous = limited({ after_check_out_seconds: 3600 });
    for (const status of ['denied', 'held', 'cancelled'] as const) {
      expect(grantOf(generous, visit({ status, signOutAt: '2026-11-20T12:00:00.000Z' }))).toEqual({
        kind: 'none',
        reason: `status ${status}`,
      });
    }
  });
});
