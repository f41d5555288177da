import { isDeepStrictEqual } from 'node:util';
import { laterBy } from '../../kernel/clock.js';
import type { Change, SourceRecord } from '../connector/change.js';
import { type Facts, isLiving } from '../facts/facts.js';
import {
  goneFacts,
  isForgotten,
  matches,
  merged,
  revokedLate,
  sameFacts,
  seenLater,
  withoutFacts,
  withoutGaps,
  withRevocation,
} from './fact-sets.js';
import type { KnownSubject } from './known-subject.js';
import { digestOf, digestOfGone } from './record-digest.js';
import { continueExchangedGuests, continueMerged } from './exchanged-guests.js';
import { continueUnderNewKey } from './continue-under-new-key.js';
import type { Origin, SubjectSet } from './subject-set.js';
import { isOutdated, liftsTombstone } from './version-order.js';

/**
 * changed: something was learned; unchanged: already known; superseded: something newer is known; unknown: about nobody
 * we know.
 */
export type ChangeOutcome = 'changed' | 'unchanged' | 'superseded' | 'unknown' | 'ignored' | 'reported';

type RecordChange = Extract<Change, { kind: 'record' }>;
type News = {
  readonly facts: Facts;
  readonly version?: string;
  readonly record?: SourceRecord;
  readonly digest?: string;
  readonly holdSeconds?: number;
  readonly saysStatus: boolean;
  /** Nothing else is said. */
  readonly saysStatusAlone?: boolean;
};

/** Applies one change to the subjects it is about. Ignores hints and list boundaries. */
export function applyChange(set: SubjectSet, change: Change, origin: Origin): ChangeOutcome {
  switch (change.kind) {
    case 'record':
      return applyRecord(set, change, origin);
    case 'patch': {
      const known = set.find(change.key);
      return known ? applyPatch(set, known, change, origin) : 'unknown';
    }
    case 'patch_matching':
      return applyToMatching(set, change, origin);
    case 'group':
      return applyGroup(set, change, origin);
    case 'confirm':
      return confirm(set, change.key, origin);
    case 'renamed':
      return rename(set, change, origin);
    case 'malformed':
      return report(set, change.problem, origin);
    case 'ignored':
      return 'ignored';
    case 'hint':
    case 'snapshot':
      return 'unchanged';
  }
}

function applyRecord(set: SubjectSet, change: RecordChange, origin: Origin): ChangeOutcome {
  const { record, mode, holdSeconds } = change;
  const known = change.continues
    ? (continueUnderNewKey(set, change, origin) ?? set.find(record.key))
    : set.find(record.key);
  if (!known) {
    const facts = withoutGaps(record.facts);
    const { key: sourceKey, parentKey = null, guestKey = null, version = null } = record;
    const digest = mode === 'replace' ? digestOf(record) : null;
    const added = set.add(
      { sourceKey, parentKey, guestKey, version, digest, facts, state: isLiving(facts) ? 'present' : 'gone' },
      origin,
    );
    set.changed(added, origin.cause);
    return 'changed';
  }
  const facts = mode === 'replace' ? withoutGaps(record.facts) : merged(known.facts, record.facts);
  const digest = mode === 'replace' ? digestOf(record) : undefined;
  return learn(set, known, { facts, version: record.version, record, digest, holdSeconds, saysStatus: true }, origin);
}

function applyPatch(
  set: SubjectSet,
  known: KnownSubject,
  patch: { facts: object; version?: string; holdSeconds?: number },
  origin: Origin,
): ChangeOutcome {
  const facts = merged(known.facts, patch.facts);
  const saysStatus = 'status' in patch.facts;
  const saysStatusAlone = saysStatus && Object.keys(patch.facts).length === 1;
  return learn(
    set,
    known,
    { facts, version: patch.version, holdSeconds: patch.holdSeconds, saysStatus, saysStatusAlone },
    origin,
  );
}

function applyToMatching(
  set: SubjectSet,
  change: Extract<Change, { kind: 'patch_matching' }>,
  origin: Origin,
): ChangeOutcome {
  const affected = set
    .all()
    .filter(
      (each) =>
        each.state === 'present' &&
        !each.ending &&
        !change.exceptKeys.includes(each.sourceKey) &&
        matches(each.facts, change.match),
    );
  return worthMost(affected.map((each) => applyPatch(set, each, change, origin)));
}

function applyGroup(set: SubjectSet, change: Extract<Change, { kind: 'group' }>, origin: Origin): ChangeOutcome {
  continueExchangedGuests(set, change, origin);
  const listed = new Set(change.records.map(({ key }) => key));
  const vanished = set
    .all()
    .filter((each) => each.parentKey === change.parentKey && each.state === 'present' && !listed.has(each.sourceKey));
  const ended = vanished.map((each) =>
    learn(set, each, { facts: goneFacts(each.facts), version: change.version, saysStatus: true }, origin),
  );
  const applied = change.records.map((record) =>
    applyRecord(
      set,
      {
        kind: 'record',
        mode: 'replace',
        record: {
          ...record,
          parentKey: record.parentKey ?? change.parentKey,
          version: record.version ?? change.version,
        },
      },
      origin,
    ),
  );
  return worthMost([...ended, ...applied]);
}

/** Where both have an account, the former one goes as all do who are listed no longer. */
function rename(set: SubjectSet, { from, to }: Extract<Change, { kind: 'renamed' }>, origin: Origin): ChangeOutcome {
  const merged = continueMerged(set, from, to, origin);
  if (!merged) return 'unknown';
  markSeen(merged, origin);
  return 'changed';
}

function confirm(set: SubjectSet, key: string, origin: Origin): ChangeOutcome {
  const known = set.find(key);
  if (!known) return 'unknown';
  if (origin.seenRunId === known.seenRunId && known.sequence >= origin.sequence) return 'unchanged';
  known.sequence = Math.max(known.sequence, origin.sequence);
  known.lastEventAt = origin.at > known.lastEventAt ? origin.at : known.lastEventAt;
  markSeen(known, origin);
  set.touch(known);
  return 'unchanged';
}

/** Invalid is not absent: its person keeps their access, and counts as listed. */
function report(
  set: SubjectSet,
  problem: Extract<Change, { kind: 'malformed' }>['problem'],
  origin: Origin,
): ChangeOutcome {
  const known = problem.key === undefined ? undefined : set.find(problem.key);
  if (known && known.sequence <= origin.sequence) {
    known.invalid = { code: problem.code, detail: problem.detail };
    markSeen(known, origin);
    set.touch(known);
  }
  return 'reported';
}

/** Updates one subject, if the change is newer than what is known. */
function learn(set: SubjectSet, known: KnownSubject, news: News, origin: Origin): ChangeOutcome {
  const moment = { version: news.version, sequence: origin.sequence, listed: origin.seenRunId !== undefined };
  const living = isLiving(news.facts);
  const returns = known.state === 'gone' && living;
  if (isOutdated(known, moment) || isOvertaken(known, origin) || (returns && !liftsTombstone(known, moment))) {
    // An event during the list is newer than the list, but the record was listed all the same.
    if (origin.seenRunId && known.seenRunId !== origin.seenRunId) {
      markSeen(known, origin);
      set.touch(known);
    }
    return known.state === 'present' ? learnLate(set, known, news.facts, origin) : 'superseded';
  }
  const before = { ...known };
  // Heard of, hence not missing; but a replayed message is not a new one.
  if (returns || (living && origin.sequence > known.sequence)) Object.assign(known, notMissing);
  // An order that waits for a decision is no more taken back by a list than one that holds.
  const ordered = { facts: before.ending ?? before.facts, state: before.state };
  settleFacts(known, { ...news, facts: withRevocation(ordered, news.facts) }, living, origin);
  // What was deleted of somebody who left stays deleted, although the outside system still lists them.
  const staysForgotten = before.state === 'gone' && known.state === 'gone' && isForgotten(before.facts);
  if (staysForgotten) known.facts = withoutFacts(known.facts);
  known.parentKey = news.record?.parentKey ?? known.parentKey;
  known.guestKey = news.record?.guestKey ?? known.guestKey;
  known.version = news.version ?? known.version;
  known.sequence = Math.max(known.sequence, origin.sequence);
  known.invalid = null;
  markSeen(known, origin);
  const matters =
    !sameFacts(before.facts, known.facts) ||
    before.state !== known.state ||
    before.endsAt !== known.endsAt ||
    before.parentKey !== known.parentKey ||
    before.guestKey !== known.guestKey;
  if (known.ending) known.digest = null;
  else if (known.state === 'gone' && (staysForgotten || news.saysStatusAlone))
    known.digest = digestOfGone(known.sourceKey, known.facts.status, news.version);
  else known.digest = news.digest ?? (matters || before.version !== known.version ? null : before.digest);
  if (matters) set.changed(known, origin.cause);
  if (!matters && isDeepStrictEqual(before, known)) return 'unchanged';
  // What is known of somebody is kept for so long after they left, however often that is repeated.
  const isStillGone = before.state === 'gone' && known.state === 'gone';
  if (!isStillGone && origin.at > known.lastEventAt) known.lastEventAt = origin.at;
  set.touch(known);
  return matters ? 'changed' : 'unchanged';
}

/**
 * While a list is being sent, what happens meanwhile is told beside it, and the list may still have what was before: a
 * guest's former room, or one who has left.
 */
function isOvertaken(known: KnownSubject, { seenRunId, begunAfter }: Origin): boolean {
  return begunAfter !== undefined && known.sequence > begunAfter && known.seenRunId !== seenRunId;
}

/** Other news may be newer and yet know nothing of a door or an order: these count whenever they are reported. */
function learnLate(set: SubjectSet, known: KnownSubject, news: Facts, origin: Origin): ChangeOutcome {
  const facts = seenLater(known.facts, news) ?? revokedLate(known.facts, news);
  if (!facts) return 'superseded';
  Object.assign(known, {
    facts,
    digest: null,
    lastEventAt: origin.at > known.lastEventAt ? origin.at : known.lastEventAt,
  });
  set.changed(known, origin.cause);
  set.touch(known);
  return 'changed';
}

function settleFacts(known: KnownSubject, news: News, living: boolean, origin: Origin): void {
  if (!living && known.state === 'present' && news.holdSeconds) {
    // Held back: until then the facts stay, and a second removal does not prolong the first.
    known.endsAt ??= laterBy(origin.at, news.holdSeconds);
    known.ending = news.facts;
    known.endingRunId = null;
    return;
  }
  if (known.ending && !news.saysStatus) {
    known.ending = withoutGaps({ ...news.facts, status: known.ending.status });
  } else {
    known.endsAt = null;
    known.ending = null;
    known.endingRunId = null;
  }
  known.facts = news.facts;
  known.state = living ? 'present' : 'gone';
}

const notMissing = { missingScans: 0, firstMissingAt: null, absenceIgnored: false };

function markSeen(known: KnownSubject, origin: Origin): void {
  if (!origin.seenRunId) return;
  known.seenRunId = origin.seenRunId;
  if (known.state === 'present') Object.assign(known, notMissing);
}

const worth: readonly ChangeOutcome[] = ['changed', 'unchanged', 'superseded', 'unknown'];

function worthMost(outcomes: readonly ChangeOutcome[]): ChangeOutcome {
  return worth.find((each) => outcomes.includes(each)) ?? 'unknown';
}
