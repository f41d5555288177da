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
import type { RoleValues } from './role.js';
import { RoleChangeDto, RoleDto, roleDto, RoleInputDto, RolePageDto } from './role.dto.js';
import { roleFields } from './roles.repository.js';
import { RolesService } from './roles.service.js';

@Controller('roles')
@Area('Named sets of permissions for operators and keys')
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  /** Built-in roles and the organization's own. */
  @Get()
  @Permission('roles:read')
  @ApiOkResponse({ type: RolePageDto })
  async list(@Ctx() context: Context, @List(roleFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.roles.list(context, list);
    return hal.page('roles', list, rows.map(roleDto), total);
  }

  @Post()
  @Permission('roles:write')
  @ApiCreatedResponse({ type: RoleDto })
  async create(@Ctx() context: Context, @Values(RoleInputDto) values: RoleValues, @Answer() hal: Hal) {
    const role = await this.roles.create(context, values);
    return hal.created('roles', roleDto(role), role.revision);
  }

  @Get(':id')
  @Permission('roles:read')
  @ApiOkResponse({ type: RoleDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const role = await this.roles.read(context, id);
    return hal.resource('roles', roleDto(role), role.revision);
  }

  @Patch(':id')
  @Permission('roles:write')
  @ApiOkResponse({ type: RoleDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(RoleChangeDto) change: Partial<RoleValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const role = await this.roles.change(context, id, change, expected);
    return hal.resource('roles', roleDto(role), role.revision);
  }

  /** 409 while keys or operators have the role. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('roles:write')
  @ApiNoContentResponse()
  remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    return this.roles.remove(context, id, expected);
  }
}
