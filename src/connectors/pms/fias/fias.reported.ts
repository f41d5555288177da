import type { Change } from '../../../provisioning/connector/change.js';
import { malformedRecord } from '../../../provisioning/connector/vendor-record.js';
import type { FiasReading } from './fias.reading.js';
import { has, fieldOf, type FiasRecord } from './fias.record.js';
import { field } from './fias.wire.js';

/** One record, with everything else that decides its meaning. */
export interface Reported {
  readonly record: FiasRecord;
  readonly reading: FiasReading;
  /** The frame's arrival is the time of the event: the clock of the hotel system may be minutes off. */
  readonly receivedAt: string;
  /** Order of receipt is the order of events, and the only version there is. */
  readonly version: string;
}

/** Part of a full list. */
export function isListed(record: FiasRecord): boolean {
  return has(record, field.swap);
}

/** The exact text of a room: at most 8 characters by the specification, but longer ones exist. */
export function roomOf(record: FiasRecord): string | undefined {
  const room = fieldOf(record, field.room);
  return room !== undefined && room.length <= 40 ? room : undefined;
}

export function noRoom({ id }: FiasRecord): string {
  return `${id}: ${field.room} is missing or no room`;
}

/** Somebody is there, but the record is unclear: in a full list that still confirms them. */
export function unclear({ record }: Reported, key: string, detail: string): readonly Change[] {
  return [malformedRecord(detail, key), ...(isListed(record) ? [{ kind: 'confirm', key } as const] : [])];
}

/** Nobody can say whom the record is about: a full list with such a record proves nobody's absence. */
export function nameless({ record }: Reported, detail: string): readonly Change[] {
  return [malformedRecord(detail), ...(isListed(record) ? [listSpoiled] : [])];
}

export const listSpoiled: Change = { kind: 'snapshot', phase: 'broken' };
