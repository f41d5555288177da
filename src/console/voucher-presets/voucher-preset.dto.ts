import { PartialType, PickType } from '@nestjs/swagger';
import { TextField, WholeNumberField } from '../../http/body/fields.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { VoucherInputDto } from '../vouchers/voucher.dto.js';
import { voucherPresetTable } from './voucher-preset.entity.js';
import type { VoucherPreset } from './voucher-preset.js';

const mostDays = 3_650;

@BodyExample({
  name: 'Day guest',
  table_id: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  count: 5,
  duration: 86_400,
  max_devices: 2,
})
export class VoucherPresetInputDto extends PickType(VoucherInputDto, [
  'table_id',
  'count',
  'prefix',
  'code_length',
  'duration',
  'max_devices',
  'comment',
]) {
  /** As people know it; unique in the organization, regardless of case. */
  @TextField(100, { example: 'Day guest' })
  name: string;

  /** Days from their making within which they have to be used for the first time. Null or absent: any time. */
  @WholeNumberField(1, mostDays, { nullable: true, example: 30 })
  days_to_first_use?: number | null;
}

@BodyExample({ name: 'Day guest', count: 10 })
export class VoucherPresetChangeDto extends PartialType(VoucherPresetInputDto, { skipNullProperties: false }) {}

@BodyExample({ count: 10 })
export class VoucherPresetUseDto {
  /** How many to make; absent: as many as the preset says. */
  @WholeNumberField(1, 1000, { required: false, example: 10 })
  count?: number;
}

export class VoucherPresetDto extends LinksDto {
  id: string;
  name: string;
  /** Id of the group. */
  table_id: string;
  count: number;
  /** Seconds from first use. Null: no limit. */
  duration: number | null;
  /** Null: any time. */
  days_to_first_use: number | null;
  max_devices: number | null;
  prefix: string | null;
  code_length: number;
  comment: string | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedVoucherPresetsDto {
  voucher_presets: VoucherPresetDto[];
}

export class VoucherPresetPageDto extends PageDto {
  _embedded: EmbeddedVoucherPresetsDto;
}

export const voucherPresetDto: (preset: VoucherPreset) => Omit<VoucherPresetDto, '_links'> =
  answerOf(voucherPresetTable);
