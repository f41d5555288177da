import type { Instant } from '../../kernel/clock.js';

/** What follows the end of an account's last entitlement. */
export interface EndPolicy {
  readonly onEnd: 'disable' | 'delete';
  /** Seconds after the end at which a disabled account is deleted; null: kept. */
  readonly deleteAfterSeconds: number | null;
}

/** The account that a record should have. `wantedKey` is the template's name, before a suffix made it unique. */
export interface UserEntitlementSpec extends EndPolicy {
  readonly kind: 'user';
  readonly username: string;
  readonly wantedKey: string;
  readonly passwordFingerprint: string | null;
  /** Usher made the password, once for this occupancy of the account. */
  readonly generated: boolean;
  /** As in the grant: absent where no person is known by their record. */
  readonly personNumber?: string | null;
  readonly groupName: string;
  /** Among records that share an account, the lowest decides the group. */
  readonly groupRank: number;
  readonly maxDevices: number | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly onConflict: 'dispute' | 'suffix';
}

export interface VoucherEntitlementSpec {
  readonly kind: 'voucher';
  readonly groupName: string;
  readonly count: number;
  readonly durationSeconds: number | null;
  readonly maxDevices: number | null;
}

export type EntitlementSpec = UserEntitlementSpec | VoucherEntitlementSpec;

/** What one record entitles one identity to, from–until. */
export interface Entitlement<Spec extends EntitlementSpec = EntitlementSpec> {
  readonly id: string;
  readonly identityId: string;
  readonly subjectId: string;
  readonly connectionId: string;
  readonly kind: 'user' | 'voucher';
  readonly spec: Spec;
  /** The wanted password; opens with `passwordContext(id)`. */
  readonly secretSealed: string | null;
  readonly validFrom: Instant | null;
  readonly validUntil: Instant | null;
  readonly revoked: boolean;
}

type Lifetime = Pick<Entitlement, 'validFrom' | 'validUntil' | 'revoked'>;

/** Neither revoked nor past: it holds now, or will. */
export function isOpen({ validUntil, revoked }: Lifetime, now: Instant): boolean {
  return !revoked && (validUntil === null || validUntil > now);
}

export function isLive(entitlement: Lifetime, now: Instant): boolean {
  return isOpen(entitlement, now) && (entitlement.validFrom === null || entitlement.validFrom <= now);
}

/** A sealed password copied to another entitlement does not open there. */
export function passwordContext(entitlementId: string): string {
  return `entitlement ${entitlementId} password`;
}
