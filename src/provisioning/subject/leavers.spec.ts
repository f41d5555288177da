import { expect, test } from '@jest/globals';
import { AccessPresets } from '../access/access-presets.js';
import type { Connection } from '../connection/connection.js';
import type { Facts, Membership, Stay, Visit } from '../facts/facts.js';
import type { KnownSubject } from './known-subject.js';
import { isGoneEarly } from './leavers.js';

const now = '2026-05-14T10:00:00.000Z';
const presets = AccessPresets.load();
const untouched = { state: 'present', endsAt: null, ending: null, endingRunId: null } as const;

function goesEarly(preset: string, before: Facts, status: string): boolean {
  const connection = {
    id: 'c',
    settings: { time_zone: 'Europe/Vienna' },
    access: presets.find(preset),
  } as unknown as Connection;
  const after = { sourceKey: 'K1', facts: { ...before, status } as Facts, state: 'gone', endsAt: null } as KnownSubject;
  return isGoneEarly(connection, { ...untouched, facts: before }, after, now);
}

const guest: Stay = {
  kind: 'stay',
  status: 'in_house',
  room: '412',
  lastName: 'Huber',
  arrivalAt: '2026-05-12T13:00:00.000Z',
  departureAt: '2026-05-17T09:00:00.000Z',
};
const visitor: Visit = {
  kind: 'visit',
  status: 'active',
  lastName: 'Huber',
  email: 'h@example.com',
  signInAt: '2026-05-14T07:00:00.000Z',
};
const member: Membership = {
  kind: 'membership',
  status: 'active',
  email: 'h@example.com',
  startsAt: '2026-04-20T00:00:00.000Z',
  endsAt: '2026-05-20T00:00:00.000Z',
};

test('a guest who leaves days before the booked departure is early, on that day not', () => {
  expect(goesEarly('hotel', guest, 'checked_out')).toBe(true);
  expect(goesEarly('hotel', { ...guest, departureAt: '2026-05-15T09:00:00.000Z' }, 'checked_out')).toBe(false);
});

test('a booking that is cancelled before the guest came takes no access away', () => {
  expect(goesEarly('hotel', { ...guest, status: 'expected' }, 'cancelled')).toBe(false);
});

test('a visitor of the day never is, one who is expected to stay for days is', () => {
  expect(goesEarly('visitor-user', visitor, 'ended')).toBe(false);
  expect(goesEarly('visitor-user', { ...visitor, expectedDepartureAt: '2026-05-18T16:00:00.000Z' }, 'ended')).toBe(
    true,
  );
});

test('a membership that ends with its paid period is no surprise, although access is given for three days more', () => {
  expect(goesEarly('membership', member, 'ended')).toBe(true);
  expect(goesEarly('membership', { ...member, endsAt: '2026-05-14T12:00:00.000Z' }, 'ended')).toBe(false);
});
