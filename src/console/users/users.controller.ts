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
import type { NewUser, UserValues } from './user.js';
import { UserChangeDto, UserDto, userDto, UserInputDto, UserPageDto } from './user.dto.js';
import { userListFields } from './users.repository.js';
import { UsersService } from './users.service.js';

@Controller('users')
@Area('RADIUS accounts of people')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Permission('users:read')
  @ApiOkResponse({ type: UserPageDto })
  async list(@Ctx() context: Context, @List(userListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.users.list(context, list);
    return hal.page('users', list, rows.map(userDto), total);
  }

  @Post()
  @Permission('users:write')
  @ApiCreatedResponse({ type: UserDto })
  async create(@Ctx() context: Context, @Values(UserInputDto) values: NewUser, @Answer() hal: Hal) {
    const user = await this.users.create(context, values);
    return hal.created('users', userDto(user), user.revision);
  }

  @Get(':id')
  @Permission('users:read')
  @ApiOkResponse({ type: UserDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const user = await this.users.read(context, id);
    return hal.resource('users', userDto(user), user.revision);
  }

  /** Absent fields keep their value. */
  @Patch(':id')
  @Permission('users:write')
  @ApiOkResponse({ type: UserDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(UserChangeDto) values: Partial<UserValues>,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
    @Answer() hal: Hal,
  ) {
    const user = await this.users.change(ending(context, sessions), id, values, expected);
    return hal.resource('users', userDto(user), user.revision);
  }

  @Delete(':id')
  @HttpCode(204)
  @Permission('users:write')
  @ApiNoContentResponse()
  async remove(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @IfMatch() expected: Expected,
    @EndsSessions() sessions: SessionEnding,
  ) {
    await this.users.remove(ending(context, sessions), id, expected);
  }
}
