import type { Change } from '../../../provisioning/connector/change.js';
import type { Stay } from '../../../provisioning/facts/facts.js';
import { isShared, fieldOf } from './fias.record.js';
import { isListed, nameless, noRoom, roomOf, unclear, type Reported } from './fias.reported.js';
import { stayOf } from './fias.stay.js';
import { dataRecord, field } from './fias.wire.js';

/** A move is a check-out followed by a check-in: the check-out waits this long, so that nobody is cut off. */
const moveHoldSeconds = 20;

/** How late the second half of a move may come. */
const moveWithinSeconds = 60;

/** Room mode: the hotel system has no reservation numbers, so a stay is whoever is in the room. */
export function changesInRoom(reported: Reported): readonly Change[] {
  const { record, reading, receivedAt, version } = reported;
  const isSwap = isListed(record);
  if (record.id === dataRecord.checkOut && isSwap)
    return [{ kind: 'ignored', reason: 'Empty room in a full list: a room that is not confirmed by its end is empty' }];

  const room = roomOf(record);
  if (room === undefined) return nameless(reported, noRoom(record));
  if (record.id === dataRecord.checkOut) return [heldCheckOut(room, reported)];

  const facts = stayOf(record, room, reading);
  if (typeof facts === 'string') return unclear(reported, room, facts);
  if (record.id === dataRecord.change) return changed(reported, room, facts);
  if (isSwap)
    return [
      { kind: 'record', mode: 'merge', record: { key: room, version, facts } },
      { kind: 'confirm', key: room },
    ];
  if (isShared(record, field.room)) return [sharer(room, version, facts)];
  return [
    {
      kind: 'record',
      mode: 'replace',
      record: { key: room, version, facts: { ...facts, checkInAt: receivedAt } },
      ...continuation(facts),
    },
  ];
}

/** Some systems name the old room although we did not ask for it: then a move is one record. */
function changed(reported: Reported, room: string, facts: Stay): readonly Change[] {
  const record = { key: room, version: reported.version, facts };
  const oldRoom = fieldOf(reported.record, field.oldRoom);
  if (oldRoom === undefined || oldRoom === room || oldRoom.length > 40)
    return [{ kind: 'record', mode: 'merge', record }];
  return [heldCheckOut(oldRoom, reported), { kind: 'record', mode: 'merge', record, ...continuation(facts) }];
}

function heldCheckOut(room: string, { version, receivedAt }: Reported): Change {
  return {
    kind: 'patch',
    key: room,
    version,
    facts: { status: 'checked_out', checkOutAt: receivedAt },
    holdSeconds: moveHoldSeconds,
  };
}

/** One room, one stay: a person who joins may use the room's access under their own surname. */
function sharer(room: string, version: string, { kind, status, site, timeZone, lastName }: Stay): Change {
  return {
    kind: 'record',
    mode: 'merge',
    record: {
      key: room,
      version,
      facts: {
        kind,
        status,
        room,
        timeZone,
        ...(site ? { site } : {}),
        ...(lastName ? { otherLastNames: [lastName] } : {}),
      },
    },
  };
}

/** The same person by name and dates, who left another room a moment ago, has moved. */
function continuation({ lastName, firstName, arrivalAt, departureAt }: Stay): {
  readonly continues?: { readonly match: Readonly<Record<string, unknown>>; readonly withinSeconds: number };
} {
  if (lastName === undefined) return {};
  const match = Object.fromEntries(
    Object.entries({ lastName, firstName, arrivalAt, departureAt }).filter(([, value]) => value !== undefined),
  );
  return { continues: { match, withinSeconds: moveWithinSeconds } };
}
