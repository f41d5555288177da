import type { Instant } from '../../kernel/clock.js';
import type { Ids } from '../../kernel/ids.js';
import {
  type ConsoleOperationKind,
  operationPriority,
  type UserSpec,
  type VoucherSpec,
} from '../wifi-console/port/wifi-console.js';
import { type Entitlement, isLive, type VoucherEntitlementSpec } from '../identity/entitlement.js';
import {
  type Account,
  type AppliedUser,
  type Binding,
  isRetired,
  type UserBinding,
  type VoucherBinding,
} from '../identity/account.js';
import { type Boundary, boundaryOf, desiredUser, type UserEntitlement } from './desired.js';
import { adoptionFields, changedFields } from './difference.js';
import { isHandedOver } from './hand-over.js';

/** One operation for the console, before group names become ids and passwords are opened. */
export interface PlannedOperation {
  /** The same for the same operation, however often it is tried. */
  readonly id: string;
  readonly kind: ConsoleOperationKind;
  /** Takes access away: allowed while grants are paused, first in every queue. */
  readonly revokes: boolean;
  readonly priority: 0 | 1 | 2;
  /** The username; for vouchers the code, which stays out of the log. */
  readonly account: string | null;
  readonly subjectId: string | null;
  readonly binding: Binding | null;
  /** The entitlement whose password is to be set; null: the password stays. */
  readonly passwordOf: Entitlement | null;
  readonly onConflict: 'dispute' | 'suffix';
  readonly user: AppliedUser | null;
  readonly changes: Partial<UserSpec>;
  readonly voucher: VoucherSpec | null;
}

export interface Plan {
  readonly account: Account;
  readonly operations: readonly PlannedOperation[];
  readonly next: Boundary;
  readonly endedAt: Instant | null;
  /** What the ledger is to say of an account to which nothing is sent. */
  readonly ledger?: { readonly binding: UserBinding; readonly applied: AppliedUser; readonly isReleased: boolean };
  /** None of the people who have the name now has had the account: they get another identity. */
  readonly isHandedOver?: boolean;
}

/** Everything known about one identity. */
export interface AccountState {
  readonly account: Account;
  /** The open ones, oldest first, and the last that ended. */
  readonly entitlements: readonly Entitlement[];
  readonly bindings: readonly Binding[];
}

/** The operations that bring the console to what the entitlements say at `now`. Pure. */
export function planFor(accountState: AccountState, now: Instant, ids: Pick<Ids, 'derived'>): Plan {
  return accountState.account.kind === 'user' ? userPlan(accountState, now, ids) : voucherPlan(accountState, now, ids);
}

function userPlan({ account, entitlements, bindings }: AccountState, now: Instant, ids: Pick<Ids, 'derived'>): Plan {
  const users = entitlements.filter((each): each is UserEntitlement => each.spec.kind === 'user');
  const binding = bindings.find((each): each is UserBinding => each.kind === 'user') ?? null;
  if (isRetired(account)) return retiredPlan(account, binding, users, now, ids);
  const { state, spec, source, endedAt } = desiredUser(account, users, binding, now);
  const next = boundaryOf(users, binding, state === 'deleted' ? null : endedAt, now);
  const plan = (...operations: PlannedOperation[]): Plan => ({ account, operations, next, endedAt });
  // A linked account that we never wrote to is not disabled for lack of an entitlement.
  if (state === 'none' || !spec || (binding?.state === 'linked' && state !== 'enabled')) return plan();
  if (binding && isHandedOver(binding, users, now)) return { ...plan(), isHandedOver: true };

  const about = {
    account: spec.username,
    subjectId: source?.subjectId ?? users.at(-1)?.subjectId ?? null,
    binding,
    voucher: null,
    user: spec,
    onConflict: source?.spec.onConflict ?? 'dispute',
  };
  const id = (kind: string) => ids.derived(account.id, kind, account.wantRev);
  if (!binding) {
    return plan({
      ...about,
      id: id('create_user'),
      kind: 'create_user',
      revokes: false,
      priority: operationPriority.grant,
      passwordOf: source,
      changes: {},
    });
  }
  if (state === 'deleted') {
    const urgent = !binding.applied.disabled;
    return plan({
      ...about,
      id: id('delete_user'),
      kind: 'delete_user',
      revokes: true,
      priority: urgent ? operationPriority.revoke : operationPriority.change,
      passwordOf: null,
      changes: {},
    });
  }
  const changes = binding.state === 'linked' ? adoptionFields(spec) : changedFields(binding, spec);
  const passwordOf = binding.state !== 'linked' && source && 'passwordFingerprint' in changes ? source : null;
  if (Object.keys(changes).length === 0) {
    const isSame = spec.holders?.length === binding.applied.holders?.length;
    return isSame || binding.state === 'linked'
      ? plan()
      : { ...plan(), ledger: { binding, applied: spec, isReleased: false } };
  }
  const revokes = state === 'disabled';
  const priority = revokes
    ? operationPriority.revoke
    : binding.applied.disabled
      ? operationPriority.grant
      : operationPriority.change;
  return plan({ ...about, id: id('change_user'), kind: 'change_user', revokes, priority, passwordOf, changes });
}

/**
 * What its people had goes with the account. One that somebody else made is not Usher's to delete: it stays, disabled,
 * and an operator has to say whether it is also that of the person who has its name now.
 */
function retiredPlan(
  account: Account,
  binding: UserBinding | null,
  users: readonly UserEntitlement[],
  now: Instant,
  ids: Pick<Ids, 'derived'>,
): Plan {
  const rest: Plan = { account, operations: [], next: { at: null, priority: operationPriority.change }, endedAt: now };
  if (!binding) return rest;
  const { applied } = binding;
  const isOwned = binding.ownership === 'owned';
  if (!isOwned && applied.disabled) return { ...rest, ledger: { binding, applied, isReleased: true } };
  const kind = isOwned ? 'delete_user' : 'change_user';
  const operation: PlannedOperation = {
    id: ids.derived(account.id, kind, account.wantRev),
    kind,
    revokes: true,
    priority: operationPriority.revoke,
    account: applied.username,
    subjectId: users.at(-1)?.subjectId ?? null,
    binding,
    passwordOf: null,
    onConflict: 'dispute',
    user: { ...applied, disabled: true },
    changes: isOwned ? {} : { disabled: true },
    voucher: null,
  };
  const next = { at: isOwned ? null : now, priority: operationPriority.revoke };
  return { ...rest, operations: [operation], next };
}

function voucherPlan({ account, entitlements, bindings }: AccountState, now: Instant, ids: Pick<Ids, 'derived'>): Plan {
  const live = entitlements.filter(
    (each): each is Entitlement<VoucherEntitlementSpec> => each.spec.kind === 'voucher' && isLive(each, now),
  );
  const vouchers = bindings.filter((each): each is VoucherBinding => each.kind === 'voucher');
  const subjectId = entitlements.at(-1)?.subjectId ?? null;
  const about = { subjectId, passwordOf: null, user: null, changes: {}, account: null, onConflict: 'dispute' } as const;
  const next = boundaryOf(entitlements, null, null, now);
  const plan = (operations: PlannedOperation[], endedAt: Instant | null): Plan => ({
    account,
    operations,
    next,
    endedAt,
  });

  if (live.length === 0) {
    return plan(
      vouchers.map((binding) => ({
        ...about,
        id: ids.derived(account.id, 'revoke_voucher', account.wantRev, binding.remoteId),
        kind: 'revoke_voucher',
        revokes: true,
        priority: operationPriority.revoke,
        binding,
        voucher: null,
      })),
      now,
    );
  }
  const { spec, validUntil } = live[0];
  const { groupName, durationSeconds, maxDevices } = spec;
  const missing = spec.count - vouchers.length;
  // A voucher that somebody already has keeps its code and its group, but not the end of a stay that became another.
  const changes = vouchers
    .filter(({ applied }) => applied.validUntil !== validUntil || applied.durationSeconds !== durationSeconds)
    .map((binding): PlannedOperation => ({
      ...about,
      id: ids.derived(account.id, 'change_voucher', account.wantRev, binding.remoteId),
      kind: 'change_voucher',
      revokes: false,
      priority: operationPriority.change,
      binding,
      voucher: { ...binding.applied, validUntil, durationSeconds },
    }));
  if (missing <= 0) return plan(changes, null);
  const voucher = { groupName, count: missing, durationSeconds, validUntil, maxDevices };
  return plan(
    [
      ...changes,
      {
        ...about,
        id: ids.derived(account.id, 'create_vouchers', account.wantRev),
        kind: 'create_vouchers',
        revokes: false,
        priority: operationPriority.grant,
        binding: null,
        voucher,
      },
    ],
    null,
  );
}
