import { DateTime } from 'luxon';
import { type Instant, laterBy } from '../../../kernel/clock.js';
import type { Change, SourceRecord } from '../../../provisioning/connector/change.js';
import {
  malformedRecord,
  vendorId,
  vendorLanguage,
  vendorText,
} from '../../../provisioning/connector/vendor-record.js';
import type { PersonFacts, Stay } from '../../../provisioning/facts/facts.js';
import type { OhipSettings } from './ohip.settings.js';
import type { OhipId, OhipReservation } from './ohip.wire.js';

type Settings = Pick<
  OhipSettings,
  'time_zone' | 'arrival_time' | 'departure_time' | 'expected_days' | 'pseudo_room_types' | 'site'
>;

/** What a status means; null: not a stay (yet). DueOut is still in house. */
const meanings: Readonly<Record<string, Stay['status'] | null>> = {
  inhouse: 'in_house',
  checkedin: 'in_house',
  dueout: 'in_house',
  walkin: 'in_house',
  pendingcheckout: 'in_house',
  reserved: 'expected',
  duein: 'expected',
  checkedout: 'checked_out',
  cancelled: 'cancelled',
  noshow: 'no_show',
  requested: null,
  waitlist: null,
  waitlisted: null,
};

/**
 * Pure. A reservation as the stays of its guests, whole. Who shares the room has a reservation of their own.
 */
export function ohipChange(reservation: OhipReservation, settings: Settings, readAt: Instant): Change {
  const id = vendorId(idOf(reservation.reservationIdList, 'Reservation'));
  if (!id) return malformedRecord('reservationIdList: has no Reservation');
  const written = vendorText(reservation.computedReservationStatus) ?? vendorText(reservation.reservationStatus) ?? '';
  const meaning = meanings[written.replace(/\s/g, '').toLowerCase()];
  if (meaning === undefined) return malformedRecord('reservationStatus: is none that is documented', `${id}/0`);
  const stay = timesOf(reservation, settings);
  if (!stay) return malformedRecord('arrivalDate or departureDate: is no date', `${id}/0`);
  const isTooEarly = meaning === 'expected' && stay.arrivalAt > laterBy(readAt, settings.expected_days * 86_400);
  const isHere = meaning !== null && !isTooEarly && !isPseudo(reservation, settings);
  return { kind: 'group', parentKey: id, records: isHere ? recordsOf(id, reservation, meaning, stay, settings) : [] };
}

function recordsOf(
  id: string,
  reservation: OhipReservation,
  status: Stay['status'],
  stay: { readonly arrivalAt: Instant; readonly departureAt: Instant },
  settings: Settings,
): readonly SourceRecord<Stay>[] {
  const { roomStay, reservationGuest: guest, sharedGuests, attachedProfiles } = reservation;
  const company = listOf(attachedProfiles).find(({ reservationProfileType: type }) => type === 'Company');
  const common = {
    kind: 'stay',
    status,
    ...stay,
    companyName: vendorText(company?.name),
    site: settings.site,
    timeZone: settings.time_zone,
    room: vendorText(roomStay?.roomId),
    roomType: vendorText(roomStay?.roomType),
    ratePlan: vendorText(roomStay?.ratePlanCode),
    groupCode: vendorText(idOf(roomStay?.reservationBlock?.blockIdList, 'BlockCode')),
    reservationNumber: vendorText(idOf(reservation.reservationIdList, 'Confirmation')) ?? id,
  } as const;
  // Of those who share, the reservation that was made first has the room.
  const isFirst = listOf(sharedGuests).every(({ reservationId }) => !(Number(reservationId?.id) < Number(id)));
  return [
    { key: `${id}/0`, parentKey: id, facts: { ...common, role: isFirst ? 'primary' : 'sharer', ...personOf(guest) } },
    ...listOf(guest?.accompanyGuests).map(({ firstName, lastName, profileIdList }, place): SourceRecord<Stay> => {
      const names = { firstName: vendorText(firstName), lastName: vendorText(lastName) };
      // A place in the list is somebody else's once the one before is taken off: it counts only without a profile.
      const profile = vendorId(idOf(profileIdList, 'Profile'));
      const key = profile ? `${id}/P${profile}` : `${id}/${place + 1}`;
      return { key, parentKey: id, facts: { ...common, role: 'accompanying', ...names } };
    }),
  ];
}

function personOf(guest: OhipReservation['reservationGuest']): PersonFacts & Partial<Stay> {
  const other = vendorText(guest?.alternateSurname);
  return {
    firstName: vendorText(guest?.givenName),
    lastName: vendorText(guest?.surname),
    otherLastNames: other ? [other] : undefined,
    title: vendorText(guest?.nameTitle),
    language: vendorLanguage(guest?.language),
    email: vendorText(guest?.email)?.toLowerCase(),
    phone: vendorText(guest?.phoneNumber),
    vip: vendorText(guest?.vip?.vipCode),
    membershipProgram: vendorText(guest?.membership?.programCode),
    membershipLevel: vendorText(guest?.membership?.membershipLevel),
  };
}

function isPseudo({ roomStay }: OhipReservation, { pseudo_room_types: types }: Settings): boolean {
  return roomStay?.pseudoRoom === true || types.includes(vendorText(roomStay?.roomType) ?? '');
}

/** Undefined: a day is none. */
function timesOf({ roomStay }: OhipReservation, settings: Settings) {
  const { reservationExpectedArrivalTime: comes, reservationExpectedDepartureTime: goes } =
    roomStay?.expectedTimes ?? {};
  const arrivalAt = instantOf(comes, roomStay?.arrivalDate, settings.arrival_time, settings.time_zone);
  const departureAt = instantOf(goes, roomStay?.departureDate, settings.departure_time, settings.time_zone);
  return arrivalAt && departureAt ? { arrivalAt, departureAt } : undefined;
}

/** Times are the hotel's, without a zone, some with a fraction: `2026-05-14 15:00:00.0`. */
function instantOf(expected: unknown, day: unknown, usual: string, zone: string): Instant | undefined {
  for (const written of [vendorText(expected)?.replace(' ', 'T'), `${vendorText(day) ?? ''}T${usual}`]) {
    const at = written === undefined ? undefined : DateTime.fromISO(written, { zone });
    if (at?.isValid) return at.toUTC().toISO();
  }
  return undefined;
}

function idOf(list: readonly OhipId[] | undefined, type: string): unknown {
  return listOf(list).find((each) => each.type === type)?.id;
}

function listOf<Item>(list: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : [];
}
