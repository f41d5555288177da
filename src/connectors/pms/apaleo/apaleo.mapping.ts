import { laterBy, type Instant } from '../../../kernel/clock.js';
import { type Change, type SourceRecord, versionAsRead } from '../../../provisioning/connector/change.js';
import type { PersonFacts, Stay } from '../../../provisioning/facts/facts.js';
import {
  malformedRecord,
  vendorInstant,
  vendorLanguage,
  vendorText,
} from '../../../provisioning/connector/vendor-record.js';
import {
  reservationStatuses,
  sleepingUnitGroupType,
  type ApaleoGuest,
  type ApaleoReservation,
  type ApaleoReservationStatus,
} from './apaleo.wire.js';

/** One reservation as it was read. */
export interface ApaleoReservationRead {
  readonly reservation: ApaleoReservation;
  /** The operator's name of the property. */
  readonly site?: string;
  readonly timeZone: string;
  /** When the reading began. */
  readonly readAt: Instant;
  /** Confirmed reservations that arrive later than this are not used yet. */
  readonly expectedUntil: Instant;
}

/**
 * A reservation as the stays of its guests: one `group` with everybody in it; `malformed` when it cannot be understood.
 */
export function changesOfApaleo(read: ApaleoReservationRead): readonly Change[] {
  const { reservation } = read;
  const fault = faultOf(reservation);
  if (fault)
    return [reservation.id, ...guestsOf(reservation).map((_, place) => keyOf(reservation, place))].map((key) =>
      malformedRecord(fault, key),
    );
  const version = versionOf(read);
  const status = statusOf(read);
  if (status === null || !isRoom(reservation))
    return [{ kind: 'group', parentKey: reservation.id, version, records: [] }];
  return [
    {
      kind: 'group',
      parentKey: reservation.id,
      version,
      records: guestsOf(reservation).map((guest, place) => recordOf(read, status, version, guest, place)),
    },
  ];
}

/** Apaleo has no guest ids: the key is the reservation and the guest's place in it, 0 for the primary guest. */
function keyOf({ id }: ApaleoReservation, place: number): string {
  return `${id}/${place}`;
}

/**
 * Modification stamp (whole seconds), then the moment of reading: among readings of one stamp the later is the newer
 * truth.
 */
function versionOf({ reservation, readAt }: ApaleoReservationRead): string {
  return versionAsRead(String(vendorInstant(reservation.modified)), readAt);
}

/** Presence follows from the status; null: not used (yet). */
function statusOf({ reservation, readAt, expectedUntil: until }: ApaleoReservationRead): Stay['status'] | null {
  switch (reservation.status as ApaleoReservationStatus) {
    case 'InHouse':
      return 'in_house';
    case 'CheckedOut':
      return 'checked_out';
    case 'Canceled':
      return 'cancelled';
    case 'NoShow':
      return 'no_show';
    case 'Confirmed':
      return vendorInstant(reservation.arrival)! <= until && vendorInstant(reservation.departure)! >= readAt
        ? 'expected'
        : null;
  }
}

function isRoom({ unitGroup }: ApaleoReservation): boolean {
  return !unitGroup?.type || unitGroup.type === sleepingUnitGroupType;
}

/** Primary guest first. A reservation without a named guest still counts as one. */
function guestsOf({ primaryGuest, additionalGuests }: ApaleoReservation): readonly ApaleoGuest[] {
  return [primaryGuest ?? {}, ...(additionalGuests ?? [])];
}

function recordOf(
  { reservation, site, timeZone, readAt }: ApaleoReservationRead,
  status: Stay['status'],
  version: string,
  guest: ApaleoGuest,
  place: number,
): SourceRecord<Stay> {
  return {
    key: keyOf(reservation, place),
    version,
    parentKey: reservation.id,
    facts: {
      kind: 'stay',
      status,
      role: place === 0 ? 'primary' : 'accompanying',
      ...personOf(guest),
      companyName: vendorText(reservation.company?.name),
      site: vendorText(site),
      timeZone,
      room: roomAt(reservation, readAt),
      arrivalAt: vendorInstant(reservation.arrival),
      departureAt: vendorInstant(reservation.departure),
      checkInAt: vendorInstant(reservation.checkInTime),
      checkOutAt: vendorInstant(reservation.checkOutTime),
      roomType: vendorText(reservation.unitGroup?.code),
      ratePlan: vendorText(reservation.ratePlan?.code),
      groupCode: vendorText(reservation.groupName) ?? vendorText(reservation.blockId),
      reservationNumber: reservation.id,
    },
  };
}

function personOf({ firstName, lastName, title, email, preferredLanguage }: ApaleoGuest): PersonFacts {
  return {
    firstName: vendorText(firstName),
    lastName: vendorText(lastName),
    title: vendorText(title),
    email: vendorText(email),
    language: vendorLanguage(preferredLanguage),
  };
}

/** For a guest who changes rooms during the stay: the room at this hour. */
function roomAt({ unit, assignedUnits }: ApaleoReservation, at: Instant): string | undefined {
  const current = assignedUnits?.find(({ timeRanges }) =>
    timeRanges?.some(({ from, to }) => (vendorInstant(from) ?? '~') <= at && at < (vendorInstant(to) ?? '')),
  );
  return vendorText(current?.unit.name) ?? vendorText(unit?.name);
}

function faultOf(reservation: ApaleoReservation): string | undefined {
  if (typeof reservation.id !== 'string' || reservation.id === '') return 'id is missing';
  if (!reservationStatuses.some((status) => status === reservation.status)) return 'status is none that is documented';
  return (['modified', 'arrival', 'departure'] as const)
    .filter((name) => !vendorInstant(reservation[name]))
    .map((name) => `${name} is not a point in time`)[0];
}

/** End of the days in which confirmed guests are expected. */
export function apaleoExpectedUntil(now: Instant, days: number): Instant {
  return laterBy(now, days * 86_400);
}
