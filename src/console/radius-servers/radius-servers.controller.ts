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
import type { RadiusServerValues } from './radius-server.js';
import {
  radiusServerDto,
  RadiusServerChangeDto,
  RadiusServerDto,
  RadiusServerInputDto,
  RadiusServerPageDto,
  WrittenRadiusServerDto,
} from './radius-server.dto.js';
import { radiusServerListFields } from './radius-servers.repository.js';
import { RadiusServersService } from './radius-servers.service.js';

@Controller('radius-servers')
@Area('RADIUS servers that access points are pointed at')
export class RadiusServersController {
  constructor(private readonly servers: RadiusServersService) {}

  @Get()
  @Permission('radius-servers:read')
  @ApiOperation({ summary: 'List RADIUS servers' })
  @ApiOkResponse({ type: RadiusServerPageDto })
  async list(@Ctx() context: Context, @List(radiusServerListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.servers.list(context, list);
    return hal.page(
      'radius-servers',
      list,
      rows.map((each) => radiusServerDto(each)),
      total,
    );
  }

  @Post()
  @Permission('radius-servers:write')
  @ApiOperation({ summary: 'Create a RADIUS server' })
  @ApiCreatedResponse({ type: WrittenRadiusServerDto })
  async create(
    @Ctx() context: Context,
    @Values(RadiusServerInputDto)
    values: Partial<RadiusServerValues> & { readonly name: string },
    @Answer() hal: Hal,
  ) {
    const { server, generatedSecret } = await this.servers.create(context, values);
    return hal.created('radius-servers', radiusServerDto(server, generatedSecret), server.revision);
  }

  @Get(':id')
  @Permission('radius-servers:read')
  @ApiOperation({ summary: 'Get a RADIUS server' })
  @ApiOkResponse({ type: RadiusServerDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const server = await this.servers.read(context, id);
    return hal.resource('radius-servers', radiusServerDto(server), server.revision);
  }

  /** Absent fields keep their value. 409 if its networks' clients could not be told from others on the new port. */
  @Patch(':id')
  @Permission('radius-servers:write')
  @ApiOperation({ summary: 'Change a RADIUS server' })
  @ApiOkResponse({ type: WrittenRadiusServerDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(RadiusServerChangeDto) values: Partial<RadiusServerValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const { server, generatedSecret } = await this.servers.change(context, id, values, expected);
    return hal.resource('radius-servers', radiusServerDto(server, generatedSecret), server.revision);
  }

  /** 409 while networks use it. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('radius-servers:write')
  @ApiOperation({ summary: 'Delete a RADIUS server' })
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    await this.servers.remove(context, id, expected);
  }
}
