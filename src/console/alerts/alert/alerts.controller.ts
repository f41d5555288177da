import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { AcknowledgementDto, AlertDto, alertDto, AlertPageDto } from './alert.dto.js';
import { alertListFields, AlertsRepository } from './alerts.repository.js';

/** A snooze that nobody remembers is worse than none. */
const mostDays = 31;

@Controller('alerts')
@Area('States that need attention, open and resolved')
export class AlertsController {
  constructor(
    private readonly alerts: AlertsRepository,
    private readonly clock: Clock,
  ) {}

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
    return hal.resource('alerts', alertDto(await this.found(context, id)));
  }

  /**
   * Acknowledges the alert: somebody takes care of it, so counts, metrics and digests leave it out until the state
   * ends, or until `until` (a snooze). A repeat replaces name, comment and end. The same record in another state is
   * another alert. 409 when it is over.
   */
  @Post(':id/acknowledge')
  @HttpCode(200)
  @Permission('alertcontacts:write')
  @ApiOperation({ summary: 'Acknowledge an alert' })
  @ApiOkResponse({ type: AlertDto })
  async acknowledge(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(AcknowledgementDto) { comment = null, until = null }: AcknowledgementDto,
    @Answer() hal: Hal,
  ) {
    const at = this.clock.instant();
    if (until !== null && until <= at) throw Problem.invalidField('until', 'must be in the future');
    if (until !== null && until > laterBy(at, mostDays * 86_400))
      throw Problem.invalidField('until', `must be at most ${mostDays} days from now`);
    const said = { at, by: context.actor.name, comment, until };
    return hal.resource('alerts', alertDto(await this.kept(context, id, said)));
  }

  /** Withdraws the acknowledgement: the alert counts again. 409 when it is over. */
  @Post(':id/unacknowledge')
  @HttpCode(200)
  @Permission('alertcontacts:write')
  @ApiOperation({ summary: 'Take back that an alert was acknowledged' })
  @ApiOkResponse({ type: AlertDto })
  async unacknowledge(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('alerts', alertDto(await this.kept(context, id, null)));
  }

  private async kept(context: Context, id: string, said: Parameters<AlertsRepository['acknowledge']>[2]) {
    const alert = await this.alerts.acknowledge(context, id, said);
    if (alert) return alert;
    await this.found(context, id);
    throw new Problem('conflict', 'The state is over: nobody has to take care of it');
  }

  private async found(context: Context, id: string) {
    const alert = await this.alerts.find(context, id);
    if (!alert) throw Problem.notFound('alert', id);
    return alert;
  }
}
