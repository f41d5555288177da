import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiExtraModels, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
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
import type { ProviderValues } from './authentication-provider.js';
import {
  AuthenticationProviderChangeDto,
  AuthenticationProviderDto,
  authenticationProviderDto,
  AuthenticationProviderInputDto,
  AuthenticationProviderPageDto,
  settingsDtos,
} from './authentication-provider.dto.js';
import { providerListFields } from './authentication-providers.repository.js';
import { AuthenticationProvidersService } from './authentication-providers.service.js';

@ApiExtraModels(...settingsDtos)
@Controller('authentication-providers')
@Area('External identity providers: OpenID Connect, LDAP and SAML')
export class AuthenticationProvidersController {
  constructor(private readonly providers: AuthenticationProvidersService) {}

  @Get()
  @Permission('authentication-providers:read')
  @ApiOperation({ summary: 'List authentication providers' })
  @ApiOkResponse({ type: AuthenticationProviderPageDto })
  async list(@Ctx() context: Context, @List(providerListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.providers.list(context, list);
    return hal.page('authentication-providers', list, rows.map(authenticationProviderDto), total);
  }

  @Post()
  @Permission('authentication-providers:write')
  @ApiOperation({ summary: 'Create an authentication provider' })
  @ApiCreatedResponse({ type: AuthenticationProviderDto })
  async create(
    @Ctx() context: Context,
    @Values(AuthenticationProviderInputDto)
    values: Partial<ProviderValues> & Pick<ProviderValues, 'name' | 'type'>,
    @Answer() hal: Hal,
  ) {
    const provider = await this.providers.create(context, values);
    return hal.created('authentication-providers', authenticationProviderDto(provider), provider.revision);
  }

  @Get(':id')
  @Permission('authentication-providers:read')
  @ApiOperation({ summary: 'Get an authentication provider' })
  @ApiOkResponse({ type: AuthenticationProviderDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const provider = await this.providers.read(context, id);
    return hal.resource('authentication-providers', authenticationProviderDto(provider), provider.revision);
  }

  /** Absent fields and settings keep their value; null removes a setting. */
  @Patch(':id')
  @Permission('authentication-providers:write')
  @ApiOperation({ summary: 'Change an authentication provider' })
  @ApiOkResponse({ type: AuthenticationProviderDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(AuthenticationProviderChangeDto) changes: Partial<ProviderValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const provider = await this.providers.change(context, id, changes, expected);
    return hal.resource('authentication-providers', authenticationProviderDto(provider), provider.revision);
  }

  @Delete(':id')
  @HttpCode(204)
  @Permission('authentication-providers:write')
  @ApiOperation({ summary: 'Delete an authentication provider' })
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    await this.providers.remove(context, id, expected);
  }
}
