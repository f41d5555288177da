import type { Instant } from '../../kernel/clock.js';

export type VoucherStatus = 'unused' | 'active' | 'expired' | 'revoked';

/** What may be said about a voucher after it exists. */
export interface VoucherFields {
  readonly groupId: string;
  /** Seconds from first use; null: no limit. */
  readonly durationSeconds: number | null;
  /** Must be started before; null: any time. */
  readonly validUntil: Instant | null;
  readonly maxDevices: number | null;
  readonly comment: string | null;
  /** The caller's own id; the vouchers of one batch share it. */
  readonly externalId: string | null;
  readonly sourceConnectionId: string | null;
}

/** `count` vouchers (1 to 1,000) that are alike but for their codes. */
export type NewVouchers = Partial<VoucherFields> & {
  readonly groupId: string;
  readonly count?: number;
  /** In front of the random part; letters, digits and dashes, at most 16. */
  readonly prefix?: string | null;
  /** Random characters, 6 to 32; 8 when absent. */
  readonly codeLength?: number;
};

export interface Voucher extends VoucherFields {
  readonly id: string;
  readonly code: string;
  readonly batchId: string;
  readonly status: VoucherStatus;
  readonly firstUsedAt: Instant | null;
  readonly revokedAt: Instant | null;
  readonly revision: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
