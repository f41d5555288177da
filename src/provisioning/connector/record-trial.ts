import type { Change } from './change.js';

/** One value of a document, read for itself. */
export interface ValueTrial {
  /** `key`, `key/1`, `record_version`, or `fields/last_name`. */
  readonly place: string;
  /** As text; null: there is none. */
  readonly value: string | null;
  /** Why it cannot be read. */
  readonly detail: string | null;
}

/** What a document makes of one record, as a whole and value by value: a fault in one hides no other. */
export interface RecordTrial {
  readonly change: Change;
  readonly values: readonly ValueTrial[];
}
