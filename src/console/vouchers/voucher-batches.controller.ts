import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { ending, EndsSessions, type SessionEnding } from '../batch/session-ending.decorator.js';
import { VoucherBatchDto, voucherBatchDto, VoucherBatchPageDto } from './voucher-batch.dto.js';
import { voucherBatchListFields, VoucherBatchesRepository } from './voucher-batches.repository.js';
import { VoucherSet } from './voucher-set.js';

@Controller('voucher-batches')
@Area('Vouchers that were made in one call')
export class VoucherBatchesController {
  constructor(
    private readonly batches: VoucherBatchesRepository,
    private readonly set: VoucherSet,
    private readonly clock: Clock,
  ) {}

  /** With the numbers of unused, active, expired and revoked vouchers. */
  @Get()
  @Permission('vouchers:read')
  @ApiOkResponse({ type: VoucherBatchPageDto })
  async list(@Ctx() context: Context, @List(voucherBatchListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.batches.list(context, list, this.clock.instant());
    return hal.page('voucher-batches', list, rows.map(voucherBatchDto), total);
  }

  @Get(':id')
  @Permission('vouchers:read')
  @ApiOkResponse({ type: VoucherBatchDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const batch = await this.batches.find(context, id, this.clock.instant());
    if (!batch) throw Problem.notFound('voucher batch', id);
    return hal.resource('voucher-batches', voucherBatchDto(batch));
  }

  /** Revokes the vouchers that can still be used, for good. The records remain. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('vouchers:write')
  @ApiNoContentResponse()
  async revoke(@Ctx() context: Context, @RecordId('id') id: string, @EndsSessions() sessions: SessionEnding) {
    const now = this.clock.instant();
    if (!(await this.batches.find(context, id, now))) throw Problem.notFound('voucher batch', id);
    await this.set.revokeMany(ending(context, sessions), await this.batches.usable(context, id, now));
  }
}
