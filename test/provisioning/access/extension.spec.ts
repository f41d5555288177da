import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Extension, extendedGrant } from '../../../src/provisioning/access/extension.js';
import type { Facts } from '../../../src/provisioning/facts/facts.js';
import { preset, stay, vienna, visit } from './records.js';

const hour = (hours: number) => new Date(Date.parse('2026-05-16T09:00:00.000Z') + hours * 3_600_000).toISOString();
const departureAt = hour(0);
const given = (until: string, givenAt = hour(-20)): Extension => ({ until, givenAt, reason: null });
const untilOf = (facts: Facts, extension: Extension | null, observedAt = hour(-20)) => {
  const grant = extendedGrant(preset('hotel-enterprise'), { key: '9001', facts, observedAt }, vienna, extension);
  return grant.kind === 'user' ? grant.validUntil : grant.kind;
};
const guest = stay({ departureAt });
const left = (at: string) => stay({ departureAt, status: 'checked_out', checkOutAt: at });

test('access lasts until the extension, never shorter than by itself', () => {
  const byItself = untilOf(guest, null) as string;
  expect(untilOf(guest, given(hour(30)))).toBe(hour(30));
  expect(untilOf(guest, given(hour(-2)))).toBe(byItself);
});

test('whoever leaves within a day of its end keeps it; whoever leaves earlier does not', () => {
  expect(untilOf(left(hour(1)), given(hour(9)))).toBe(hour(9));
  expect(untilOf(left(hour(-10)), given(hour(9)))).toBe(hour(9));
  expect(untilOf(left(hour(-16)), given(hour(9)))).toBe('none');
});

test('what is given after the departure counts', () => {
  expect(untilOf(left(hour(-16)), given(hour(30), hour(-15)))).toBe(hour(30));
});

test('a stay that was cancelled, and staff who left, are not extended', () => {
  expect(untilOf(stay({ status: 'cancelled' }), given(hour(30)))).toBe('none');
  const leaver: Facts = { kind: 'employment', status: 'terminated', lastName: 'Huber', endDate: '2026-05-01' };
  const grant = (extension: Extension | null) =>
    extendedGrant(preset('staff'), { key: '7', facts: leaver, observedAt: hour(-20) }, vienna, extension);
  expect(grant(given(hour(30), hour(-1)))).toEqual(grant(null));
});

test('a visitor who has signed out keeps what is given afterwards, and what ends within a day of it', () => {
  const gone: Facts = visit({ status: 'ended', signOutAt: hour(-5), expectedDepartureAt: hour(0) });
  const grant = (extension: Extension | null) =>
    extendedGrant(preset('visitor-user'), { key: '7', facts: gone, observedAt: hour(-5) }, vienna, extension);
  expect(grant(given(hour(9), hour(-6)))).toMatchObject({ kind: 'user', validUntil: hour(9) });
  expect(grant(given(hour(60), hour(-4)))).toMatchObject({ kind: 'user', validUntil: hour(60) });
  expect(grant(given(hour(60), hour(-6)))).toEqual(grant(null));
});

test('an extension never takes access away', () => {
  const instant = fc.integer({ min: -72, max: 72 }).map(hour);
  const facts = fc.oneof(fc.constant(guest), instant.map(left));
  fc.assert(
    fc.property(facts, instant, instant, (known, until, givenAt) => {
      const [without, with_] = [untilOf(known, null), untilOf(known, given(until, givenAt))];
      if (without !== 'none') expect((with_ ?? '') >= (without ?? '')).toBe(true);
    }),
  );
});
