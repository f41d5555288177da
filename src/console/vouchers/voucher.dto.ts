import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { checkOf } from '../../http/body/dto-check.js';
import { Field, IdField, InstantField, ProseField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { readText, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { voucherTable } from './voucher.entity.js';
import { type Voucher, voucherStatus, type VoucherValues } from './voucher.js';

/** Null clears a field. */
@BodyExample({
  table_id: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  count: 10,
  duration: 28_800,
  max_devices: 2,
  prefix: 'SPA-',
  code_length: 6,
  comment: 'Conference, ground floor',
})
export class VoucherInputDto {
  /** Id of the group that the vouchers belong to. */
  @IdField()
  table_id: string;

  /** How many to make. */
  @WholeNumberField(1, 1000, { required: false, default: 1, example: 10 })
  count?: number;

  /** Put before each code: letters, digits and dashes. */
  @Field(prefix, { nullable: true, type: String, minLength: 1, maxLength: 16, example: 'SPA-' })
  prefix?: string | null;

  /** Number of random characters in each code. */
  @WholeNumberField(6, 32, { required: false, default: 8 })
  code_length?: number;

  /** Seconds from first use. Null or absent: no limit. */
  @WholeNumberField(1, 315_360_000, { nullable: true, example: 28_800 })
  duration?: number | null;

  /** The voucher must be used for the first time before this. */
  @InstantField({ nullable: true })
  valid_until?: string | null;

  /** Devices that may be online at the same time. */
  @WholeNumberField(1, 10_000, { nullable: true, example: 2 })
  max_devices?: number | null;

  /** Your own note; guests never see it. */
  @ProseField(2000, { nullable: true, example: 'Conference, ground floor' })
  comment?: string | null;

  /** Your own id for the vouchers. */
  @TextField(255, { nullable: true, example: 'order 4711' })
  external_id?: string | null;
}

@BodyExample({ duration: 28_800, max_devices: 2, comment: 'Conference, ground floor' })
export class VoucherChangeDto extends PartialType(OmitType(VoucherInputDto, ['count', 'prefix', 'code_length']), {
  skipNullProperties: false,
}) {}

/** Fields of any bulk operation. */
export class VoucherOperationDto extends PartialType(VoucherInputDto, { skipNullProperties: false }) {}

/** Only Usher itself sets these. */
class VoucherValuesDto extends VoucherOperationDto {
  @IdField({ nullable: true })
  source?: string | null;
}

export const voucherFields = checkOf<VoucherValues>(VoucherValuesDto);

export class VoucherDto extends LinksDto {
  id: string;
  /** User name and password of the guest. */
  code: string;
  /** `active`: in use. `expired`: its time is over, or it was never used in time. */
  @ApiProperty({ enum: ['unused', 'active', 'expired', 'revoked'] })
  status: string;
  /** Id of the group. */
  table_id: string;
  /** Seconds from first use. Null: no limit. */
  duration: number | null;
  valid_until: string | null;
  max_devices: number | null;
  comment: string | null;
  /** Shared by all vouchers made in one call. */
  batch: string;
  external_id: string | null;
  /** The connection that created the voucher. */
  source: string | null;
  /** When the guest first signed in; `duration` counts from then. Null if unused. */
  first_used_at: Instant | null;
  /** Null if not revoked. */
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

const shown = answerOf<Omit<VoucherDto, '_links' | 'status'>>(voucherTable);

export function voucherDto(voucher: Voucher, now: Instant): Omit<VoucherDto, '_links'> {
  return { ...shown(voucher), status: voucherStatus(voucher, now) };
}

function prefix(value: unknown): unknown {
  const read = readText(16)(value);
  return read instanceof Wrong || /^[A-Za-z0-9-]+$/.test(read as string)
    ? read
    : new Wrong('must have letters, digits and dashes only');
}
