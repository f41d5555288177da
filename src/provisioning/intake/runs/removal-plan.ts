import { createHash } from 'node:crypto';
import type { Instant } from '../../../kernel/clock.js';
import type { SafetySettings } from '../../connection/connection.js';
import { isPastItsEnd } from '../../facts/planned-end.js';
import { goneFacts } from '../../subject/fact-sets.js';
import type { KnownSubject } from '../../subject/known-subject.js';
import type { RunItem, RunItemKind } from '../run-queue/run.js';

/** Who may be removed without asking, and who waits for an operator. */
export interface RemovalPlan {
  /** Past their planned end: they never count. */
  readonly departed: readonly KnownSubject[];
  readonly removed: readonly KnownSubject[];
  readonly held: readonly KnownSubject[];
}

/**
 * When there are more removals in 24 hours than the connection's safety allows, all of them are held: a broken list is
 * not half believed. For a complete list without items, everybody it would end is held, however few.
 */
export function planRemovals(
  absent: readonly KnownSubject[],
  living: number,
  recentlyRemoved: number,
  safety: SafetySettings,
  now: Instant,
  listIsEmpty = false,
): RemovalPlan {
  const departed = absent.filter(({ facts }) => isPastItsEnd(facts, now));
  const surprising = absent.filter((each) => !departed.includes(each));
  if (listIsEmpty) return { departed, removed: [], held: surprising };
  const allowed = Math.max(safety.max_removals, Math.floor((living * safety.max_removals_percent) / 100));
  const within = surprising.length + recentlyRemoved <= allowed;
  return { departed, removed: within ? surprising : [], held: within ? [] : surprising };
}

/** The same for the same records in the same versions, in any order. */
export function planHash(subjects: readonly Pick<KnownSubject, 'id' | 'version' | 'sequence'>[]): string {
  const lines = subjects.map(({ id, version, sequence }) => `${id} ${version ?? sequence}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

export function planItemsOf(kind: RunItemKind, subjects: readonly KnownSubject[]): RunItem[] {
  return subjects.map(({ id, identityId, sourceKey, facts }) => ({
    kind,
    subjectId: id,
    identityId,
    sourceKey,
    account: null,
    before: { status: facts.status },
    after: { status: goneFacts(facts).status },
    detail: 'not in the complete list',
  }));
}
