import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { AlertDto, alertDto, AlertPageDto } from './alert.dto.js';
import { alertListFields, AlertsRepository } from './alerts.repository.js';

@Controller('alerts')
@Area('States that need attention, open and resolved')
export class AlertsController {
  constructor(private readonly alerts: AlertsRepository) {}

  /** States that need, or needed, a person, latest first. Ended ones are kept for 400 days. */
  @Get()
  @Permission('alertcontacts:read')
  @ApiOperation({ summary: 'List alerts' })
  @ApiOkResponse({ type: AlertPageDto })
  async list(@Ctx() context: Context, @List(alertListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.alerts.list(context, list);
    return hal.page('alerts', list, rows.map(alertDto), total);
  }

  @Get(':id')
  @Permission('alertcontacts:read')
  @ApiOperation({ summary: 'Get an alert' })
  @ApiOkResponse({ type: AlertDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const alert = await this.alerts.find(context, id);
    if (!alert) throw Problem.notFound('alert', id);
    return hal.resource('alerts', alertDto(alert));
  }
}
