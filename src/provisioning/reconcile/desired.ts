import { earliest, type Instant, laterBy } from '../../kernel/clock.js';
import { operationPriority } from '../wifi-console/port/wifi-console.js';
import { type Entitlement, type EndPolicy, isLive, isOpen, type UserEntitlementSpec } from '../identity/entitlement.js';
import type { Account, AppliedUser, UserBinding } from '../identity/account.js';
import { usernameKey } from '../../kernel/username-key.js';
import { holdersOf } from './hand-over.js';

export type UserEntitlement = Entitlement<UserEntitlementSpec>;

/** How the console should look for one user at one instant. */
export interface DesiredUser {
  /** `none`: nothing is there and nothing should be. */
  readonly state: 'none' | 'enabled' | 'disabled' | 'deleted';
  readonly spec: AppliedUser | null;
  /** The entitlement that gives group, person and password. */
  readonly source: UserEntitlement | null;
  /** When access ended, while it has. */
  readonly endedAt: Instant | null;
}

/** The next instant at which `desired` changes, and how urgent it will be. */
export interface Boundary {
  readonly at: Instant | null;
  readonly priority: 0 | 1 | 2;
}

/**
 * The union of the entitlements at `now`: access until the last one ends, person and password of the first live one,
 * the best group of all. `entitlements` are the open ones, oldest first, and at least the last that ended.
 */
export function desiredUser(
  account: Pick<Account, 'accountKey'>,
  entitlements: readonly UserEntitlement[],
  binding: UserBinding | null,
  now: Instant,
): DesiredUser {
  const live = entitlements.filter((each) => isLive(each, now));
  if (live.length > 0)
    return { state: 'enabled', spec: enabledSpec(live, binding, now), source: live[0], endedAt: null };
  if (!binding) return { state: 'none', spec: null, source: null, endedAt: null };
  const endedAt = binding.endedAt ?? endOf(entitlements, now);
  const waiting = entitlements.some((each) => isOpen(each, now));
  const deleteAt = waiting ? null : deletionOf(entitlements, binding, endedAt);
  const spec = {
    ...binding.applied,
    ...policyOf(entitlements, binding),
    username: usernameOf(account, entitlements, binding),
    disabled: true,
  };
  return { state: deleteAt !== null && deleteAt <= now ? 'deleted' : 'disabled', spec, source: null, endedAt };
}

export function boundaryOf(
  entitlements: readonly Entitlement[],
  binding: UserBinding | null,
  endedAt: Instant | null,
  now: Instant,
): Boundary {
  const open = entitlements.filter((each) => isOpen(each, now));
  const start = earliest(...open.map(({ validFrom }) => (validFrom && validFrom > now ? validFrom : null)));
  const end = earliest(...open.map(({ validUntil }) => validUntil));
  const deletion =
    binding && endedAt && open.length === 0 ? deletionOf(entitlements as UserEntitlement[], binding, endedAt) : null;
  const at = earliest(start, end, deletion);
  return {
    at,
    priority: at === end ? operationPriority.revoke : at === start ? operationPriority.grant : operationPriority.change,
  };
}

function enabledSpec(live: readonly UserEntitlement[], binding: UserBinding | null, now: Instant): AppliedUser {
  const { spec } = live[0];
  const holders = holdersOf(binding, live);
  return {
    username: spec.username,
    passwordFingerprint: spec.passwordFingerprint,
    groupName: live.reduce((best, { spec: each }) => (each.groupRank < best.groupRank ? each : best), spec).groupName,
    disabled: false,
    validFrom: startOf(live, binding, now),
    validUntil: live.some(({ validUntil }) => validUntil === null)
      ? null
      : (live
          .map(({ validUntil }) => validUntil as Instant)
          .sort()
          .at(-1) ?? null),
    maxDevices: spec.maxDevices,
    firstName: spec.firstName,
    lastName: spec.lastName,
    email: spec.email,
    phone: spec.phone,
    comment: null,
    onEnd: spec.onEnd,
    deleteAfterSeconds: spec.deleteAfterSeconds,
    ...(holders && { holders }),
  };
}

/** Once an account is enabled, a start in the past makes no difference: no call is spent on it. */
function startOf(live: readonly UserEntitlement[], binding: UserBinding | null, now: Instant): Instant | null {
  const told = binding?.applied;
  if (told && !told.disabled && (told.validFrom === null || told.validFrom <= now)) return told.validFrom;
  return live.some(({ validFrom }) => validFrom === null) ? null : earliest(...live.map(({ validFrom }) => validFrom));
}

function lastEnded(entitlements: readonly UserEntitlement[]): UserEntitlement | undefined {
  return [...entitlements].sort((one, other) => (one.validUntil ?? '').localeCompare(other.validUntil ?? '')).at(-1);
}

function endOf(entitlements: readonly UserEntitlement[], now: Instant): Instant {
  const ended = entitlements.filter((each) => !isOpen(each, now) && each.validUntil !== null && each.validUntil <= now);
  return lastEnded(ended)?.validUntil ?? now;
}

function policyOf(entitlements: readonly UserEntitlement[], binding: UserBinding): EndPolicy {
  const { onEnd, deleteAfterSeconds } = lastEnded(entitlements)?.spec ?? binding.applied;
  return { onEnd, deleteAfterSeconds };
}

/** When the account is deleted; null: never, or not ours to delete. */
function deletionOf(entitlements: readonly UserEntitlement[], binding: UserBinding, endedAt: Instant): Instant | null {
  if (binding.ownership !== 'owned') return null;
  const { onEnd, deleteAfterSeconds } = policyOf(entitlements, binding);
  if (onEnd === 'delete') return endedAt;
  return deleteAfterSeconds === null ? null : laterBy(endedAt, deleteAfterSeconds);
}

/** A disabled account also follows a change of name, which frees its old name. */
function usernameOf(
  { accountKey }: Pick<Account, 'accountKey'>,
  entitlements: readonly UserEntitlement[],
  binding: UserBinding,
): string {
  const named = entitlements.find(({ spec }) => usernameKey(spec.username) === accountKey);
  if (named) return named.spec.username;
  return usernameKey(binding.applied.username) === accountKey ? binding.applied.username : accountKey;
}
