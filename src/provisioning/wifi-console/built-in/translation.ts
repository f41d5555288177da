import type { SetResult } from '../../../console/batch/set-result.js';
import { checkedStep } from '../../../console/batch/step-keys.js';
import { userFields } from '../../../console/users/user.dto.js';
import type { NewUser, UserFields, UserStep } from '../../../console/users/user.js';
import type { NewVouchers } from '../../../console/vouchers/voucher.js';
import type { ConsoleOperation, OperationOutcome, UserSpec } from '../port/wifi-console.js';

export type BuiltInUserOperation = Extract<ConsoleOperation, { kind: 'create_user' | 'change_user' | 'delete_user' }>;
type Creation = Extract<ConsoleOperation, { kind: 'create_user' }>;

export function isUserOperation(operation: ConsoleOperation): operation is BuiltInUserOperation {
  return operation.kind === 'create_user' || operation.kind === 'change_user' || operation.kind === 'delete_user';
}

function creationOf({ user, password, groupId, externalId, connectionId }: Creation): NewUser {
  return {
    ...fieldsOf(user),
    username: user.username,
    password,
    groupId,
    externalId,
    sourceConnectionId: connectionId ?? null,
  };
}

export function userStepOf(operation: BuiltInUserOperation): UserStep {
  if (operation.kind === 'create_user')
    return checkedStep(userFields, creationOf(operation), (values) => ({ op: 'create', values }));
  const target = { by: 'id', value: operation.remoteId } as const;
  if (operation.kind === 'delete_user') return { op: 'delete', target };
  const values = {
    ...fieldsOf(operation.changes),
    ...(operation.groupId === null ? {} : { groupId: operation.groupId }),
    ...(operation.password === null ? {} : { password: operation.password }),
  };
  return checkedStep(userFields, values, (checked) => ({ op: 'update', target, values: checked }));
}

export function newVouchersOf({
  id,
  voucher,
  groupId,
  connectionId,
}: Extract<ConsoleOperation, { kind: 'create_vouchers' }>): NewVouchers {
  const { count, durationSeconds, validUntil, maxDevices } = voucher;
  return {
    groupId,
    count,
    durationSeconds,
    validUntil,
    maxDevices,
    externalId: id,
    sourceConnectionId: connectionId ?? null,
  };
}

export function outcomeOf(
  result:
    | SetResult
    | { readonly status: 'invalid'; readonly errors: readonly { readonly pointer: string; readonly detail: string }[] },
): OperationOutcome {
  switch (result.status) {
    case 'not_found':
      return { status: 'gone' };
    case 'conflict':
      return { status: 'taken', remoteId: result.id };
    case 'stale':
      return { status: 'retry', detail: 'The account was changed at the same moment' };
    case 'invalid':
      return {
        status: 'refused',
        detail: result.errors.map(({ pointer, detail }) => `${pointer.slice(2)}: ${detail}`).join('; '),
      };
    default:
      return { status: 'done', remoteId: result.id };
  }
}

/**
 * The console refers to groups by id and stores hashes of passwords: it has neither their names nor our fingerprints.
 */
function fieldsOf({
  passwordFingerprint: _fingerprint,
  groupName: _group,
  ...fields
}: Partial<UserSpec>): Partial<UserFields> {
  return fields;
}
