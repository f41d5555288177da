import { type Instant, laterBy } from '../../kernel/clock.js';
import type { RecordLife } from '../crud/record-life.js';
import type { Revision } from '../batch/set-result.js';
import type { VoucherEntity } from './voucher.entity.js';

export type VoucherStatus = 'unused' | 'active' | 'expired' | 'revoked';

export type Voucher = Readonly<Omit<VoucherEntity, 'organizationId' | 'codeKey' | 'endsAt'>>;

/** Fields of an existing voucher that can change. */
export type VoucherFields = Omit<Voucher, keyof RecordLife | 'code' | 'batchId' | 'firstUsedAt' | 'revokedAt'>;

/** Input for new vouchers: `count` of them (1 to 1,000), equal except for their codes. */
export interface VoucherValues extends VoucherFields {
  readonly count: number;
  /** Put before the random part; letters, digits and dashes, at most 16. */
  readonly prefix: string | null;
  /** Number of random characters, 6 to 32; 8 if absent. */
  readonly codeLength: number;
}

export type NewVouchers = Partial<VoucherValues> & { readonly groupId: string };

export interface VoucherChange {
  readonly id: string;
  readonly changes: Partial<VoucherFields>;
  readonly ifRevision?: Revision;
}

export type VoucherKey = 'code' | 'externalId';

/**
 * Codes are compared regardless of case, blanks and dashes, because guests type them from paper: also in full width, as
 * Japanese keyboards have it, with a phone's long dash, and with signs that come along unseen when a code is pasted.
 */
export function codeKey(code: string): string {
  return code
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();
}

/** The status at `now`; list filters use the same rule (voucher-list.repository.ts). */
export function voucherStatus(
  { revokedAt, firstUsedAt, durationSeconds, validUntil }: Voucher,
  now: Instant,
): VoucherStatus {
  if (revokedAt !== null) return 'revoked';
  if (firstUsedAt === null) return validUntil !== null && validUntil <= now ? 'expired' : 'unused';
  return durationSeconds !== null && laterBy(firstUsedAt, durationSeconds) <= now ? 'expired' : 'active';
}
