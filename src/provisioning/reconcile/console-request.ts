import { Injectable } from '@nestjs/common';
import type { ConsoleOperation, OperationOutcome } from '../wifi-console/port/wifi-console.js';
import { AccountPasswords } from '../entitle/account-passwords.js';
import type { Entitlement } from '../identity/entitlement.js';
import { specOf } from './difference.js';
import type { Account } from '../identity/account.js';
import type { PlannedOperation } from './plan.js';

/** Name of the group in an operation; null: none. */
export function groupNameOf({ kind, user, voucher, changes }: PlannedOperation): string | null {
  if (kind === 'create_user') return user?.groupName ?? null;
  if (kind === 'change_user') return changes.groupName ?? null;
  if (kind === 'change_voucher') return null;
  return voucher?.groupName ?? null;
}

/** The console could not create the group, so no group can have this name. */
export const noGroup: OperationOutcome = { status: 'refused', detail: 'The console cannot have a group of this name' };

export function hasGroup(operation: PlannedOperation, groups: ReadonlyMap<string, string>): boolean {
  const name = groupNameOf(operation);
  return name === null || groups.has(name);
}

/** Turns planned operations into requests of the port: group names become ids, passwords are opened. */
@Injectable()
export class ConsoleRequests {
  constructor(private readonly passwords: AccountPasswords) {}

  of(
    { id: externalId, connectionId }: Pick<Account, 'id' | 'connectionId'>,
    operation: PlannedOperation,
    groups: ReadonlyMap<string, string>,
  ): ConsoleOperation {
    const { id, kind, binding, user, voucher, changes } = operation;
    const groupName = groupNameOf(operation);
    const groupId = groupName === null ? null : (groups.get(groupName) ?? null);
    const password = operation.passwordOf && this.password(operation.passwordOf);
    if (kind === 'create_user' && user)
      return { id, kind, user: specOf(user), password, groupId, externalId, connectionId };
    if (kind === 'create_vouchers' && voucher && groupId !== null)
      return { id, kind, voucher, groupId, externalId, connectionId };
    if (!binding) throw new Error(`A ${kind} without what it is about`);
    if (kind === 'change_user') return { id, kind, remoteId: binding.remoteId, changes, password, groupId };
    if (kind === 'change_voucher' && voucher) {
      const { durationSeconds, validUntil } = voucher;
      return { id, kind, remoteId: binding.remoteId, changes: { durationSeconds, validUntil } };
    }
    if (kind === 'delete_user' || kind === 'revoke_voucher') return { id, kind, remoteId: binding.remoteId };
    throw new Error(`A ${kind} without a group`);
  }

  private password({ id, secretSealed }: Entitlement): string | null {
    return secretSealed === null ? null : this.passwords.open(id, secretSealed);
  }
}
