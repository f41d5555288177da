import type { Change } from '../../../provisioning/connector/change.js';
import type { Reading } from './fias.reading.js';
import type { FiasRecord } from './fias.record.js';

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
