import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../kernel/clock.js';

/** What every record that a client may change has. */
export interface RecordLife {
  readonly id: string;
  /** From 1; each change raises it. The ETag says it. */
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export function newRecord<Fields extends object>(fields: Fields, id: string, at: Instant): Fields & RecordLife {
  return { ...fields, id, revision: 1, createdAt: at, updatedAt: at };
}

/** The record with the changes in it; the same object when none of them differs. */
export function changed<R extends RecordLife>(record: R, changes: NoInfer<Partial<R>>, at: Instant): R {
  const differing = (Object.keys(changes) as (keyof R)[]).filter(
    (name) => !isDeepStrictEqual(changes[name], record[name]),
  );
  return differing.length === 0 ? record : { ...record, ...changes, revision: record.revision + 1, updatedAt: at };
}
