import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { RegistrationDto, registrationDto, RegistrationPageDto } from './registration.dto.js';
import { registrationListFields } from './registrations.repository.js';
import { RegistrationsService } from './registrations.service.js';

@Controller('registrations')
@Area('Guests who came in by a captive portal')
export class RegistrationsController {
  constructor(private readonly registrations: RegistrationsService) {}

  @Get()
  @Permission('registrations:read')
  @ApiOperation({ summary: 'List registrations' })
  @ApiOkResponse({ type: RegistrationPageDto })
  async list(@Ctx() context: Context, @List(registrationListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.registrations.list(context, list);
    return hal.page('registrations', list, rows.map(registrationDto), total);
  }

  @Get(':id')
  @Permission('registrations:read')
  @ApiOperation({ summary: 'Get a registration' })
  @ApiOkResponse({ type: RegistrationDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const registration = await this.registrations.read(context, id);
    return hal.resource('registrations', registrationDto(registration), registration.revision);
  }

  /** Ends the sessions of its device. The record remains, as ended. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('registrations:write')
  @ApiOperation({ summary: 'End a registration' })
  @ApiNoContentResponse()
  async end(@Ctx() context: Context, @RecordId('id') id: string) {
    await this.registrations.end(context, id);
  }
}
