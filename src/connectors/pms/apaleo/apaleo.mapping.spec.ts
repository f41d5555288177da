import { describe, expect, test } from '@jest/globals';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Stay } from '../../../provisioning/facts/facts.js';
import { changesOfApaleo } from './apaleo.mapping.js';
import type { ApaleoReservation } from './apaleo.wire.js';

const reservation: ApaleoReservation = {
  id: 'LINDQ7KD-1',
  status: 'InHouse',
  property: { id: 'LIND' },
  unit: { id: 'LIND-AKB', name: '412' },
  arrival: '2026-05-14T15:00:00+02:00',
  departure: '2026-05-17T11:00:00+02:00',
  checkInTime: '2026-05-14T15:12:04+02:00',
  modified: '2026-05-14T15:12:05+02:00',
  primaryGuest: { firstName: 'Jana', lastName: 'Nováková', preferredLanguage: 'cs' },
};

function changes(changed: Partial<ApaleoReservation> = {}, readAt = '2026-05-14T13:15:00.000Z'): readonly Change[] {
  return changesOfApaleo({
    reservation: { ...reservation, ...changed },
    site: 'lindenhof',
    timeZone: 'Europe/Vienna',
    readAt,
    expectedUntil: '2026-05-21T13:15:00.000Z',
  });
}

function stays(...given: Parameters<typeof changes>): readonly Stay[] {
  const [change, ...more] = changes(...given);
  if (change.kind !== 'group' || more.length > 0) throw new Error(`Not one group: ${JSON.stringify(change)}`);
  return change.records.map(({ facts }) => facts as Stay);
}

describe('presence comes from the status', () => {
  test.each<[string, Partial<ApaleoReservation>, Stay['status'] | undefined]>([
    ['a confirmed guest is expected', { status: 'Confirmed' }, 'expected'],
    ['an overdue guest is still in house', { departure: '2026-05-12T11:00:00+02:00' }, 'in_house'],
    ['who has checked out is gone', { status: 'CheckedOut' }, 'checked_out'],
    ['a cancelled guest is cancelled', { status: 'Canceled' }, 'cancelled'],
    ['a no-show is one', { status: 'NoShow' }, 'no_show'],
    [
      'who arrives on the last expected day is expected',
      { status: 'Confirmed', arrival: '2026-05-21T15:15:00+02:00', departure: '2026-05-22T11:00:00+02:00' },
      'expected',
    ],
    [
      'who arrives later is not looked at yet',
      { status: 'Confirmed', arrival: '2026-05-21T15:15:01+02:00', departure: '2026-05-22T11:00:00+02:00' },
      undefined,
    ],
    [
      "a confirmed stay that is over is nobody's",
      { status: 'Confirmed', departure: '2026-05-14T11:00:00+02:00' },
      undefined,
    ],
    ['a parking space is no stay', { unitGroup: { type: 'ParkingLot' } }, undefined],
    ['a bedroom is one', { unitGroup: { type: 'BedRoom' } }, 'in_house'],
  ])('%s', (_, changed, status) => {
    expect(stays(changed)[0]?.status).toBe(status);
  });
});

describe('guests', () => {
  test('are known by their place in the reservation, the primary one first', () => {
    const [group] = changes({ additionalGuests: [{ firstName: 'Seán', lastName: "O'Brien" }] });
    expect(group).toMatchObject({
      kind: 'group',
      parentKey: 'LINDQ7KD-1',
      records: [
        { key: 'LINDQ7KD-1/0', facts: { lastName: 'Nováková', role: 'primary' } },
        { key: 'LINDQ7KD-1/1', facts: { lastName: "O'Brien", role: 'accompanying' } },
      ],
    });
  });

  test('keep nothing of their papers', () => {
    const guest = {
      lastName: 'Nováková',
      birthDate: '1983-12-31',
      identificationNumber: 'private-passport',
      nationalityCountryCode: 'CZ',
    };
    expect(JSON.stringify(changes({ primaryGuest: guest }))).not.toMatch(/private|1983|CZ/);
  });
});

describe('rooms', () => {
  const through = (...ranges: [string, string, string][]) => ({
    assignedUnits: ranges.map(([name, from, to]) => ({
      unit: { id: name, name },
      timeRanges: [{ from: `${from}:00+02:00`, to: `${to}:00+02:00` }],
    })),
  });
  const two = through(['412', '2026-05-14T15:00', '2026-05-16T11:00'], ['518', '2026-05-16T11:00', '2026-05-17T11:00']);

  test.each([
    ['2026-05-14T13:15:00.000Z', '412'],
    ['2026-05-16T09:00:00.000Z', '518'],
    ['2026-05-18T09:00:00.000Z', '007'],
  ])('at %s the guest is in %s', (readAt, room) => {
    expect(stays({ ...two, unit: { id: 'x', name: '007' } }, readAt)[0].room).toBe(room);
  });

  test('between two rooms there is none, and the stay goes on', () => {
    expect(stays({ unit: null })[0]).toMatchObject({ status: 'in_house', room: undefined });
  });
});

test('a later reading of one stamp is newer, an older stamp never wins', () => {
  const version = (...given: Parameters<typeof changes>) => (changes(...given)[0] as { version: string }).version;
  expect(version({}, '2026-05-14T13:16:00.000Z') > version({})).toBe(true);
  expect(version({ modified: '2026-05-14T15:12:04+02:00' }, '2026-05-15T00:00:00.000Z') < version({})).toBe(true);
});

test.each<[string, Partial<ApaleoReservation>]>([
  ['an unknown status', { status: 'Ascended' }],
  ['a departure that is no time', { departure: 'soon' }],
  ['a missing stamp', { modified: undefined }],
])('%s is reported, for the reservation and each of its guests', (_, changed) => {
  expect(
    changes({ ...changed, additionalGuests: [{ lastName: "O'Brien" }] }).map((change) =>
      change.kind === 'malformed' ? change.problem.key : change.kind,
    ),
  ).toEqual(['LINDQ7KD-1', 'LINDQ7KD-1/0', 'LINDQ7KD-1/1']);
});
