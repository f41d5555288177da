import type { AccountPasswords } from '../../entitle/account-passwords.js';
import type { UserEntitlementSpec, VoucherEntitlementSpec } from '../../identity/entitlement.js';
import type { CredentialContent } from './delivery.js';

/** What a record is entitled to now, and what its console has of it. */
export interface PresentCredential {
  readonly entitlementId: string | null;
  readonly spec: UserEntitlementSpec | VoucherEntitlementSpec | null;
  readonly secretSealed: string | null;
  readonly validFrom: string | null;
  readonly validUntil: string | null;
  readonly isOver: boolean;
  /** Username, or codes, as the console has them. */
  readonly names: readonly string[];
}

/** Trap: without an end `valid_until_at <= now` is neither true nor false. */
export const isOverNow = '(e.id is null or e.revoked or coalesce(e.valid_until_at <= $3, false))';

/** Of an entitlement `e` in the organization $1, at $3: the columns of a PresentCredential. */
export const presentColumns = `e.id as "entitlementId", e.spec, e.secret_sealed as "secretSealed", e.valid_from_at
  as "validFrom", e.valid_until_at as "validUntil",
    ${isOverNow} as "isOver",
    array(select b.name from bindings b where b.organization_id = $1 and b.identity_id = e.identity_id
    and b.kind = e.kind and b.state <> 'removed' and b.ended_at is null order by b.created_at, b.id limit 1000)
      as names`;

export function contentOfPresent(
  { entitlementId, spec, secretSealed, validFrom, validUntil, names }: PresentCredential,
  passwords: AccountPasswords,
): CredentialContent {
  if (spec?.kind === 'voucher')
    return {
      username: null,
      password: null,
      codes: names,
      validFrom: null,
      validUntil,
      durationSeconds: spec.durationSeconds,
    };
  const password = entitlementId && secretSealed ? passwords.open(entitlementId, secretSealed) : null;
  return { username: names[0] ?? null, password, codes: [], validFrom, validUntil, durationSeconds: null };
}

/** Recognises the same credential; null for vouchers. */
export function credentialOfPresent({ spec, names }: PresentCredential): string | null {
  return spec?.kind === 'user' ? (spec.passwordFingerprint ?? `username ${names[0]}`) : null;
}
