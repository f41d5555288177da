import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../kernel/clock.js';

/** Fields of every record that clients may change. */
export interface RecordLife {
  readonly id: string;
  /** Starts at 1 and rises with each change. The ETag carries it. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function newRecord<Fields extends object>(fields: Fields, id: string, at: Instant): Fields & RecordLife {
  return { ...fields, id, revision: 1, createdAt: at, updatedAt: at };
}

/** The changed record, or the same object if nothing differs. */
export function changed<R extends RecordLife>(record: R, changes: NoInfer<Partial<R>>, at: Instant): R {
  const differing = (Object.keys(changes) as (keyof R)[]).filter(
    (name) => !isDeepStrictEqual(changes[name], record[name]),
  );
  return differing.length === 0 ? record : { ...record, ...changes, revision: record.revision + 1, updatedAt: at };
}
