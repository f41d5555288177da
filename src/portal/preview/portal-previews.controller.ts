import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { BodyLimit } from '../../http/raw.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { PortalPreviewDto, type PortalPreviewInput, PortalPreviewInputDto } from './portal-preview.dto.js';
import { PortalPreviews } from './portal-previews.js';

@Controller('captive-portals')
@Area('Pages on which guests sign in to an open network')
export class PortalPreviewsController {
  constructor(private readonly previews: PortalPreviews) {}

  /** A page of the portal as guests would see it with unsaved changes. Changes nothing. */
  @Post(':id/preview')
  @HttpCode(200)
  @BodyLimit(4 * 2 ** 20)
  @Permission('captive-portals:read')
  @ApiOperation({ summary: 'Preview a captive portal' })
  @ApiOkResponse({ type: PortalPreviewDto })
  preview(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(PortalPreviewInputDto) input: PortalPreviewInput,
  ): Promise<PortalPreviewDto> {
    return this.previews.preview(context, id, input);
  }
}
