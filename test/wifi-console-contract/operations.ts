import type { ConsoleOperation, UserSpec, VoucherSpec } from '../../src/provisioning/wifi-console/port/wifi-console.js';

type Operation<Kind extends ConsoleOperation['kind']> = Extract<ConsoleOperation, { kind: Kind }>;

let operations = 0;

/** A fresh operation id: a uuid, as the engine derives them. */
function newOperationId(): string {
  operations += 1;
  return `0190a0b2-0000-5000-8000-${operations.toString(16).padStart(12, '0')}`;
}

export function userSpec(username: string, more: Partial<UserSpec> = {}): UserSpec {
  return {
    username,
    passwordFingerprint: null,
    groupName: null,
    disabled: false,
    validFrom: null,
    validUntil: null,
    maxDevices: null,
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    comment: null,
    ...more,
  };
}

export function createUser(
  username: string,
  more: Partial<Operation<'create_user'>> & { readonly spec?: Partial<UserSpec> } = {},
): Operation<'create_user'> {
  const { spec, ...rest } = more;
  const id = rest.id ?? newOperationId();
  return {
    id,
    kind: 'create_user',
    user: userSpec(username, spec),
    password: 'correct horse',
    groupId: null,
    externalId: `ext-${id}`,
    ...rest,
  };
}

export function changeUser(
  remoteId: string,
  changes: Partial<UserSpec>,
  more: Partial<Operation<'change_user'>> = {},
): Operation<'change_user'> {
  return { id: newOperationId(), kind: 'change_user', remoteId, changes, password: null, groupId: null, ...more };
}

export function deleteUser(remoteId: string, id = newOperationId()): Operation<'delete_user'> {
  return { id, kind: 'delete_user', remoteId };
}

export function createVouchers(
  groupId: string,
  voucher: Partial<VoucherSpec> = {},
  id = newOperationId(),
): Operation<'create_vouchers'> {
  return {
    id,
    kind: 'create_vouchers',
    groupId,
    externalId: `ext-${id}`,
    voucher: { groupName: 'Visitors', count: 1, durationSeconds: 3600, validUntil: null, maxDevices: null, ...voucher },
  };
}

export function changeVoucher(
  remoteId: string,
  changes: Partial<Operation<'change_voucher'>['changes']>,
): Operation<'change_voucher'> {
  const all = { durationSeconds: 3600, validUntil: null, ...changes };
  return { id: newOperationId(), kind: 'change_voucher', remoteId, changes: all };
}

export function revokeVoucher(remoteId: string, id = newOperationId()): Operation<'revoke_voucher'> {
  return { id, kind: 'revoke_voucher', remoteId };
}
