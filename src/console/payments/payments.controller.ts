import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { PaymentDto, paymentDto, PaymentPageDto } from './payment.dto.js';
import { paymentListFields, PaymentRecords } from './payment-records.js';

@Controller('payments')
@Area('What guests pay for at captive portals, and the charges to their rooms')
export class PaymentsController {
  constructor(private readonly payments: PaymentRecords) {}

  @Get()
  @Permission('payments:read')
  @ApiOperation({ summary: 'List payments' })
  @ApiOkResponse({ type: PaymentPageDto })
  async list(@Ctx() context: Context, @List(paymentListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.payments.list(context, list);
    return hal.page('payments', list, rows.map(paymentDto), total);
  }

  @Get(':id')
  @Permission('payments:read')
  @ApiOperation({ summary: 'Get a payment' })
  @ApiOkResponse({ type: PaymentDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const payment = await this.payments.find(context, id);
    if (!payment) throw Problem.notFound('payment', id);
    return hal.resource('payments', paymentDto(payment));
  }
}
