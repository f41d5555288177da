import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
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
import { ending, EndsSessions, type SessionEnding } from '../batch/session-ending.decorator.js';
import type { NewVouchers, VoucherFields } from './voucher.js';
import { VoucherChangeDto, VoucherDto, voucherDto, VoucherInputDto, VoucherPageDto } from './voucher.dto.js';
import { voucherBatchPage } from './voucher-batch-page.js';
import { voucherListFields } from './vouchers.repository.js';
import { VouchersService } from './vouchers.service.js';

@Controller('vouchers')
@Area('Codes that let a guest in, singly or by the thousand')
export class VouchersController {
  constructor(
    private readonly vouchers: VouchersService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Permission('vouchers:read')
  @ApiOkResponse({ type: VoucherPageDto })
  async list(@Ctx() context: Context, @List(voucherListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.vouchers.list(context, list);
    const now = this.clock.instant();
    return hal.page(
      'vouchers',
      list,
      rows.map((voucher) => voucherDto(voucher, now)),
      total,
    );
  }

  /** Makes `count` vouchers and answers with all of them on one page. */
  @Post()
  @Permission('vouchers:write')
  @ApiCreatedResponse({ type: VoucherPageDto })
  async create(@Ctx() context: Context, @Values(VoucherInputDto) values: NewVouchers, @Answer() hal: Hal) {
    const vouchers = await this.vouchers.create(context, values);
    return voucherBatchPage(hal, vouchers, this.clock.instant());
  }

  @Get(':id')
  @Permission('vouchers:read')
  @ApiOkResponse({ type: VoucherDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const voucher = await this.vouchers.read(context, id);
    return hal.resource('vouchers', voucherDto(voucher, this.clock.instant()), voucher.revision);
  }

  /** Absent fields keep their value. */
  @Patch(':id')
  @Permission('vouchers:write')
  @ApiOkResponse({ type: VoucherDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(VoucherChangeDto) values: Partial<VoucherFields>,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
    @Answer() hal: Hal,
  ) {
    const voucher = await this.vouchers.change(ending(context, sessions), id, values, expected);
    return hal.resource('vouchers', voucherDto(voucher, this.clock.instant()), voucher.revision);
  }

  /** Revokes the voucher: it never works again. The record remains. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('vouchers:write')
  @ApiNoContentResponse()
  async revoke(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
  ) {
    await this.vouchers.revoke(ending(context, sessions), id, expected);
  }
}
