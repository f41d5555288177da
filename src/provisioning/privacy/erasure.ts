import type { Instant } from '../../kernel/clock.js';
import type { Secrets } from '../../kernel/secrets.js';
import type { PersonQuery } from './person.js';

export interface Erasure {
  readonly id: string;
  /** Keyed hash of how the person was named. The same person requested again has the same hash. */
  readonly person: string;
  /**
   * `ending`: access is being removed. `auditing`: the audit is being cleared. `done`: only the record of the erasure
   * remains.
   */
  readonly status: 'ending' | 'auditing' | 'done';
  /** Rows by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** What it waits for. */
  readonly problem: string | null;
  readonly created_at: Instant;
  readonly done_at: Instant | null;
}

/** Where an erasure stands among all, by age. */
export interface ErasurePlace {
  readonly createdAt: Instant;
  readonly id: string;
}

/** An erasure as the worker sees it. */
export interface OpenErasure extends ErasurePlace {
  readonly organizationId: string;
  readonly identityIds: readonly string[];
  readonly scopeSealed: string;
  readonly person: string;
  readonly status: Erasure['status'];
  readonly counts: Erasure['counts'];
}

export function erasureContext(id: string): string {
  return `erasure ${id} scope`;
}

/** Recognizes the same person when requested again, and nobody else. */
export function personHash(secrets: Secrets, organizationId: string, query: PersonQuery): string {
  return secrets.fingerprint(
    Object.entries(query)
      .map(([by, value]) => `${by} ${String(value).trim().toLowerCase()}`)
      .join(),
    organizationId,
  );
}
