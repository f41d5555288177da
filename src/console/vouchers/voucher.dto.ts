import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { type Voucher, voucherStatus } from './voucher.js';

/** Null empties a field. */
class VoucherFieldsDto {
  /** Seconds from first use; null or absent: no limit. */
  @ApiProperty({ required: false, nullable: true, type: 'integer', minimum: 1, maximum: 315_360_000, example: 28_800 })
  duration?: number | null;

  /** Must be started before. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'date-time' })
  valid_until?: string | null;

  /** Devices that may be online at once. */
  @ApiProperty({ required: false, nullable: true, type: 'integer', minimum: 1, maximum: 10_000, example: 2 })
  max_devices?: number | null;

  /** Your own note; guests never see it. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 2000, example: 'Conference, ground floor' })
  comment?: string | null;

  /** Your own id of the vouchers. */
  @ApiProperty({ required: false, nullable: true, type: String, minLength: 1, maxLength: 255, example: 'order 4711' })
  external_id?: string | null;
}

@BodyExample({
  table_id: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  count: 10,
  duration: 28_800,
  max_devices: 2,
  prefix: 'SPA-',
  code_length: 6,
  comment: 'Conference, ground floor',
})
export class VoucherInputDto extends VoucherFieldsDto {
  /** Id of the group that the vouchers belong to. */
  @ApiProperty({ format: 'uuid' })
  table_id: string;

  /** How many to make. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 1000, default: 1, example: 10 })
  count?: number;

  /** In front of each code: letters, digits and dashes. */
  @ApiProperty({ required: false, nullable: true, type: String, minLength: 1, maxLength: 16, example: 'SPA-' })
  prefix?: string | null;

  /** Random characters of each code. */
  @ApiProperty({ required: false, type: 'integer', minimum: 6, maximum: 32, default: 8 })
  code_length?: number;
}

@BodyExample({ duration: 28_800, max_devices: 2, comment: 'Conference, ground floor' })
export class VoucherChangeDto extends VoucherFieldsDto {
  @ApiProperty({ required: false, format: 'uuid' })
  table_id?: string;
}

export class VoucherDto extends LinksDto {
  id: string;
  /** User name and password of the guest. */
  code: string;
  /** active: in use; expired: its time is over, or it was not started in time. */
  @ApiProperty({ enum: ['unused', 'active', 'expired', 'revoked'] })
  status: string;
  /** Id of the group. */
  table_id: string;
  /** Seconds from first use; null: no limit. */
  duration: number | null;
  valid_until: string | null;
  max_devices: number | null;
  comment: string | null;
  /** The vouchers made by one call share it. */
  batch: string;
  external_id: string | null;
  /** The connection that made the voucher. */
  source: string | null;
  /** When the guest first signed in, from which `duration` counts; null: not used. */
  first_used_at: Instant | null;
  /** Null: not revoked. */
  revoked_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedVouchersDto {
  vouchers: VoucherDto[];
}

export class VoucherPageDto extends PageDto {
  _embedded: EmbeddedVouchersDto;
}

export function voucherDto(voucher: Voucher, now: Instant): Omit<VoucherDto, '_links'> {
  return {
    id: voucher.id,
    code: voucher.code,
    status: voucherStatus(voucher, now),
    table_id: voucher.groupId,
    duration: voucher.durationSeconds,
    valid_until: voucher.validUntil,
    max_devices: voucher.maxDevices,
    comment: voucher.comment,
    batch: voucher.batchId,
    external_id: voucher.externalId,
    source: voucher.sourceConnectionId,
    first_used_at: voucher.firstUsedAt,
    revoked_at: voucher.revokedAt,
    created_at: voucher.createdAt,
    updated_at: voucher.updatedAt,
  };
}
