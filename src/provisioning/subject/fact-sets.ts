import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../kernel/clock.js';
import { type Employment, type Facts, goneStatus, isLiving } from '../facts/facts.js';

type Plain = Readonly<Record<string, unknown>>;

/** Facts without absent fields: undefined, null and '' all say "not known". */
export function withoutGaps(facts: object): Facts {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as unknown as Facts;
}

/**
 * `known` updated by `news`: absent fields keep their value, null erases one. Of sightings the latest counts: lists
 * learn of a door later than its event.
 */
export function merged(known: Facts, news: object): Facts {
  const said = Object.entries(news).filter(
    ([name, value]) => value !== undefined && value !== '' && !(name === 'seenAt' && isBefore(value, seenAtOf(known))),
  );
  return withoutGaps({ ...known, ...Object.fromEntries(said) });
}

/** `known`, seen at the time in `news`, if that is later; undefined otherwise. */
export function seenLater(known: Facts, news: Facts): Facts | undefined {
  const seenAt = seenAtOf(news);
  if (known.kind !== 'presence' || seenAt === undefined || !(known.seenAt === undefined || known.seenAt < seenAt))
    return undefined;
  return { ...known, seenAt };
}

export function sameFacts(one: Facts, other: Facts): boolean {
  return isDeepStrictEqual(one, other);
}

/** Every field of `match` has exactly that value. */
export function matches(facts: Facts, match: Plain): boolean {
  return Object.entries(match).every(([field, value]) => isDeepStrictEqual((facts as unknown as Plain)[field], value));
}

/**
 * `news` of somebody whose access a message has revoked: lists and readings know nothing of that, and say that they
 * work there. It ends with the last day that it anticipated, where that is taken back, and with a return.
 */
export function withRevocation(
  known: { readonly facts: Facts; readonly state: 'present' | 'gone' },
  news: Facts,
): Facts {
  if (known.facts.kind !== 'employment' || news.kind !== 'employment') return news;
  const before = known.facts.revokedAt;
  const isSaid = news.revokedAt !== undefined && news.revokedAt !== before;
  const revokedAt = isSaid ? news.revokedAt : before;
  if (revokedAt === undefined) return news;
  const isTakenBack = hasEnd(known.facts) && !hasEnd(news);
  if (!isSaid && isLiving(news) && (known.state === 'gone' || isTakenBack))
    return withoutGaps({ ...news, revokedAt: undefined });
  return revoked(news, revokedAt);
}

/** `known`, revoked by a message that is heard of late; undefined where it has no end that this could belong to. */
export function revokedLate(known: Facts, news: Facts): Facts | undefined {
  if (known.kind !== 'employment' || news.kind !== 'employment') return undefined;
  const { revokedAt } = news;
  return known.revokedAt === undefined && revokedAt !== undefined && hasEnd(known)
    ? revoked(known, revokedAt)
    : undefined;
}

function revoked(facts: Employment, revokedAt: Instant): Employment {
  return { ...facts, status: isLiving(facts) ? 'suspended' : facts.status, revokedAt };
}

function hasEnd({ endDate, lastWorkingDay }: Employment): boolean {
  return endDate !== undefined || lastWorkingDay !== undefined;
}

function seenAtOf(facts: Facts): Instant | undefined {
  return facts.kind === 'presence' ? facts.seenAt : undefined;
}

function isBefore(value: unknown, known: Instant | undefined): boolean {
  return typeof value === 'string' && known !== undefined && value < known;
}

/** The same facts of somebody who is no longer there. While they were, an earlier departure had been taken back. */
export function goneFacts(facts: Facts): Facts {
  const before = isLiving(facts) ? withoutGaps({ ...facts, checkOutAt: undefined, signOutAt: undefined }) : facts;
  return { ...before, status: goneStatus[facts.kind] } as Facts;
}

/** What the retention leaves of somebody who is gone. */
export function withoutFacts({ kind, status }: Facts): Facts {
  return { kind, status } as Facts;
}

export function isForgotten(facts: Facts): boolean {
  return Object.keys(facts).every((name) => name === 'kind' || name === 'status');
}
