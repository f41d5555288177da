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
import type { GatewayValues } from './gateway.js';
import {
  GatewayChangeDto,
  GatewayDto,
  gatewayDto,
  GatewayInputDto,
  GatewayPageDto,
  LastArrivalDto,
} from './gateway.dto.js';
import { gatewayListFields } from './gateways.repository.js';
import { GatewaysService } from './gateways.service.js';

@Controller('gateways')
@Area('Gateways that send guests to a captive portal and let them in')
export class GatewaysController {
  constructor(private readonly gateways: GatewaysService) {}

  @Get()
  @Permission('gateways:read')
  @ApiOperation({ summary: 'List gateways' })
  @ApiOkResponse({ type: GatewayPageDto })
  async list(@Ctx() context: Context, @List(gatewayListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.gateways.list(context, list);
    return hal.page('gateways', list, rows.map(gatewayDto), total);
  }

  @Post()
  @Permission('gateways:write')
  @ApiOperation({ summary: 'Create a gateway' })
  @ApiCreatedResponse({ type: GatewayDto })
  async create(
    @Ctx() context: Context,
    @Values(GatewayInputDto)
    values: Partial<GatewayValues> & Pick<GatewayValues, 'name' | 'networkId' | 'vendor'>,
    @Answer() hal: Hal,
  ) {
    const gateway = await this.gateways.create(context, values);
    return hal.created('gateways', gatewayDto(gateway), gateway.revision);
  }

  @Get(':id')
  @Permission('gateways:read')
  @ApiOperation({ summary: 'Get a gateway' })
  @ApiOkResponse({ type: GatewayDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const gateway = await this.gateways.read(context, id);
    return hal.resource('gateways', gatewayDto(gateway), gateway.revision);
  }

  /** For a bug report: contains neither credentials nor who the guest is. */
  @Get(':id/last-arrival')
  @Permission('gateways:read')
  @ApiOperation({ summary: 'Get what the gateway said about the last guest' })
  @ApiOkResponse({ type: LastArrivalDto })
  async lastArrival(@Ctx() context: Context, @RecordId('id') id: string): Promise<LastArrivalDto> {
    const { at, arrival } = await this.gateways.lastArrival(context, id);
    return {
      at,
      proof: arrival?.proof ?? null,
      problem: arrival?.problem ?? null,
      parameters: arrival?.parameters ?? {},
    };
  }

  /** Absent fields keep their value. */
  @Patch(':id')
  @Permission('gateways:write')
  @ApiOperation({ summary: 'Change a gateway' })
  @ApiOkResponse({ type: GatewayDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(GatewayChangeDto) changes: Partial<GatewayValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const gateway = await this.gateways.change(context, id, changes, expected);
    return hal.resource('gateways', gatewayDto(gateway), gateway.revision);
  }

  @Delete(':id')
  @HttpCode(204)
  @Permission('gateways:write')
  @ApiOperation({ summary: 'Delete a gateway' })
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    await this.gateways.remove(context, id, expected);
  }
}
