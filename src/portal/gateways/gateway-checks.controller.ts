import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { GatewayChecks } from './gateway-checks.js';

export class GatewayCheckDto {
  /** `portal`, `login_hosts`, `secrets`, `controller`, `radius_clients` or `last_arrival`. */
  name: string;
  /** Whether the check went well. */
  ok: boolean;
  /** What was found. */
  detail: string;
  /** What to do about it, if the check failed. */
  remedy: string | null;
}

export class GatewayTestDto {
  /** True if every check went well. */
  ok: boolean;
  checks: GatewayCheckDto[];
}

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
