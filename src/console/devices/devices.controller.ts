import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse } from '@nestjs/swagger';
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
import { ending, EndsSessions, type SessionEnding } from '../batch/session-ending.decorator.js';
import type { DeviceFields, NewDevice } from './device.js';
import { DeviceChangeDto, DeviceDto, deviceDto, DeviceInputDto, DevicePageDto } from './device.dto.js';
import { deviceListFields } from './devices.repository.js';
import { DevicesService } from './devices.service.js';

@Controller('devices')
@Area('Devices that are known by their MAC address')
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get()
  @Permission('devices:read')
  @ApiOkResponse({ type: DevicePageDto })
  async list(@Ctx() context: Context, @List(deviceListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.devices.list(context, list);
    return hal.page('devices', list, rows.map(deviceDto), total);
  }

  @Post()
  @Permission('devices:write')
  @ApiCreatedResponse({ type: DeviceDto })
  async create(@Ctx() context: Context, @Values(DeviceInputDto) values: NewDevice, @Answer() hal: Hal) {
    const device = await this.devices.create(context, values);
    return hal.created('devices', deviceDto(device), device.revision);
  }

  @Get(':id')
  @Permission('devices:read')
  @ApiOkResponse({ type: DeviceDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const device = await this.devices.read(context, id);
    return hal.resource('devices', deviceDto(device), device.revision);
  }

  /** Absent fields keep their value. */
  @Patch(':id')
  @Permission('devices:write')
  @ApiOkResponse({ type: DeviceDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(DeviceChangeDto) values: Partial<DeviceFields>,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
    @Answer() hal: Hal,
  ) {
    const device = await this.devices.change(ending(context, sessions), id, values, expected);
    return hal.resource('devices', deviceDto(device), device.revision);
  }

  @Delete(':id')
  @HttpCode(204)
  @Permission('devices:write')
  @ApiNoContentResponse()
  async remove(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
  ) {
    await this.devices.remove(ending(context, sessions), id, expected);
  }
}
