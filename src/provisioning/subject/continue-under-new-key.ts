import { laterBy } from '../../kernel/clock.js';
import type { Change } from '../connector/change.js';
import { isLiving } from '../facts/facts.js';
import { goneFacts, matches } from './fact-sets.js';
import type { KnownSubject } from './known-subject.js';
import type { Origin, SubjectSet } from './subject-set.js';

type RecordChange = Extract<Change, { kind: 'record' }>;

/**
 * The second half of a move: the subject that was just removed lives on under the record's key, with its identity and
 * account. A tombstone stays under the old key, so that older news cannot revive it. Undefined when nobody suitable was
 * removed, or the new key is already in use.
 */
export function continueUnderNewKey(
  set: SubjectSet,
  { record, continues }: RecordChange,
  origin: Origin,
): KnownSubject | undefined {
  if (!continues || !isLiving(record.facts)) return undefined;
  const there = set.find(record.key);
  if (there && there.state === 'present' && !there.ending) return undefined;
  const since = laterBy(origin.at, -continues.withinSeconds);
  const [moved] = set
    .all()
    .filter((each) => each !== there && wasRemoved(each, origin, since) && matches(each.facts, continues.match))
    .sort((one, other) => other.sequence - one.sequence);
  if (!moved) return undefined;

  const left = {
    sourceKey: moved.sourceKey,
    facts: goneFacts(moved.ending ?? moved.facts),
    state: 'gone' as const,
    version: moved.version,
    sequence: moved.sequence,
  };
  set.moveTo(moved, record.key);
  if (there) Object.assign(there, { ...left, endsAt: null, ending: null, endingRunId: null });
  else set.add(left, origin);
  // Versions under the old key say nothing about the new one.
  Object.assign(moved, { version: null, state: 'present', endsAt: null, ending: null, endingRunId: null });
  set.changed(moved, origin.cause);
  return moved;
}

/**
 * Some systems send both halves in one message. A tombstone without an identity never had access: each move leaves one
 * behind.
 */
function wasRemoved(subject: KnownSubject, { sequence }: Origin, since: string): boolean {
  if (subject.ending) return subject.sequence <= sequence;
  return (
    subject.state === 'gone' &&
    subject.identityId !== null &&
    subject.sequence < sequence &&
    subject.lastEventAt >= since
  );
}
