import type { Change } from '../../../provisioning/connector/change.js';
import type { Stay } from '../../../provisioning/facts/facts.js';
import { isShared, fieldOf } from './fias.record.js';
import { isListed, nameless, noRoom, roomOf, unclear, type Reported } from './fias.reported.js';
import { stayOf } from './fias.stay.js';
import { dataRecord, field } from './fias.wire.js';

/**
 * Guest mode: a stay is a reservation number (`G#`), sharers have their own, and the room is a fact that may change.
 */
export function changesOfGuest(reported: Reported): readonly Change[] {
  const { record, reading, receivedAt, version } = reported;
  const isSwap = isListed(record);
  if (record.id === dataRecord.checkOut && isSwap)
    return [{ kind: 'ignored', reason: 'Empty room in a full list: whoever is not confirmed by its end has left' }];

  const key = fieldOf(record, field.reservation);
  if (key === undefined)
    return nameless(
      reported,
      `${record.id}: ${field.reservation} is missing; where the hotel system has no reservation numbers, ` +
        'set mode to room',
    );
  if (!/^\S{1,40}$/.test(key))
    return nameless(reported, `${record.id}: ${field.reservation} is not a reservation number`);
  if (/^0+$/.test(key)) return [{ kind: 'ignored', reason: 'A permanent direct-dial number, not a stay' }];
  if (record.id === dataRecord.checkOut)
    return [{ kind: 'patch', key, version, facts: { status: 'checked_out', checkOutAt: receivedAt } }];

  const room = roomOf(record);
  if (room === undefined) return unclear(reported, key, noRoom(record));
  const facts = stayOf(record, room, reading);
  if (typeof facts === 'string') return unclear(reported, key, facts);

  const source = { key, version, facts: { ...facts, reservationNumber: key } };
  if (record.id === dataRecord.change) return [{ kind: 'record', mode: 'merge', record: source }];
  if (isSwap)
    return [
      { kind: 'record', mode: 'merge', record: source },
      { kind: 'confirm', key },
    ];
  return checkIn(reported, key, source.facts, room);
}

/** A check-in sets everything. If the hotel system calls the room empty, anybody we still have in it left unnoticed. */
function checkIn({ record, receivedAt, version }: Reported, key: string, facts: Stay, room: string): readonly Change[] {
  const shared = isShared(record, field.room);
  const role = shared === undefined ? {} : ({ role: shared ? 'sharer' : 'primary' } as const);
  const stay: Change = {
    kind: 'record',
    mode: 'replace',
    record: { key, version, facts: { ...facts, ...role, checkInAt: receivedAt } },
  };
  if (shared !== false) return [stay];
  return [
    stay,
    {
      kind: 'patch_matching',
      match: { room },
      exceptKeys: [key],
      facts: { status: 'checked_out', checkOutAt: receivedAt },
      reason: 'Missed check-out: the next guest checked in to the room as an empty one',
    },
  ];
}
