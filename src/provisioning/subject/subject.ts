import type { Instant } from '../../kernel/clock.js';
import type { Extension } from '../access/extension.js';
import type { Facts } from '../facts/facts.js';
import type { Cause } from '../identity/cause.js';

/** The latest facts of one outside record. */
export interface Subject {
  readonly id: string;
  readonly connectionId: string;
  readonly sourceKey: string;
  readonly parentKey: string | null;
  readonly guestKey: string | null;
  readonly facts: Facts;
  readonly version: string | null;
  /** `gone` is a tombstone: only a newer version lifts it. */
  readonly state: 'present' | 'gone';
  /** While a removal is held back (a move may follow): when it takes effect. */
  readonly endsAt: Instant | null;
  /** Access that reception gave beyond the facts. */
  readonly extension: Extension | null;
  readonly identityId: string | null;
  readonly lastEventAt: Instant;
  /** The cause of this one, where a call brings subjects with several causes. */
  readonly cause?: Cause;
}

/** The result of entitling a subject, written into its row. */
export interface SubjectMark {
  readonly id: string;
  readonly identityId: string | null;
  readonly disputed: object | null;
  readonly invalid: object | null;
}
