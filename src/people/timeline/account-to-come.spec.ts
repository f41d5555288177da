import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Entitlement, UserEntitlementSpec } from '../../provisioning/identity/entitlement.js';
import { desiredUser } from '../../provisioning/reconcile/desired.js';
import { accountToCome } from './account-to-come.js';

const day = (number: number): string => new Date(Date.UTC(2026, 4, 1) + number * 86_400_000).toISOString();

const account = {
  id: 'i',
  targetKey: 'built-in',
  accountKey: 'eva',
  kind: 'user',
  connectionId: 'c',
  priority: 1,
  wantRev: 1,
  token: 1,
  attempts: 0,
  problem: null,
  cause: null,
} as const;

function entitlement(from: number | null, until: number | null, deleteAfterDays: number | null): Entitlement {
  const spec: UserEntitlementSpec = {
    kind: 'user',
    username: 'eva',
    wantedKey: 'eva',
    passwordFingerprint: null,
    generated: false,
    groupName: 'Guests',
    groupRank: 0,
    maxDevices: null,
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    onEnd: 'disable',
    deleteAfterSeconds: deleteAfterDays === null ? null : deleteAfterDays * 86_400,
    onConflict: 'dispute',
  };
  return {
    id: `e${from}-${until}`,
    identityId: 'i',
    subjectId: 's',
    connectionId: 'c',
    kind: 'user',
    spec,
    secretSealed: null,
    validFrom: from === null ? null : day(from),
    validUntil: until === null ? null : day(until),
    revoked: false,
  };
}

const toCome = (entitlements: Entitlement[], now: number) =>
  accountToCome({ account, entitlements, bindings: [] }, day(now)).map(({ at, kind }) => [kind, at]);

test('a stay that is to come enables, disables and deletes its account', () => {
  expect(toCome([entitlement(2, 5, 3)], 0)).toEqual([
    ['account_enabled', day(2)],
    ['account_disabled', day(5)],
    ['account_deleted', day(8)],
  ]);
});

test('of two stays that overlap, the account ends with the last; between two that do not, it is disabled', () => {
  expect(toCome([entitlement(null, 5, null), entitlement(3, 9, null)], 0)).toEqual([['account_disabled', day(9)]]);
  expect(toCome([entitlement(null, 3, null), entitlement(5, 9, null)], 0)).toEqual([
    ['account_disabled', day(3)],
    ['account_enabled', day(5)],
    ['account_disabled', day(9)],
  ]);
});

test('a voucher is revoked when its access ends, and has nothing to come without an end', () => {
  const voucher = { ...account, kind: 'voucher' } as const;
  const revoked = (until: number | null) =>
    accountToCome({ account: voucher, entitlements: [entitlement(null, until, null)], bindings: [] }, day(0));
  expect(revoked(5)).toEqual([{ at: day(5), kind: 'voucher_revoked', reason: 'access_ends' }]);
  expect(revoked(null)).toEqual([]);
});

test('access without an end has nothing to come', () => {
  expect(toCome([entitlement(null, null, 3)], 0)).toEqual([]);
});

test('whenever the account is looked at, it is as the changes before that instant say', () => {
  const moment = fc.integer({ min: 1, max: 12 });
  const stays = fc.array(fc.tuple(moment, moment), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(stays, fc.option(moment), fc.integer({ min: 1, max: 30 }), (pairs, keptDays, look) => {
      const entitlements = pairs
        .filter(([from, until]) => from < until)
        .map(([from, until]) => entitlement(from, until, keptDays));
      const changes = accountToCome({ account, entitlements, bindings: [] }, day(0));
      const last = changes.filter(({ at }) => at <= day(look)).at(-1)?.kind;
      const is = entitlements.some(({ validFrom, validUntil }) => {
        return (validFrom ?? '') <= day(look) && day(look) < (validUntil ?? '');
      });
      expect(last === 'account_enabled').toBe(is);
      if (is) expect(desiredUser(account, entitlements as never, null, day(look)).state).toBe('enabled');
    }),
  );
});
