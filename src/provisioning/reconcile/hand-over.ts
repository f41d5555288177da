import type { Instant } from '../../kernel/clock.js';
import type { UserBinding } from '../identity/account.js';
import { type Entitlement, isLive, isOpen, type UserEntitlementSpec } from '../identity/entitlement.js';

/**
 * Names are given to others: a work address goes to the next hire, ids never do. So that nobody gets what the former
 * holder left in the account (devices, certificates, sessions), an account knows who has had it since it was made.
 * Records that hold at the same time are one person, and so are those with the same number.
 */

type Held = Entitlement<UserEntitlementSpec>;

/** All who have had the account, with those who have it now; undefined where records are occasions of whoever comes. */
export function holdersOf(binding: UserBinding | null, live: readonly Held[]): readonly string[] | undefined {
  const present = presentHolders(live);
  return present && [...new Set([...(binding?.applied.holders ?? []), ...present])];
}

/** Whether none of those who have the name now has had the account before. */
export function isHandedOver({ applied, state }: UserBinding, entitlements: readonly Held[], now: Instant): boolean {
  // An operator who approves a link says that it is theirs.
  if (state === 'linked') return false;
  const present = presentHolders(entitlements.filter((each) => isLive(each, now)));
  if (!present) return false;
  const ended = entitlements.filter((each) => !isOpen(each, now));
  // An account that was last written to before holders were noted is that of the last who had it.
  const former = applied.holders ?? (applied.disabled ? ended.flatMap(wordsFor) : []);
  return former.length > 0 && !present.some((each) => former.includes(each));
}

function presentHolders(live: readonly Held[]): string[] | undefined {
  if (live.length === 0 || live.some(({ spec }) => spec.personNumber === undefined)) return undefined;
  return live.flatMap(wordsFor);
}

function wordsFor({ subjectId, spec }: Held): string[] {
  return [subjectId, ...(spec.personNumber ? [`number ${spec.personNumber}`] : [])];
}
