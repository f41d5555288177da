import type { Instant } from '../../kernel/clock.js';
import type { UserBinding } from '../../provisioning/identity/account.js';
import {
  boundaryOf,
  desiredUser,
  type DesiredUser,
  type UserEntitlement,
} from '../../provisioning/reconcile/desired.js';
import type { AccountState } from '../../provisioning/reconcile/plan.js';

/** What the engine will do with an account if nothing else happens. */
export interface AccountChange {
  readonly at: Instant;
  readonly kind: 'account_enabled' | 'account_disabled' | 'account_deleted' | 'voucher_revoked';
  readonly reason: 'access_begins' | 'access_ends' | 'kept_time_over';
}

/** More instants than an account has: arrival, departure, deletion, of each of several records. */
const mostBoundaries = 50;

/** Goes through the engine's own boundaries, asking its own rule at each what the account is to be by then. Pure. */
export function accountToCome({ account, entitlements, bindings }: AccountState, now: Instant): AccountChange[] {
  if (account.kind === 'voucher') {
    const { at } = boundaryOf(entitlements, null, null, now);
    const isEnd = entitlements.some(({ validUntil }) => validUntil === at);
    return at !== null && isEnd ? [{ at, kind: 'voucher_revoked', reason: 'access_ends' }] : [];
  }
  const users = entitlements.filter((each): each is UserEntitlement => each.spec.kind === 'user');
  const changes: AccountChange[] = [];
  let binding = bindings.find((each): each is UserBinding => each.kind === 'user') ?? null;
  let at = now;
  let before = desiredUser(account, users, binding, at);
  for (let looks = 0; looks < mostBoundaries && before.state !== 'deleted'; looks += 1) {
    binding = afterwards(binding, before);
    const next = boundaryOf(users, binding, before.endedAt, at).at;
    if (next === null || next <= at) break;
    at = next;
    const after = desiredUser(account, users, binding, at);
    if (after.state !== before.state && after.state !== 'none') changes.push(changeTo(after.state, at));
    before = after;
  }
  return changes;
}

function changeTo(state: Exclude<DesiredUser['state'], 'none'>, at: Instant): AccountChange {
  switch (state) {
    case 'enabled':
      return { at, kind: 'account_enabled', reason: 'access_begins' };
    case 'disabled':
      return { at, kind: 'account_disabled', reason: 'access_ends' };
    case 'deleted':
      return { at, kind: 'account_deleted', reason: 'kept_time_over' };
  }
}

/** The account as it will have been told to be. */
function afterwards(binding: UserBinding | null, { state, spec, endedAt }: DesiredUser): UserBinding | null {
  if (spec === null || state === 'deleted') return binding;
  if (binding) return { ...binding, applied: spec, endedAt };
  return {
    id: '',
    identityId: '',
    remoteId: '',
    name: spec.username,
    ownership: 'owned',
    kind: 'user',
    state: 'bound',
    applied: spec,
    endedAt,
  };
}
