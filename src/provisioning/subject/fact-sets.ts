import { isDeepStrictEqual } from 'node:util';
import { type Facts, goneStatus } from '../facts/facts.js';

type Plain = Readonly<Record<string, unknown>>;

/** Facts without absent fields: undefined, null and '' all say "not known". */
export function withoutGaps(facts: object): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null && value !== '')) as unknown as Facts;
}

/** `known` with what `news` says; absent fields keep their value, null erases one. */
export function merged(known: Facts, news: object): Facts {
  const said = Object.entries(news).filter(([, value]) => value !== undefined && value !== '');
  return withoutGaps({ ...known, ...Object.fromEntries(said) });
}

export function sameFacts(one: Facts, other: Facts): boolean {
  return isDeepStrictEqual(one, other);
}

/** Every field of `match` has exactly that value. */
export function matches(facts: Facts, match: Plain): boolean {
  return Object.entries(match).every(([field, value]) => isDeepStrictEqual((facts as unknown as Plain)[field], value));
}

/** The same facts of somebody who is no longer there. */
export function goneFacts(facts: Facts): Facts {
  return { ...facts, status: goneStatus[facts.kind] } as Facts;
}
