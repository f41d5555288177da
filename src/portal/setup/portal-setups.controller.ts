import { Controller, Get, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Settings } from '../../kernel/settings.js';
import { baseOf } from '../visit/visitor.js';
import { PortalSetupDto } from './portal-setup.dto.js';
import { PortalSetups } from './portal-setups.js';

@Controller('captive-portals')
@Area('Pages on which guests sign in to an open network')
export class PortalSetupsController {
  constructor(
    private readonly setups: PortalSetups,
    private readonly settings: Settings,
  ) {}

  /** What to enter at the gateway, for each make, and the hosts that guests must reach before they are in. */
  @Get(':id/setup')
  @Permission('captive-portals:read')
  @ApiOperation({ summary: "What a captive portal's gateways need" })
  @ApiOkResponse({ type: PortalSetupDto })
  setup(@Ctx() context: Context, @RecordId('id') id: string, @Req() request: FastifyRequest): Promise<PortalSetupDto> {
    return this.setups.setup(context, id, baseOf(request, this.settings));
  }
}
