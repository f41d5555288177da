import { OmitType } from '@nestjs/swagger';
import { PageDto } from '../../http/hal/hal.dto.js';
import { answerOf } from '../crud/answer-of.js';
import { VoucherDto } from './voucher.dto.js';
import { voucherTable } from './voucher.entity.js';
import type { VoucherBatch } from './voucher-batches.repository.js';

/** Vouchers created in one call. Fields that can be changed singly show the first voucher's value. */
export class VoucherBatchDto extends OmitType(VoucherDto, ['code', 'status', 'batch', 'first_used_at', 'revoked_at']) {
  /** Each must first be used before this time. Null: any time. */
  declare valid_until: string | null;
  /** Most devices online with one voucher at the same time. Null: any number. */
  declare max_devices: number | null;
  /** Your own note; guests never see it. */
  declare comment: string | null;
  /** Your own id for the vouchers. */
  declare external_id: string | null;
  /** Number of vouchers. */
  count: number;
  /** Number that can still be used for the first time. */
  unused: number;
  /** Number in use. */
  active: number;
  /** Number whose time is over, or that were not used in time. */
  expired: number;
  /** Number revoked. */
  revoked: number;
}

class EmbeddedVoucherBatchesDto {
  voucher_batches: VoucherBatchDto[];
}

export class VoucherBatchPageDto extends PageDto {
  _embedded: EmbeddedVoucherBatchesDto;
}

const shown = answerOf<Omit<VoucherDto, '_links' | 'status'>>(voucherTable);

export function voucherBatchDto(batch: VoucherBatch): Omit<VoucherBatchDto, '_links'> {
  const { code: _code, batch: _batch, first_used_at: _used, revoked_at: _revoked, ...rest } = shown(batch);
  const { unused = 0, active = 0, expired = 0, revoked = 0 } = batch.counts;
  return { ...rest, count: unused + active + expired + revoked, unused, active, expired, revoked };
}
