import type { Instant } from '../../kernel/clock.js';
import type { Extension } from '../access/extension.js';
import type { ChangeProblem } from '../connector/change.js';
import type { Cause } from '../identity/cause.js';
import type { Subject } from './subject.js';
import type { Facts } from '../facts/facts.js';

/** A subject while changes are applied to it: mutable, written back in one statement with the others. */
export interface KnownSubject {
  readonly id: string;
  sourceKey: string;
  parentKey: string | null;
  guestKey: string | null;
  facts: Facts;
  version: string | null;
  /** Digest of the record that it was made from; null when events have changed it since. */
  digest: string | null;
  /** Order of receipt of the last applied change. */
  sequence: number;
  state: 'present' | 'gone';
  invalid: Pick<ChangeProblem, 'code' | 'detail'> | null;
  seenRunId: string | null;
  /** Complete lists without it; a tombstone made by absence alone keeps this. */
  missingScans: number;
  firstMissingAt: Instant | null;
  absenceIgnored: boolean;
  lastEventAt: Instant;
  /** A held-back removal: the facts that take effect at `endsAt`. */
  endsAt: Instant | null;
  ending: Facts | null;
  /** The list or poll that said so, until it was read to its end and judged as a whole. */
  endingRunId: string | null;
  /** Given by reception; no change from outside touches it. */
  readonly extension: Extension | null;
  readonly identityId: string | null;
}

export function subjectOf(known: KnownSubject, connectionId: string, cause: Cause): Subject {
  const { id, sourceKey, parentKey, guestKey, facts, version, state, endsAt, extension, identityId, lastEventAt } =
    known;
  return {
    id,
    connectionId,
    sourceKey,
    parentKey,
    guestKey,
    facts,
    version,
    state,
    endsAt,
    extension,
    identityId,
    lastEventAt,
    cause,
  };
}
