import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal, type Resource } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { ReplayDto, ReplayInputDto, TestInputDto } from '../webhook/webhook.dto.js';
import { deliveryFields } from './deliveries.repository.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryDto, deliveryDto, DeliveryPageDto, DeliveryWithPayloadDto } from './delivery.dto.js';
import type { Delivery } from './delivery.js';

@Controller('webhooks')
@Area('What webhooks were sent, how they answered, and how to send it again')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get('deliveries/:id')
  @ApiOperation({ summary: 'Get a delivery of a webhook' })
  @Permission('webhooks:read')
  @ApiOkResponse({ type: DeliveryWithPayloadDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const delivery = deliveryDto(await this.deliveries.read(context, id));
    return hal.resource('webhooks/deliveries', { ...delivery, payload: await this.deliveries.payload(context, id) });
  }

  /** Sends the event again now, with the same webhook-id. 409 while the webhook is disabled. */
  @Post('deliveries/:id/redeliver')
  @ApiOperation({ summary: 'Deliver an event again' })
  @HttpCode(202)
  @Permission('webhooks:write')
  @ApiAcceptedResponse({ type: DeliveryDto })
  async redeliver(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('webhooks/deliveries', deliveryDto(await this.deliveries.redeliver(context, id)));
  }

  /** Deliveries to the webhook, sent and waiting, latest first. Kept for 30 days. */
  @Get(':id/deliveries')
  @Permission('webhooks:read')
  @ApiOkResponse({ type: DeliveryPageDto })
  async list(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @List(deliveryFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    const { rows, total } = await this.deliveries.list(context, id, list);
    return hal.collection(
      'deliveries',
      list,
      rows.map((row) => linked(hal, row)),
      total,
    );
  }

  /** Sends an example of the event once; the delivery shows the outcome. 409 while the webhook is disabled. */
  @Post(':id/test')
  @ApiOperation({ summary: 'Send a webhook an example' })
  @HttpCode(202)
  @Permission('webhooks:write')
  @ApiAcceptedResponse({ type: DeliveryDto })
  async test(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(TestInputDto) { event }: TestInputDto,
    @Answer() hal: Hal,
  ) {
    return hal.resource(
      'webhooks/deliveries',
      deliveryDto(await this.deliveries.test(context, id, event ?? 'device.connected')),
    );
  }

  /**
   * Sends all events since then again that the webhook wants, delivered or not, each with its webhook-id. 409 while it
   * is disabled.
   */
  @Post(':id/replay')
  @ApiOperation({ summary: 'Send a webhook all events since a time again' })
  @HttpCode(202)
  @Permission('webhooks:write')
  @ApiAcceptedResponse({ type: ReplayDto })
  async replay(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(ReplayInputDto) { since }: ReplayInputDto,
  ): Promise<ReplayDto> {
    return { deliveries: await this.deliveries.replay(context, id, new Date(since).toISOString()) };
  }
}

function linked(hal: Hal, delivery: Delivery): Resource<Omit<DeliveryDto, '_links'>> {
  return { ...deliveryDto(delivery), _links: { self: { href: hal.href('webhooks', 'deliveries', delivery.id) } } };
}
