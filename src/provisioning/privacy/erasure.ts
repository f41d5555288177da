import type { Instant } from '../../kernel/clock.js';
import type { Secrets } from '../../kernel/secrets.js';
import type { PersonQuery } from './person.js';

export interface Erasure {
  readonly id: string;
  /** Keyed hash of what the person was asked for by: the same person asked for again has the same. */
  readonly person: string;
  /**
   * `ending`: access is being taken away; `auditing`: it is being taken out of the audit; `done`: nothing is left but
   * what says so.
   */
  readonly status: 'ending' | 'auditing' | 'done';
  /** Rows by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** What it waits for. */
  readonly problem: string | null;
  readonly created_at: Instant;
  readonly done_at: Instant | null;
}

/** An erasure as the worker has it. */
export interface OpenErasure {
  readonly organizationId: string;
  readonly id: string;
  readonly identityIds: readonly string[];
  readonly scopeSealed: string;
  readonly person: string;
  readonly status: Erasure['status'];
  readonly counts: Erasure['counts'];
}

export function erasureContext(id: string): string {
  return `erasure ${id} scope`;
}

/** By which the same person asked for again is recognised, and nobody else is. */
export function personHash(secrets: Secrets, organizationId: string, query: PersonQuery): string {
  return secrets.fingerprint(
    Object.entries(query)
      .map(([by, value]) => `${by} ${String(value).trim().toLowerCase()}`)
      .join(),
    organizationId,
  );
}
