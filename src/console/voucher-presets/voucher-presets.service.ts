import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { changed, newRecord } from '../crud/record-life.js';
import { refusals } from '../crud/refusals.js';
import type { Voucher } from '../vouchers/voucher.js';
import { VouchersService } from '../vouchers/vouchers.service.js';
import type { VoucherPreset, VoucherPresetValues } from './voucher-preset.js';
import { VoucherPresetsRepository } from './voucher-presets.repository.js';

const usual = {
  count: 1,
  durationSeconds: null,
  daysToFirstUse: null,
  maxDevices: null,
  prefix: null,
  codeLength: 8,
  comment: null,
};
const daySeconds = 86_400;
const refused = refusals({
  taken: { voucher_presets_name: 'A preset with this name exists' },
  missing: { voucher_presets_group: ['table_id', 'group'] },
});

/** What batches of vouchers usually are. Refusals are Problems. */
@Injectable()
export class VoucherPresetsService {
  constructor(
    private readonly presets: VoucherPresetsRepository,
    private readonly vouchers: VouchersService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<VoucherPreset>> {
    return this.presets.table.list(context, list);
  }

  read(context: Context, id: string): Promise<VoucherPreset> {
    return this.presets.table.read(context, id);
  }

  async create(
    context: Context,
    values: Partial<VoucherPresetValues> & Pick<VoucherPresetValues, 'name' | 'groupId'>,
  ): Promise<VoucherPreset> {
    const preset = newRecord({ ...usual, ...values }, this.ids.next(), this.clock.instant());
    await this.presets.table.insert(context, preset).catch(refused);
    return preset;
  }

  change(
    context: Context,
    id: string,
    values: Partial<VoucherPresetValues>,
    expected: Expected,
  ): Promise<VoucherPreset> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.presets.table.held(inside, id, expected);
      const preset = changed(before, values, this.clock.instant());
      if (preset !== before) await this.presets.table.update(inside, preset).catch(refused);
      return preset;
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.presets.table.held(inside, id, expected);
      await this.presets.table.remove(inside, id);
    });
  }

  /** A batch as the preset says; undefined `count`: as many as it says. */
  async make(context: Context, id: string, count: number | undefined): Promise<readonly Voucher[]> {
    const preset = await this.read(context, id);
    const { groupId, durationSeconds, maxDevices, prefix, codeLength, daysToFirstUse } = preset;
    const validUntil = daysToFirstUse === null ? null : laterBy(this.clock.instant(), daysToFirstUse * daySeconds);
    return this.vouchers.create(context, {
      groupId,
      count: count ?? preset.count,
      durationSeconds,
      validUntil,
      maxDevices,
      prefix,
      codeLength,
      comment: preset.comment ?? preset.name,
    });
  }
}
