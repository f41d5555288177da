import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { type Expected, IfMatch } from '../../http/etag/etag.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { VoucherPageDto } from '../vouchers/voucher.dto.js';
import { voucherBatchPage } from '../vouchers/voucher-batch-page.js';
import {
  VoucherPresetChangeDto,
  VoucherPresetDto,
  voucherPresetDto,
  VoucherPresetInputDto,
  VoucherPresetPageDto,
  VoucherPresetUseDto,
} from './voucher-preset.dto.js';
import type { VoucherPresetValues } from './voucher-preset.js';
import { voucherPresetListFields } from './voucher-presets.repository.js';
import { VoucherPresetsService } from './voucher-presets.service.js';

@Controller('voucher-presets')
@Area('What batches of vouchers usually are')
export class VoucherPresetsController {
  constructor(
    private readonly presets: VoucherPresetsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Permission('vouchers:read')
  @ApiOkResponse({ type: VoucherPresetPageDto })
  async list(@Ctx() context: Context, @List(voucherPresetListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.presets.list(context, list);
    return hal.page('voucher-presets', list, rows.map(voucherPresetDto), total);
  }

  @Post()
  @Permission('vouchers:write')
  @ApiCreatedResponse({ type: VoucherPresetDto })
  async create(
    @Ctx() context: Context,
    @Values(VoucherPresetInputDto)
    values: Partial<VoucherPresetValues> & Pick<VoucherPresetValues, 'name' | 'groupId'>,
    @Answer() hal: Hal,
  ) {
    const preset = await this.presets.create(context, values);
    return hal.created('voucher-presets', voucherPresetDto(preset), preset.revision);
  }

  @Get(':id')
  @Permission('vouchers:read')
  @ApiOkResponse({ type: VoucherPresetDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const preset = await this.presets.read(context, id);
    return hal.resource('voucher-presets', voucherPresetDto(preset), preset.revision);
  }

  /** Absent fields keep their value; vouchers that were made stay as they are. */
  @Patch(':id')
  @Permission('vouchers:write')
  @ApiOkResponse({ type: VoucherPresetDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(VoucherPresetChangeDto) values: Partial<VoucherPresetValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const preset = await this.presets.change(context, id, values, expected);
    return hal.resource('voucher-presets', voucherPresetDto(preset), preset.revision);
  }

  /** Vouchers that were made by it stay. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('vouchers:write')
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected): Promise<void> {
    await this.presets.remove(context, id, expected);
  }

  /** Makes a batch as the preset says and answers with all of it on one page. */
  @Post(':id/vouchers')
  @Permission('vouchers:write')
  @ApiOperation({ summary: 'Make vouchers by a preset' })
  @ApiCreatedResponse({ type: VoucherPageDto })
  async make(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(VoucherPresetUseDto) { count }: VoucherPresetUseDto,
    @Answer() hal: Hal,
  ) {
    return voucherBatchPage(hal, await this.presets.make(context, id, count), this.clock.instant());
  }
}
