import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import { voucherPresetTable } from './voucher-preset.entity.js';
import type { VoucherPreset } from './voucher-preset.js';

export const voucherPresetListFields = listFieldsOf(voucherPresetTable, 'voucher_presets');

@Injectable()
export class VoucherPresetsRepository {
  readonly table: RecordTable<VoucherPreset>;

  constructor(database: Database) {
    this.table = new RecordTable<VoucherPreset>(database, voucherPresetTable, 'voucher preset');
  }
}
