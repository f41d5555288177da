import type { Change, SourceRecord } from '../connector/change.js';
import { type Facts, isLiving } from '../facts/facts.js';
import { goneFacts } from './fact-sets.js';
import type { KnownSubject } from './known-subject.js';
import type { Origin, SubjectSet } from './subject-set.js';
import { isOutdated } from './version-order.js';

type Group = Extract<Change, { kind: 'group' }>;

/**
 * Two profiles of one guest are merged in the hotel system, and the reservation names the other one from then on: one
 * guest of the group has vanished, and somebody of the same name is new in it. They live on under the new key, with
 * their account; a tombstone stays under the old one. Where more than one has the name, nobody knows who became whom.
 */
export function continueExchangedGuests(set: SubjectSet, { parentKey, version, records }: Group, origin: Origin): void {
  const listed = new Set(records.map(({ key }) => key));
  const vanished = set
    .all()
    .filter(
      (each) =>
        each.parentKey === parentKey &&
        each.state === 'present' &&
        !listed.has(each.sourceKey) &&
        !isOutdated(each, { version, sequence: origin.sequence }),
    );
  if (vanished.length === 0) return;
  const added = records.filter(({ key, facts }) => isLiving(facts) && set.find(key)?.state !== 'present');
  for (const record of added) {
    const name = nameOf(record.facts);
    const before = vanished.filter(({ facts }) => nameOf(facts) === name);
    if (name === null || before.length !== 1 || added.some((each) => each !== record && nameOf(each.facts) === name))
      continue;
    exchange(set, before[0], record, version ?? null, origin);
  }
}

/**
 * The same where the vendor itself says which record went on in which. Its new record may have been listed before that:
 * what it says counts, as long as nobody has an account by it.
 */
export function continueMerged(set: SubjectSet, from: string, to: string, origin: Origin): KnownSubject | undefined {
  const [known, there] = [set.find(from), set.find(to)];
  if (known?.state !== 'present' || known === there) return undefined;
  if (there?.state === 'present') {
    if (there.identityId !== null) return undefined;
    const { facts, guestKey, parentKey, version } = there;
    Object.assign(known, { facts, guestKey, parentKey, version });
  }
  known.digest = null;
  exchange(set, known, { key: to }, null, origin);
  return known;
}

function exchange(
  set: SubjectSet,
  guest: KnownSubject,
  { key }: Pick<SourceRecord, 'key'>,
  version: string | null,
  origin: Origin,
): void {
  const left = { facts: goneFacts(guest.facts), state: 'gone' as const, version, sequence: origin.sequence };
  const there = set.find(key);
  const { sourceKey } = guest;
  set.moveTo(guest, key);
  if (there) Object.assign(there, { ...left, endsAt: null, ending: null, endingRunId: null });
  else set.add({ ...left, sourceKey }, origin);
  // A planned end was that of somebody who had left.
  Object.assign(guest, { endsAt: null, ending: null, endingRunId: null });
  set.changed(guest, origin.cause);
}

/** Null without a surname. */
function nameOf(facts: Facts): string | null {
  const { lastName, firstName } = facts;
  return lastName ? `${lastName}, ${firstName ?? ''}`.normalize('NFC').toLowerCase() : null;
}
