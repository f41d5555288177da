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
import type { Context } from '../../kernel/context.js';
import type { PaymentProviderValues } from './payment-provider.js';
import {
  PaymentProviderChangeDto,
  PaymentProviderDto,
  paymentProviderDto,
  PaymentProviderInputDto,
  PaymentProviderPageDto,
} from './payment-provider.dto.js';
import { paymentProviderListFields } from './payment-providers.repository.js';
import { PaymentProvidersService } from './payment-providers.service.js';

@Controller('payment-providers')
@Area('Who takes money by card for what captive portals offer')
export class PaymentProvidersController {
  constructor(private readonly providers: PaymentProvidersService) {}

  @Get()
  @Permission('payment-providers:read')
  @ApiOperation({ summary: 'List payment providers' })
  @ApiOkResponse({ type: PaymentProviderPageDto })
  async list(@Ctx() context: Context, @List(paymentProviderListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.providers.list(context, list);
    return hal.page('payment-providers', list, rows.map(paymentProviderDto), total);
  }

  @Post()
  @Permission('payment-providers:write')
  @ApiOperation({ summary: 'Create a payment provider' })
  @ApiCreatedResponse({ type: PaymentProviderDto })
  async create(
    @Ctx() context: Context,
    @Values(PaymentProviderInputDto)
    values: Partial<PaymentProviderValues> & Pick<PaymentProviderValues, 'name' | 'type'>,
    @Answer() hal: Hal,
  ) {
    const provider = await this.providers.create(context, values);
    return hal.created('payment-providers', paymentProviderDto(provider), provider.revision);
  }

  @Get(':id')
  @Permission('payment-providers:read')
  @ApiOperation({ summary: 'Get a payment provider' })
  @ApiOkResponse({ type: PaymentProviderDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const provider = await this.providers.read(context, id);
    return hal.resource('payment-providers', paymentProviderDto(provider), provider.revision);
  }

  /** Absent fields and secrets keep their value; null removes a secret. */
  @Patch(':id')
  @Permission('payment-providers:write')
  @ApiOperation({ summary: 'Change a payment provider' })
  @ApiOkResponse({ type: PaymentProviderDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(PaymentProviderChangeDto) changes: Partial<PaymentProviderValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const provider = await this.providers.change(context, id, changes, expected);
    return hal.resource('payment-providers', paymentProviderDto(provider), provider.revision);
  }

  /** Also deletes its secrets. 409 while payments are under way. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('payment-providers:write')
  @ApiOperation({ summary: 'Delete a payment provider' })
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    await this.providers.remove(context, id, expected);
  }
}
