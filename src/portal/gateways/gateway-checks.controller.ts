import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { GatewayTestDto } from './gateway-checks.dto.js';
import { GatewayChecks } from './gateway-checks.js';

@Controller('gateways')
@Area('Gateways that send guests to a captive portal and let them in')
export class GatewayChecksController {
  constructor(private readonly checks: GatewayChecks) {}

  /** Checks step by step what guests need. Changes nothing. */
  @Post(':id/test')
  @HttpCode(200)
  @Permission('gateways:write')
  @ApiOperation({ summary: 'Test a gateway' })
  @ApiOkResponse({ type: GatewayTestDto })
  async test(@Ctx() context: Context, @RecordId('id') id: string): Promise<GatewayTestDto> {
    const checks = await this.checks.check(context, id);
    return { ok: checks.every(({ ok }) => ok), checks: [...checks] };
  }
}
