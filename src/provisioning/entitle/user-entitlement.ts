import type { Instant } from '../../kernel/clock.js';
import type { UserGrant } from '../access/grant.js';
import { usernameKey } from '../../kernel/username-key.js';
import type { UserEntitlementSpec } from '../identity/entitlement.js';
import type { BookedAccount } from './touched-accounts.js';
import type { SealedPassword } from './account-passwords.js';

/**
 * An account that has a name of an earlier version keeps it until facts change that name: a house full of guests is not
 * renamed overnight.
 */
export function underItsName(grant: UserGrant, wantedKey: string): UserGrant {
  const username = grant.formerUsernames?.find((each) => usernameKey(each) === wantedKey);
  return username === undefined ? grant : { ...grant, username, accountKey: wantedKey };
}

export function entitlementSpecOf(
  grant: UserGrant,
  account: BookedAccount,
  password: SealedPassword | null,
): UserEntitlementSpec {
  const suffix = account.accountKey === grant.accountKey ? '' : account.accountKey.slice(grant.accountKey.length);
  return {
    kind: 'user',
    username: grant.username.normalize('NFC').trim() + suffix,
    wantedKey: grant.accountKey,
    passwordFingerprint: password?.passwordFingerprint ?? null,
    generated: grant.password?.kind === 'generate',
    ...(grant.personNumber !== undefined && { personNumber: grant.personNumber }),
    groupName: grant.groupName,
    groupRank: grant.groupRank ?? 0,
    maxDevices: grant.maxDevices,
    firstName: grant.firstName,
    lastName: grant.lastName,
    email: grant.email,
    phone: grant.phone,
    onEnd: grant.onEnd,
    deleteAfterSeconds: grant.deleteAfterSeconds,
    onConflict: grant.onConflict,
  };
}

export function isOpenGrant({ validUntil }: UserGrant, now: Instant): boolean {
  return validUntil === null || validUntil > now;
}
