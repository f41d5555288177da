import type { RecordLife } from '../crud/record-life.js';
import type { VoucherPresetEntity } from './voucher-preset.entity.js';

/** What a batch of vouchers usually is: made at a touch. */
export type VoucherPreset = Readonly<Omit<VoucherPresetEntity, 'organizationId'>>;
export type VoucherPresetValues = Omit<VoucherPreset, keyof RecordLife>;
