import { Controller, Delete, Get, Header, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { type Expected, IfMatch } from '../../../http/etag/etag.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { DocumentedEvents } from '../../events/documented-events.js';
import type { NewWebhook, WebhookValues } from './webhook.js';
import {
  NewWebhookDto,
  SecretInputDto,
  WebhookChangeDto,
  WebhookDto,
  webhookDto,
  WebhookInputDto,
  WebhookPageDto,
} from './webhook.dto.js';
import { webhookFields } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

@Controller('webhooks')
@Area('Endpoints that are told of events, by signed HTTP requests, syslog or CEF')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @Permission('webhooks:read')
  @ApiOkResponse({ type: WebhookPageDto })
  async list(@Ctx() context: Context, @List(webhookFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.webhooks.list(context, list);
    return hal.page('webhooks', list, rows.map(webhookDto), total);
  }

  /** Only this answer shows the secret. The requests that follow are described under callbacks. */
  @Post()
  @Permission('webhooks:write')
  @ApiCreatedResponse({ type: NewWebhookDto })
  @DocumentedEvents()
  async create(@Ctx() context: Context, @Values(WebhookInputDto) values: NewWebhook, @Answer() hal: Hal) {
    const { webhook, secret } = await this.webhooks.create(context, values);
    return hal.created('webhooks', { ...webhookDto(webhook), secret }, webhook.revision);
  }

  @Get(':id')
  @Permission('webhooks:read')
  @ApiOkResponse({ type: WebhookDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const webhook = await this.webhooks.read(context, id);
    return hal.resource('webhooks', webhookDto(webhook), webhook.revision);
  }

  /** Waiting deliveries are tried at once, with the new address. */
  @Patch(':id')
  @Permission('webhooks:write')
  @ApiOkResponse({ type: WebhookDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(WebhookChangeDto) change: Partial<WebhookValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const webhook = await this.webhooks.change(context, id, change, expected);
    return hal.resource('webhooks', webhookDto(webhook), webhook.revision);
  }

  /** Deletes its deliveries too; waiting ones are not sent. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('webhooks:write')
  @ApiNoContentResponse()
  remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    return this.webhooks.remove(context, id, expected);
  }

  /** Only this answer shows the new secret. For 24 hours requests also carry a signature of the old one. */
  @Post(':id/rotate-secret')
  @ApiOperation({ summary: 'Give a webhook a new secret' })
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Permission('webhooks:write')
  @ApiOkResponse({ type: NewWebhookDto })
  async rotate(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(SecretInputDto) given: SecretInputDto,
    @Answer() hal: Hal,
  ) {
    const { webhook, secret } = await this.webhooks.rotateSecret(context, id, given.secret);
    return hal.resource('webhooks', { ...webhookDto(webhook), secret });
  }
}
