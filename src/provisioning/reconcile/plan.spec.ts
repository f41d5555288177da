import { describe, expect, test } from '@jest/globals';
import type { Entitlement, UserEntitlementSpec } from '../identity/entitlement.js';
import type { Account, UserBinding, VoucherBinding } from '../identity/account.js';
import { planFor } from './plan.js';
import { shownKind } from './settlement.js';

const ids = { derived: (...parts: (string | number)[]) => parts.join('/') };
const now = '2026-05-14T13:00:00.000Z';
const later = '2026-05-16T11:00:00.000Z';
const before = '2026-05-14T12:00:00.000Z';

const account: Account = {
  id: 'i',
  targetKey: 't',
  accountKey: '101-novak',
  kind: 'user',
  connectionId: 'c',
  priority: 1,
  wantRev: 7,
  token: 1,
  attempts: 0,
  problem: null,
  cause: null,
};
const spec: UserEntitlementSpec = {
  kind: 'user',
  username: '101-novak',
  wantedKey: '101-novak',
  passwordFingerprint: 'f',
  generated: false,
  groupName: 'Hotel guests',
  groupRank: 1,
  maxDevices: 5,
  firstName: 'Jana',
  lastName: 'Novak',
  email: null,
  phone: null,
  onEnd: 'disable',
  deleteAfterSeconds: 3600,
  onConflict: 'dispute',
};
const entitlement = (other: Partial<Entitlement> = {}, change: Partial<UserEntitlementSpec> = {}): Entitlement => ({
  id: 'e',
  identityId: 'i',
  subjectId: 's',
  connectionId: 'c',
  kind: 'user',
  spec: { ...spec, ...change },
  secretSealed: 'sealed',
  validFrom: before,
  validUntil: later,
  revoked: false,
  ...other,
});
const applied: UserBinding['applied'] = {
  username: '101-novak',
  passwordFingerprint: 'f',
  groupName: 'Hotel guests',
  disabled: false,
  validFrom: before,
  validUntil: later,
  maxDevices: 5,
  firstName: 'Jana',
  lastName: 'Novak',
  email: null,
  phone: null,
  comment: null,
  onEnd: 'disable',
  deleteAfterSeconds: 3600,
};
const binding = (other: Partial<UserBinding> = {}, change: Partial<UserBinding['applied']> = {}): UserBinding => ({
  id: 'b',
  identityId: 'i',
  kind: 'user',
  remoteId: 'r',
  name: '101-novak',
  ownership: 'owned',
  state: 'bound',
  endedAt: null,
  applied: { ...applied, ...change },
  ...other,
});
const plan = (entitlements: Entitlement[], bindings: (UserBinding | VoucherBinding)[], at = now) =>
  planFor({ account, entitlements, bindings }, at, ids);
const disabled = { disabled: true };

describe('a user', () => {
  const table: [string, Entitlement[], UserBinding[], string | null, object, string | null][] = [
    ['is created when access holds', [entitlement()], [], 'create_user', {}, later],
    ['waits for its time', [entitlement({ validFrom: later, validUntil: null })], [], null, {}, later],
    ['stays as it is when nothing differs', [entitlement()], [binding()], null, {}, later],
    [
      'changes only in what differs',
      [entitlement({}, { groupName: 'VIP guests' })],
      [binding()],
      'change_user',
      { groupName: 'VIP guests' },
      later,
    ],
    [
      'is disabled when access is revoked',
      [entitlement({ revoked: true, validUntil: now })],
      [binding()],
      'disable_user',
      disabled,
      '2026-05-14T14:00:00.000Z',
    ],
    [
      'is disabled when its time is over',
      [entitlement({ validUntil: now })],
      [binding()],
      'disable_user',
      disabled,
      '2026-05-14T14:00:00.000Z',
    ],
    [
      'is disabled when nobody has a part in it any more',
      [],
      [binding()],
      'disable_user',
      disabled,
      '2026-05-14T14:00:00.000Z',
    ],
    [
      'rests disabled until its deletion',
      [entitlement({ validUntil: now })],
      [binding({ endedAt: now }, disabled)],
      null,
      {},
      '2026-05-14T14:00:00.000Z',
    ],
    [
      'is deleted when its grace is over',
      [entitlement({ validUntil: before })],
      [binding({ endedAt: before }, disabled)],
      'delete_user',
      {},
      null,
    ],
    [
      'is kept for ever where no deletion is asked for',
      [entitlement({ validUntil: before }, { deleteAfterSeconds: null })],
      [binding({ endedAt: before }, disabled)],
      null,
      {},
      null,
    ],
    [
      'is deleted at its end where that is asked for',
      [entitlement({ validUntil: now }, { onEnd: 'delete' })],
      [binding()],
      'delete_user',
      {},
      null,
    ],
    [
      'is never deleted when it was adopted',
      [entitlement({ validUntil: before }, { onEnd: 'delete' })],
      [binding({ ownership: 'adopted', endedAt: before }, disabled)],
      null,
      {},
      null,
    ],
    [
      'is not deleted while another stay is to come',
      [entitlement({ validUntil: before }), entitlement({ id: 'f', validFrom: later, validUntil: null })],
      [binding({ endedAt: before }, disabled)],
      null,
      {},
      later,
    ],
    [
      'is enabled again when access comes back',
      [entitlement()],
      [binding({ endedAt: before }, disabled)],
      'change_user',
      { disabled: false },
      later,
    ],
    [
      'lasts until the last of those who share it',
      [entitlement(), entitlement({ id: 'f', validUntil: null })],
      [binding()],
      'change_user',
      { validUntil: null },
      later,
    ],
    [
      'takes the best group of those who share it',
      [entitlement(), entitlement({ id: 'f' }, { groupName: 'VIP guests', groupRank: 0 })],
      [binding()],
      'change_user',
      { groupName: 'VIP guests' },
      later,
    ],
    [
      'gets a new password when the wanted one is another',
      [entitlement({}, { passwordFingerprint: 'g' })],
      [binding()],
      'change_user',
      { passwordFingerprint: 'g' },
      later,
    ],
    [
      'gives its name up even when it is disabled',
      [entitlement({ validUntil: now })],
      [binding({ endedAt: now }, { disabled: true, username: '205-novak' })],
      'change_user',
      { username: '101-novak' },
      '2026-05-14T14:00:00.000Z',
    ],
    [
      'that was linked keeps name, person and password',
      [entitlement({}, { firstName: 'Other' })],
      [binding({ state: 'linked', ownership: 'adopted' })],
      'change_user',
      { groupName: 'Hotel guests', disabled: false, validFrom: before, validUntil: later, maxDevices: 5 },
      later,
    ],
    [
      'that was linked is not disabled for want of access',
      [entitlement({ revoked: true, validUntil: now })],
      [binding({ state: 'linked', ownership: 'adopted' })],
      null,
      {},
      null,
    ],
  ];
  test.each(table)('%s', (_, entitlements, bindings, kind, changes, nextAt) => {
    const { operations, next } = plan(entitlements, bindings);
    expect(operations.map(shownKind)).toEqual(kind === null ? [] : [kind]);
    expect(operations[0]?.changes ?? {}).toEqual(changes);
    expect(next.at).toBe(nextAt);
  });

  test('whose state is not known is told everything again, with its password', () => {
    const [operation] = plan([entitlement()], [binding({ state: 'unknown' })]).operations;
    expect(Object.keys(operation.changes)).toHaveLength(12);
    expect(operation.passwordOf?.id).toBe('e');
  });

  test('has one operation at a time, with the same id for the same request', () => {
    const [first] = plan([entitlement()], []).operations;
    expect(first.id).toBe('i/create_user/7');
    expect(plan([entitlement()], [], '2026-05-14T13:30:00.000Z').operations[0].id).toBe(first.id);
  });
});

describe('vouchers', () => {
  const visit = entitlement({
    kind: 'voucher',
    spec: { kind: 'voucher', groupName: 'Visitors', count: 3, durationSeconds: null, maxDevices: 2 },
  });
  const voucher = (remoteId: string): VoucherBinding => ({
    id: remoteId,
    identityId: 'i',
    kind: 'voucher',
    remoteId,
    name: 'CODE',
    ownership: 'owned',
    state: 'bound',
    endedAt: null,
    applied: { groupName: 'Visitors', count: 1, durationSeconds: null, validUntil: later, maxDevices: 2 },
  });
  const voucherPlan = (entitlements: Entitlement[], bindings: VoucherBinding[]) =>
    planFor({ account: { ...account, kind: 'voucher' }, entitlements, bindings }, now, ids).operations.map(
      ({ kind, voucher, binding }) => [kind, voucher?.count ?? binding?.remoteId],
    );

  test('are made as many as are missing', () => {
    expect(voucherPlan([visit], [])).toEqual([['create_vouchers', 3]]);
    expect(voucherPlan([visit], [voucher('1')])).toEqual([['create_vouchers', 2]]);
  });

  test('keep their codes and last as long when the visit is extended', () => {
    const three = ['1', '2', '3'].map(voucher);
    expect(voucherPlan([visit], three)).toEqual([]);
    const extended = { ...visit, validUntil: '2026-05-20T00:00:00.000Z' };
    const state = { account: { ...account, kind: 'voucher' as const }, entitlements: [extended], bindings: three };
    const voucherNow = { ...three[0].applied, validUntil: extended.validUntil };
    expect(planFor(state, now, ids).operations).toMatchObject(
      three.map((binding) => ({ id: `i/change_voucher/7/${binding.id}`, binding, voucher: voucherNow })),
    );
  });

  test('are revoked each when the visit is over, and no code is in the plan’s account', () => {
    expect(voucherPlan([{ ...visit, validUntil: now }], ['1', '2'].map(voucher))).toEqual([
      ['revoke_voucher', '1'],
      ['revoke_voucher', '2'],
    ]);
    expect(
      planFor({ account: { ...account, kind: 'voucher' }, entitlements: [], bindings: [voucher('1')] }, now, ids)
        .operations[0].account,
    ).toBeNull();
  });
});
