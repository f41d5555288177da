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
import { SignedIn } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { CallerToken } from '../sign-in/caller.decorators.js';
import { SessionsService } from '../sign-in/sessions.service.js';
import {
  SavedViewChangeDto,
  SavedViewDto,
  savedViewDto,
  SavedViewInputDto,
  SavedViewPageDto,
} from './saved-view.dto.js';
import type { SavedViewValues } from './saved-view.js';
import { savedViewListFields } from './saved-views.repository.js';
import { SavedViewsService } from './saved-views.service.js';

@Controller('saved-views')
@Area('What the console looks like to an operator')
export class SavedViewsController {
  constructor(
    private readonly views: SavedViewsService,
    private readonly sessions: SessionsService,
  ) {}

  /** The operator's own, and those that others in the organization share. */
  @Get()
  @ApiOperation({ summary: 'List saved views' })
  @SignedIn()
  @ApiOkResponse({ type: SavedViewPageDto })
  async list(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @List(savedViewListFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    const { rows, total } = await this.views.list(await this.at(context, token), list);
    return hal.page('saved-views', list, rows.map(savedViewDto), total);
  }

  /** Saves a page with its filters, order and period. */
  @Post()
  @ApiOperation({ summary: 'Save a view' })
  @SignedIn()
  @ApiCreatedResponse({ type: SavedViewDto })
  async create(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @Values(SavedViewInputDto) values: SavedViewValues,
    @Answer() hal: Hal,
  ) {
    const view = await this.views.create(await this.at(context, token), values);
    return hal.created('saved-views', savedViewDto(view), view.revision);
  }

  /** One's own, or a shared one. */
  @Get(':id')
  @ApiOperation({ summary: 'Get a saved view' })
  @SignedIn()
  @ApiOkResponse({ type: SavedViewDto })
  async read(@Ctx() context: Context, @CallerToken() token: string, @RecordId('id') id: string, @Answer() hal: Hal) {
    const view = await this.views.read(await this.at(context, token), id);
    return hal.resource('saved-views', savedViewDto(view), view.revision);
  }

  /** Another operator's view needs the permission organizations:write. */
  @Patch(':id')
  @ApiOperation({ summary: 'Change a saved view' })
  @SignedIn()
  @ApiOkResponse({ type: SavedViewDto })
  async change(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @RecordId('id') id: string,
    @Values(SavedViewChangeDto) change: Partial<SavedViewValues>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const view = await this.views.change(await this.at(context, token), id, change, expected);
    return hal.resource('saved-views', savedViewDto(view), view.revision);
  }

  /** Another operator's view needs the permission organizations:write. */
  @Delete(':id')
  @ApiOperation({ summary: 'Delete a saved view' })
  @HttpCode(204)
  @SignedIn()
  @ApiNoContentResponse()
  async remove(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @RecordId('id') id: string,
    @IfMatch() expected: Expected,
  ): Promise<void> {
    await this.views.remove(await this.at(context, token), id, expected);
  }

  /** The operator's own organization, whichever one the call acts for. */
  private async at(context: Context, token: string): Promise<Context> {
    return { ...context, organizationId: (await this.sessions.current(token)).organizationId };
  }
}
