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
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { Payloads } from '../../inbox/payloads.js';
import { HookIntake } from '../../intake/hook-intake.js';
import {
  ReceivedEventDetailDto,
  eventDetailDto,
  ReceivedEventDto,
  eventDto,
  ReceivedEventPageDto,
} from './event.dto.js';
import { eventFields, EventRecords } from './event-records.js';

/** The inbox: every message as it arrived, and what became of it. */
@Controller()
@Area('Messages of outside systems as they came in, with what became of each')
export class EventsController {
  constructor(
    private readonly events: EventRecords,
    private readonly payloads: Payloads,
    private readonly connections: ConnectionRepository,
    private readonly intake: HookIntake,
  ) {}

  /** Newest first. */
  @Get('connections/:id/events')
  @ApiOperation({ summary: 'List the messages of a connection' })
  @Permission('connections:read')
  @ApiOkResponse({ type: ReceivedEventPageDto })
  async list(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @List(eventFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    await this.connections.load(context, id);
    const { rows, total } = await this.events.page(context, id, list);
    return hal.page('events', list, rows.map(eventDto), total);
  }

  /** With the message itself while it is kept: it may name guests. */
  @Get('events/:id')
  @ApiOperation({ summary: 'Get a message' })
  @Permission('connections:read')
  @ApiOkResponse({ type: ReceivedEventDetailDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const { payload_sealed: sealed, ...row } = await this.events.read(context, id);
    return hal.resource('events', eventDetailDto(row, sealed === null ? null : this.payloads.open(id, sealed)));
  }

  /**
   * The message is interpreted again, in its turn; what it says of records that are known to be newer changes nothing.
   */
  @Post('events/:id/replay')
  @ApiOperation({ summary: 'Interpret a message again' })
  @HttpCode(202)
  @Permission('connections:write')
  @ApiAcceptedResponse({ type: ReceivedEventDto })
  async replay(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    await this.intake.replay(context, id);
    return hal.resource('events', eventDto(await this.events.read(context, id)));
  }
}
