import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../kernel/clock.js';
import { type Facts, goneStatus, isLiving } from '../facts/facts.js';

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
