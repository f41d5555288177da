import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { SessionRequest } from '../../console/sessions/session-request.js';
import { Parameter } from '../../http/body/query.decorator.js';
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
import { onlineDto } from './online-answer.js';
import { onlineFields } from './online-list.js';
import { OnlineDto, OnlinePageDto, OnlineRequestDto } from './online.dto.js';
import { type ExplainedOnline, OnlineService } from './online.service.js';

@Controller('online')
@Area('Who is on the Wi-Fi now, and why')
export class OnlineController {
  constructor(
    private readonly online: OnlineService,
    private readonly clock: Clock,
  ) {}

  /**
   * Open sessions, the latest first: of access points, of gateways' controllers, and devices at gateways that report no
   * sessions.
   */
  @Get()
  @Permission('online:read')
  @ApiOperation({ summary: 'List who is online' })
  @ApiOkResponse({ type: OnlinePageDto })
  async list(
    @Ctx() context: Context,
    @List(onlineFields.list) list: ListQuery,
    @Parameter('search', {
      description:
        'Words of one box: each is the beginning of a room, a first or last name, a user name, an e-mail address, a ' +
        'MAC address or the name of an access point. Case and accents do not count',
    })
    search: string | undefined,
    @Answer() hal: Hal,
  ) {
    const { rows, total } = await this.online.list(context, list, search);
    return hal.page(
      'online',
      list,
      rows.map((row) => this.dto(row)),
      total,
    );
  }

  /** Also of a session that has ended, as long as its ending is on record. */
  @Get(':id')
  @Permission('online:read')
  @ApiOperation({ summary: 'Get who is online by a session' })
  @ApiOkResponse({ type: OnlineDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('online', this.dto(await this.online.read(context, id)));
  }

  /** The device may join again at once: to keep it out, disable its account or the device. */
  @Post(':id/disconnect')
  @HttpCode(202)
  @Permission('online:write')
  @ApiOperation({ summary: 'End a session' })
  @ApiAcceptedResponse({ type: OnlineRequestDto })
  disconnect(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return this.ask(context, id, 'disconnect', hal);
  }

  /** The device proves anew who it is, and gets what is right now. Access points of Cisco can; others: 409. */
  @Post(':id/reauthenticate')
  @HttpCode(202)
  @Permission('online:write')
  @ApiOperation({ summary: 'Have a device prove anew who it is' })
  @ApiAcceptedResponse({ type: OnlineRequestDto })
  reauthenticate(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return this.ask(context, id, 'reauthenticate', hal);
  }

  private async ask(context: Context, id: string, wanted: SessionRequest, hal: Hal) {
    const asks = await this.online.ask(context, id, wanted);
    return hal.resource('online', { ...this.dto(await this.online.read(context, id)), asks });
  }

  private dto(row: ExplainedOnline): Omit<OnlineDto, '_links'> {
    return onlineDto(row, row.evaluation, this.clock.instant());
  }
}
