import type { RecordLife } from '../crud/record-life.js';

export interface SavedViewValues {
  readonly name: string;
  /** The page of the console: `connections`. */
  readonly page: string;
  /** The rest of the address: `?status=held`. */
  readonly address: string;
  /** With everybody in the organization. */
  readonly shared: boolean;
}

export interface SavedView extends SavedViewValues, RecordLife {
  /** Its owner. */
  readonly operatorId: string;
}
