import { DateTime } from 'luxon';
import type { Instant } from '../../../kernel/clock.js';
import type { Change, SourceRecord } from '../../../provisioning/connector/change.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { malformedRecord, withoutUndefined } from '../../../provisioning/connector/vendor-record.js';
import type { Stay } from '../../../provisioning/facts/facts.js';
import { htngGuestsOf, reservationIdOf, htngStayOf } from './htng.reservation.js';
import type { Reading } from './htng.settings.js';
import { idType, message } from './htng.wire.js';
import { all, at, xmlIn, type HtngElement } from './htng.xml.js';

/** Pure. What a stored message means; it may still be in its envelope. */
export function htngChanges(stored: StoredMessage, reading: Reading): readonly Change[] {
  let root: HtngElement;
  try {
    root = xmlIn(stored.body);
  } catch (error) {
    if (error instanceof ConnectorProblem) return [malformedRecord(error.message)];
    throw error;
  }
  const said = root.name === 'Envelope' ? at(root, 'Body')?.children[0] : root;
  if (!said) return [malformedRecord('Body: has no message')];
  const version = versionOf(said, stored, reading);
  const meaning = meanings[said.name];
  if (!meaning) return [{ kind: 'ignored', reason: `${said.name.slice(0, 60)} says nothing about stays` }];
  const changes = meaning(said, version, reading, stored.receivedAt);
  return changes.length > 0 ? changes : [malformedRecord(`${said.name}: names no reservation`)];
}

type Meaning = (said: HtngElement, version: string, reading: Reading, receivedAt: Instant) => readonly Change[];

const meanings: Readonly<Record<string, Meaning>> = {
  [message.checkIn]: (said, version, reading, receivedAt) =>
    eachGuest(said, said, version, reading, (facts) => ({ ...facts, status: 'in_house', checkInAt: receivedAt })),
  [message.stayUpdate]: (said, version, reading) =>
    eachGuest(said, said, version, reading, (facts) => ({ ...facts, status: facts.status ?? 'in_house' })),
  [message.roomMove]: (said, version, reading) =>
    eachGuest(at(said, 'DestinationRoomInformation'), said, version, reading, (facts) => ({
      ...facts,
      status: 'in_house',
    })),
  [message.checkOut]: checkedOut,
  [message.reservation]: (said, version, reading) =>
    eachGuest(said, said, version, reading, (facts) => ({ ...facts, status: facts.status ?? 'expected' })),
  [message.cancellation]: (said, version) =>
    all(said, 'UniqueID')
      .filter(({ attributes }) => attributes.Type !== idType.customer)
      .slice(0, 1)
      .flatMap(({ attributes: { ID: id } }) => (id ? [{ kind: 'group', parentKey: id, version, records: [] }] : [])),
};

/** Guests of the reservations in `from`; of those that somebody else shares, only who is affected. */
function eachGuest(
  from: HtngElement | undefined,
  said: HtngElement,
  version: string,
  reading: Reading,
  complete: (facts: Omit<Stay, 'status'> & { readonly status?: Stay['status'] }) => Stay,
): readonly Change[] {
  const room = at(from, 'Room')?.attributes;
  return reservationsIn(from).flatMap((reservation) => {
    const id = reservationIdOf(reservation);
    if (id === undefined) return [malformedRecord('HotelReservation/UniqueID: has no ID')];
    const stay = htngStayOf(reservation, reading);
    if (stay === undefined) return [malformedRecord('TimeSpan: Start or End is no time', id)];
    const common = withoutUndefined({
      ...stay,
      room: room?.RoomID ?? stay.room,
      roomType: room?.RoomType ?? stay.roomType,
    });
    return htngGuestsOf(reservation)
      .filter((guest) => isAffected(guest.profileId, reservation, said))
      .map(({ key, facts }): Change => {
        const record: SourceRecord<Stay> = {
          key: `${id}/${key}`,
          parentKey: id,
          version,
          facts: complete({ ...common, ...facts }),
        };
        return { kind: 'record', mode: 'merge', record };
      });
  });
}

/** Guests who are named leave alone; a reservation whose guests all go, or are not named, ends as a whole. */
function checkedOut(said: HtngElement, version: string, _reading: Reading, receivedAt: Instant): readonly Change[] {
  return reservationsIn(said).flatMap((reservation): readonly Change[] => {
    const id = reservationIdOf(reservation);
    if (id === undefined) return [malformedRecord('HotelReservation/UniqueID: has no ID')];
    const guests = htngGuestsOf(reservation);
    const going = guests.filter((guest) => isAffected(guest.profileId, reservation, said));
    if (going.length === guests.length) return [{ kind: 'group', parentKey: id, version, records: [] }];
    const facts = { status: 'checked_out', checkOutAt: receivedAt } as const;
    return going.map(({ key }) => ({ kind: 'patch', key: `${id}/${key}`, version, facts }));
  });
}

function reservationsIn(from: HtngElement | undefined): readonly HtngElement[] {
  return all(at(from, 'HotelReservations'), 'HotelReservation');
}

/** Where the message names affected guests of this reservation, only those are; else all. */
function isAffected(profileId: string | undefined, reservation: HtngElement, said: HtngElement): boolean {
  const affected = new Set(all(at(said, 'AffectedGuests'), 'UniqueID').map(({ attributes }) => attributes.ID));
  const named = htngGuestsOf(reservation).filter(
    (guest) => guest.profileId !== undefined && affected.has(guest.profileId),
  );
  return named.length === 0 || (profileId !== undefined && affected.has(profileId));
}

/** The hotel's own order, then that of receipt: some senders repeat one time for ever. */
function versionOf({ attributes }: HtngElement, { sequence }: StoredMessage, { time_zone: zone }: Reading): string {
  const at = DateTime.fromISO(attributes.TimeStamp ?? '', { zone });
  return `${at.isValid ? at.toUTC().toISO() : ''}~${sequence}`;
}
