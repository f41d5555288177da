import { expect, test } from '@jest/globals';
import { readAt, usual } from '../../../../test/ohip/ohip-rig.js';
import { ohipChange } from './ohip.mapping.js';
import type { OhipReservation } from './ohip.wire.js';

const reservation: OhipReservation = {
  reservationIdList: [{ id: '919412', type: 'Reservation' }],
  roomStay: { arrivalDate: '2026-05-14', departureDate: '2026-05-17', roomId: '0412', roomType: 'DLX' },
  reservationGuest: { givenName: 'Jana', surname: 'Nováková' },
  reservationStatus: 'InHouse',
};

function stays(changes: Partial<OhipReservation>, settings: object = {}) {
  const change = ohipChange({ ...reservation, ...changes }, { ...usual, ...settings }, readAt);
  return change.kind === 'group' ? change.records.map(({ facts }) => facts) : change;
}

test.each([
  ['InHouse', 'in_house'],
  ['DueOut', 'in_house'],
  ['Walkin', 'in_house'],
  ['PendingCheckout', 'in_house'],
  ['CHECKED IN', 'in_house'],
  ['Reserved', 'expected'],
  ['DueIn', 'expected'],
  ['CheckedOut', 'checked_out'],
  ['Cancelled', 'cancelled'],
  ['NoShow', 'no_show'],
])('%s is %s', (written, status) => {
  expect(stays({ reservationStatus: written })).toMatchObject([{ status }]);
});

test.each(['Requested', 'Waitlisted'])('%s is no stay yet', (written) => {
  expect(stays({ reservationStatus: written })).toEqual([]);
});

test('the computed status counts more than the stored one', () => {
  expect(stays({ computedReservationStatus: 'CheckedOut' })).toMatchObject([{ status: 'checked_out' }]);
});

test.each([
  [{ reservationStatus: 'Ascended' }, 'reservationStatus'],
  [{ roomStay: { arrivalDate: 'soon', departureDate: '2026-05-17' } }, 'arrivalDate'],
  [{ reservationIdList: [] }, 'reservationIdList'],
])('%j cannot be understood', (changes, field) => {
  expect(stays(changes)).toMatchObject({ kind: 'malformed', problem: { detail: expect.stringContaining(field) } });
});

test('times are the hotel’s; without any, the usual ones', () => {
  expect(stays({})).toMatchObject([
    { arrivalAt: '2026-05-14T13:00:00.000Z', departureAt: '2026-05-17T09:00:00.000Z', room: '0412' },
  ]);
  const expectedTimes = { reservationExpectedDepartureTime: '2026-05-17 14:30:00.0' };
  expect(stays({ roomStay: { ...reservation.roomStay, expectedTimes } })).toMatchObject([
    { departureAt: '2026-05-17T12:30:00.000Z' },
  ]);
});

test('who arrives later than the days ahead is not expected yet', () => {
  const later = { arrivalDate: '2026-05-20', departureDate: '2026-05-22' };
  expect(stays({ roomStay: later, reservationStatus: 'Reserved' })).toEqual([]);
  expect(stays({ roomStay: later, reservationStatus: 'Reserved' }, { expected_days: 7 })).toMatchObject([
    { status: 'expected' },
  ]);
});

test.each([{ roomType: 'PM' }, { pseudoRoom: true }])('nobody sleeps in %j', (room) => {
  expect(stays({ roomStay: { ...reservation.roomStay, ...room } })).toEqual([]);
});

test('of those who share, the later reservation is the sharer; companions have none of their own', () => {
  const shared = (id: string) => ({ sharedGuests: [{ reservationId: { id, type: 'Reservation' } }] });
  expect(stays(shared('919413'))).toMatchObject([{ role: 'primary' }]);
  expect(stays(shared('919400'))).toMatchObject([{ role: 'sharer' }]);
  const guest = {
    surname: 'Nováková',
    alternateSurname: '野原',
    accompanyGuests: [{ firstName: 'Eva', lastName: 'Nová' }],
  };
  expect(stays({ reservationGuest: guest })).toMatchObject([
    { role: 'primary', otherLastNames: ['野原'] },
    { role: 'accompanying', firstName: 'Eva', lastName: 'Nová', room: '0412' },
  ]);
});
