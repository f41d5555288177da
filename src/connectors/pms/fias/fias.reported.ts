import type { Change } from '../../../provisioning/connector/change.js';
import type { Reading } from './fias.reading.js';
import { valueOf, type FiasRecord } from './fias.record.js';
import { field } from './fias.wire.js';

/** One record, with what else decides its meaning. */
export interface Reported {
  readonly record: FiasRecord;
  readonly reading: Reading;
  /** Arrival of the frame is the time of the event: the clock of the hotel system may be minutes off. */
  readonly receivedAt: string;
  /** Order of receipt is the order of events, and the only version there is. */
  readonly version: string;
}

export function malformed(detail: string, key?: string): Change {
  return { kind: 'malformed', problem: { code: 'record_malformed', detail, ...(key === undefined ? {} : { key }) } };
}

/** The exact text of a room: at most 8 characters by the specification, longer ones exist. */
export function roomOf(record: FiasRecord): string | undefined {
  const room = valueOf(record, field.room);
  return room !== undefined && room.length <= 40 ? room : undefined;
}

export function withoutRoom({ id }: FiasRecord, key?: string): Change {
  return malformed(`${id}: ${field.room} is missing or no room`, key);
}
