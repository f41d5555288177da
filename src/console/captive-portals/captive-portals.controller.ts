import { Controller, Delete, Get, HttpCode, Patch, Post, Put, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
} from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { type Expected, IfMatch } from '../../http/etag/etag.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { Raw } from '../../http/raw.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import type { CaptivePortalFields } from './captive-portal.js';
import {
  CaptivePortalChangeDto,
  CaptivePortalDto,
  captivePortalDto,
  CaptivePortalInputDto,
  CaptivePortalPageDto,
} from './captive-portal.dto.js';
import { captivePortalListFields } from './captive-portals.repository.js';
import { mostPictureBytes, type PictureUse, readPicture } from './picture.js';
import { CaptivePortalsService } from './captive-portals.service.js';

const picture = { type: 'string', format: 'binary' } as const;

@Controller('captive-portals')
@Area('Pages on which guests sign in to an open network')
export class CaptivePortalsController {
  constructor(private readonly portals: CaptivePortalsService) {}

  @Get()
  @Permission('captive-portals:read')
  @ApiOperation({ summary: 'List captive portals' })
  @ApiOkResponse({ type: CaptivePortalPageDto })
  async list(@Ctx() context: Context, @List(captivePortalListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.portals.list(context, list);
    return hal.page('captive-portals', list, rows.map(captivePortalDto), total);
  }

  /** 409 if the network already has a captive portal. */
  @Post()
  @Permission('captive-portals:write')
  @ApiOperation({ summary: 'Create a captive portal' })
  @ApiCreatedResponse({ type: CaptivePortalDto })
  async create(
    @Ctx() context: Context,
    @Values(CaptivePortalInputDto)
    values: Partial<CaptivePortalFields> & { readonly name: string },
    @Answer() hal: Hal,
  ) {
    const portal = await this.portals.create(context, values);
    return hal.created('captive-portals', captivePortalDto(portal), portal.revision);
  }

  @Get(':id')
  @Permission('captive-portals:read')
  @ApiOperation({ summary: 'Get a captive portal' })
  @ApiOkResponse({ type: CaptivePortalDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const portal = await this.portals.read(context, id);
    return hal.resource('captive-portals', captivePortalDto(portal), portal.revision);
  }

  /** Absent fields keep their value. 409 if the network already has another captive portal. */
  @Patch(':id')
  @Permission('captive-portals:write')
  @ApiOperation({ summary: 'Change a captive portal' })
  @ApiOkResponse({ type: CaptivePortalDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(CaptivePortalChangeDto) changes: Partial<CaptivePortalFields>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const portal = await this.portals.change(context, id, changes, expected);
    return hal.resource('captive-portals', captivePortalDto(portal), portal.revision);
  }

  /**
   * The picture above the heading: the bytes of a PNG, JPEG, WebP or SVG of at most 16 KB and 1,024 pixels a side. It
   * is part of the page itself. An SVG that contains anything but a drawing is refused.
   */
  @Put(':id/logo')
  @Raw({ bodyLimitBytes: mostPictureBytes })
  @Permission('captive-portals:write')
  @ApiOperation({ summary: "Upload a captive portal's logo" })
  @ApiConsumes('image/*')
  @ApiBody({ schema: picture })
  @ApiOkResponse({ type: CaptivePortalDto })
  setLogo(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Req() request: FastifyRequest,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    return this.setPicture(context, id, 'logo', request.rawBody, { expected, hal });
  }

  @Delete(':id/logo')
  @Permission('captive-portals:write')
  @ApiOperation({ summary: "Remove a captive portal's logo" })
  @ApiOkResponse({ type: CaptivePortalDto })
  removeLogo(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected, @Answer() hal: Hal) {
    return this.setPicture(context, id, 'logo', null, { expected, hal });
  }

  /**
   * The picture behind the page: the bytes of a PNG, JPEG, WebP or SVG of at most 256 KB and 4,096 pixels a side. The
   * page works without it.
   */
  @Put(':id/background')
  @Raw({ bodyLimitBytes: mostPictureBytes })
  @ApiConsumes('image/*')
  @ApiBody({ schema: picture })
  @Permission('captive-portals:write')
  @ApiOperation({ summary: "Upload a captive portal's background" })
  @ApiOkResponse({ type: CaptivePortalDto })
  setBackground(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Req() request: FastifyRequest,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    return this.setPicture(context, id, 'background', request.rawBody, { expected, hal });
  }

  @Delete(':id/background')
  @Permission('captive-portals:write')
  @ApiOperation({ summary: "Remove a captive portal's background" })
  @ApiOkResponse({ type: CaptivePortalDto })
  removeBackground(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    return this.setPicture(context, id, 'background', null, { expected, hal });
  }

  /** Leaves its network without a portal. */
  @Delete(':id')
  @HttpCode(204)
  @Permission('captive-portals:write')
  @ApiOperation({ summary: 'Delete a captive portal' })
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected) {
    await this.portals.remove(context, id, expected);
  }

  private async setPicture(
    context: Context,
    id: string,
    use: PictureUse,
    content: Buffer | null | undefined,
    { expected, hal }: { readonly expected: Expected; readonly hal: Hal },
  ) {
    // A missing portal is reported before a bad picture.
    await this.portals.read(context, id);
    const read = content === null ? null : readPicture(use, content ?? Buffer.alloc(0));
    const portal = await this.portals.setPicture(context, id, use, read, expected);
    return hal.resource('captive-portals', captivePortalDto(portal), portal.revision);
  }
}
