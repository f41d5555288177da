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
import type { GroupFields, NewGroup } from './user-group.js';
import {
  UserGroupChangeDto,
  UserGroupDto,
  userGroupDto,
  UserGroupInputDto,
  UserGroupPageDto,
} from './user-group.dto.js';
import { groupListFields } from './user-groups.repository.js';
import { UserGroupsService } from './user-groups.service.js';

@Controller('user-groups')
@Area('Groups of users and vouchers; the policy of a group is what the sessions of its members get')
export class UserGroupsController {
  constructor(private readonly groups: UserGroupsService) {}

  @Get()
  @Permission('user-groups:read')
  @ApiOkResponse({ type: UserGroupPageDto })
  async list(@Ctx() context: Context, @List(groupListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.groups.list(context, list);
    return hal.page('user-groups', list, rows.map(userGroupDto), total);
  }

  @Post()
  @Permission('user-groups:write')
  @ApiCreatedResponse({ type: UserGroupDto })
  async create(@Ctx() context: Context, @Values(UserGroupInputDto) values: NewGroup, @Answer() hal: Hal) {
    const group = await this.groups.create(context, values);
    return hal.created('user-groups', userGroupDto(group), group.revision);
  }

  @Get(':id')
  @Permission('user-groups:read')
  @ApiOkResponse({ type: UserGroupDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const group = await this.groups.read(context, id);
    return hal.resource('user-groups', userGroupDto(group), group.revision);
  }

  /** Absent fields keep their value. A policy is replaced as a whole. */
  @Patch(':id')
  @Permission('user-groups:write')
  @ApiOkResponse({ type: UserGroupDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(UserGroupChangeDto) values: Partial<GroupFields>,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
    @Answer() hal: Hal,
  ) {
    const group = await this.groups.change(ending(context, sessions), id, values, expected);
    return hal.resource('user-groups', userGroupDto(group), group.revision);
  }

  /** 409 while users or vouchers belong to the group. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('user-groups:write')
  @ApiNoContentResponse()
  async remove(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
  ) {
    await this.groups.remove(ending(context, sessions), id, expected);
  }
}
