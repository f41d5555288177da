import type { Change } from './change.js';

/** One value of a document, read on its own. */
export interface ValueTrial {
  /** `key`, `key/1`, `record_version`, or `fields/last_name`. */
  readonly place: string;
  /** As text; null: there is none. */
  readonly value: string | null;
  /** Why it cannot be read. */
  readonly detail: string | null;
}

/** What a document makes of one record, as a whole and value by value, so that one fault does not hide another. */
export interface RecordTrial {
  readonly change: Change;
  readonly values: readonly ValueTrial[];
}
