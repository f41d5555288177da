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
import { KeyChangeDto, KeyDto, keyDto, KeyInputDto, KeyPageDto, NewKeyDto } from './key.dto.js';
import { keyFields } from './keys.repository.js';
import { KeysService, type KeyValues } from './keys.service.js';

@Controller('keys')
@Area('API keys of the organization')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  /** Live keys, without their tokens. */
  @Get()
  @Permission('keys:read')
  @ApiOkResponse({ type: KeyPageDto })
  async list(@Ctx() context: Context, @List(keyFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.keys.list(context, list);
    return hal.page('keys', list, rows.map(keyDto), total);
  }

  /** The only answer that shows the token. */
  @Post()
  @Permission('keys:write')
  @ApiCreatedResponse({ type: NewKeyDto })
  async create(@Ctx() context: Context, @Values(KeyInputDto) values: KeyValues, @Answer() hal: Hal) {
    const { key, token } = await this.keys.create(context, values);
    return hal.created('keys', { ...keyDto(key), token }, key.revision);
  }

  @Get(':id')
  @Permission('keys:read')
  @ApiOkResponse({ type: KeyDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const key = await this.keys.read(context, id);
    return hal.resource('keys', keyDto(key), key.revision);
  }

  @Patch(':id')
  @Permission('keys:write')
  @ApiOkResponse({ type: KeyDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(KeyChangeDto) change: Partial<KeyValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const key = await this.keys.change(context, id, change, expected);
    return hal.resource('keys', keyDto(key), key.revision);
  }

  /** Revokes the key: it is refused everywhere from now on. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('keys:write')
  @ApiNoContentResponse()
  revoke(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    return this.keys.revoke(context, id, expected);
  }
}
