import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { Redelivery } from '../../deliver/redelivery.js';
import { CredentialDeliveryDto, credentialDeliveryDto, CredentialDeliveryPageDto } from './credential-delivery.dto.js';
import { credentialDeliveryFields, DeliveryRecords } from './delivery-records.js';

/** Credentials on their way to people: by e-mail, by text message, as an answer to the outside system. */
@Controller('deliveries')
@Area('Credentials on their way to people by e-mail or SMS, or as the answer to an outside system that waits')
export class CredentialDeliveriesController {
  constructor(
    private readonly deliveries: DeliveryRecords,
    private readonly redelivery: Redelivery,
  ) {}

  /** Newest first. */
  @Get()
  @ApiOperation({ summary: 'List deliveries of credentials' })
  @Permission('deliveries:read')
  @ApiOkResponse({ type: CredentialDeliveryPageDto })
  async list(@Ctx() context: Context, @List(credentialDeliveryFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.deliveries.page(context, list);
    return hal.page('deliveries', list, rows.map(credentialDeliveryDto), total);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a delivery of credentials' })
  @Permission('deliveries:read')
  @ApiOkResponse({ type: CredentialDeliveryDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('deliveries', credentialDeliveryDto(await this.deliveries.read(context, id)));
  }

  /** Sends what the record has now, once more, as a new message. 409 once the access has ended. */
  @Post(':id/redeliver')
  @ApiOperation({ summary: 'Deliver credentials again' })
  @HttpCode(202)
  @Permission('deliveries:write')
  @ApiAcceptedResponse({ type: CredentialDeliveryDto })
  async redeliver(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    await this.redelivery.redeliver(context, id);
    return hal.resource('deliveries', credentialDeliveryDto(await this.deliveries.read(context, id)));
  }
}
