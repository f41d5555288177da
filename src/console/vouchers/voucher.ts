import { type Instant, laterBy } from '../../kernel/clock.js';
import type { RecordLife } from '../crud/record-life.js';
import type { Revision } from '../batch/set-result.js';
import type { VoucherEntity } from './voucher.entity.js';

export type VoucherStatus = 'unused' | 'active' | 'expired' | 'revoked';

export type Voucher = Readonly<Omit<VoucherEntity, 'organizationId' | 'codeKey' | 'endsAt'>>;

/** What may be said about a voucher after it exists. */
export type VoucherFields = Omit<Voucher, keyof RecordLife | 'code' | 'batchId' | 'firstUsedAt' | 'revokedAt'>;

/**
 * What may be said about vouchers when they are made: `count` of them (1 to 1,000) that are alike but for their codes.
 */
export interface VoucherValues extends VoucherFields {
  readonly count: number;
  /** In front of the random part; letters, digits and dashes, at most 16. */
  readonly prefix: string | null;
  /** Random characters, 6 to 32; 8 when absent. */
  readonly codeLength: number;
}

export type NewVouchers = Partial<VoucherValues> & { readonly groupId: string };

export interface VoucherChange {
  readonly id: string;
  readonly changes: Partial<VoucherFields>;
  readonly ifRevision?: Revision;
}

export type VoucherKey = 'code' | 'externalId';

/** Codes are compared without regard to case, blanks and dashes: guests type them from paper. */
export function codeKey(code: string): string {
  return code.replace(/[\s-]/g, '').toUpperCase();
}

/** What a voucher is at `now`, as list filters see it too (voucher-list.repository.ts). */
export function voucherStatus(
  { revokedAt, firstUsedAt, durationSeconds, validUntil }: Voucher,
  now: Instant,
): VoucherStatus {
  if (revokedAt !== null) return 'revoked';
  if (firstUsedAt === null) return validUntil !== null && validUntil <= now ? 'expired' : 'unused';
  return durationSeconds !== null && laterBy(firstUsedAt, durationSeconds) <= now ? 'expired' : 'active';
}
