import type { Change } from '../../../provisioning/connector/change.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import type { StoredMessage } from '../../../provisioning/connector/stored-message.js';
import { changesOfGuest } from './fias.guest-mode.js';
import { brokenFrameMarker, listBrokenMarker } from './fias.marker.js';
import type { FiasReading } from './fias.reading.js';
import { parseRecord, fieldOf } from './fias.record.js';
import { listSpoiled, noRoom, roomOf, type Reported } from './fias.reported.js';
import { changesInRoom } from './fias.room-mode.js';
import { decodedText } from './fias.text.js';
import { dataRecord, field, linkRecord } from './fias.wire.js';

/** What a stored frame means. Never throws, whatever the bytes. */
export function changesOfFias(message: StoredMessage, reading: FiasReading): readonly Change[] {
  if (message.body.equals(listBrokenMarker)) return [listSpoiled];
  if (message.body.equals(brokenFrameMarker))
    return [
      malformedRecord(
        'A frame was longer than 4,096 bytes or had no end, and was dropped: look for other software on the ' +
          'line, then ask for a full list',
      ),
      listSpoiled,
    ];
  const record = parseRecord(decodedText(message.body, reading.encoding));
  if (typeof record === 'string') return [malformedRecord(record)];
  return meaningOf({ record, reading, receivedAt: message.receivedAt, version: message.sequence });
}

function meaningOf(reported: Reported): readonly Change[] {
  const { record, reading } = reported;
  switch (record.id) {
    case dataRecord.checkIn:
    case dataRecord.change:
    case dataRecord.checkOut:
      return reading.mode === 'room' ? changesInRoom(reported) : changesOfGuest(reported);
    case dataRecord.room:
      return [classOfService(reported)];
    case dataRecord.listStart:
      return [{ kind: 'snapshot', phase: 'begin' }];
    case dataRecord.listEnd:
      return [{ kind: 'snapshot', phase: 'complete' }];
    case dataRecord.nightAuditStart:
    case dataRecord.nightAuditEnd:
      return [{ kind: 'ignored', reason: 'Night audit: no guest changes by it' }];
    default:
      return [
        { kind: 'ignored', reason: linkRecords.has(record.id) ? 'Link record' : `Record ${record.id} is not used` },
      ];
  }
}

const linkRecords = new Set<string>(Object.values(linkRecord));

/** Rights of a room changed in mid-stay; this may arrive before the check-in and never makes a guest. */
function classOfService({ record, reading, version }: Reported): Change {
  const room = roomOf(record);
  const level = fieldOf(record, field.classOfService);
  if (room === undefined) return malformedRecord(noRoom(record));
  if (level === undefined) return { kind: 'ignored', reason: 'Room record without class of service' };
  const facts = { classOfService: level };
  if (reading.mode === 'room') return { kind: 'patch', key: room, version, facts };
  return { kind: 'patch_matching', match: { room }, exceptKeys: [], facts, reason: 'Class of service of the room' };
}
