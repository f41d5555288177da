import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { portalAttemptDto, PortalAttemptPageDto, UnlockedDto, UnlockInputDto } from './portal-attempt.dto.js';
import { portalAttemptListFields } from './portal-attempts.repository.js';
import { PortalAttemptsService } from './portal-attempts.service.js';

@Controller('portal-attempts')
@Area('Failed sign-ins at captive portals')
export class PortalAttemptsController {
  constructor(private readonly attempts: PortalAttemptsService) {}

  /** Failures that count just now, by device, room and account; the latest first. */
  @Get()
  @Permission('portal-attempts:read')
  @ApiOperation({ summary: 'List failed sign-ins at captive portals' })
  @ApiOkResponse({ type: PortalAttemptPageDto })
  async list(@Ctx() context: Context, @List(portalAttemptListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.attempts.list(context, list);
    return hal.page('portal-attempts', list, rows.map(portalAttemptDto), total);
  }

  /** For a guest who mistyped too often: the room or the device may try again at once. */
  @Post('unlock')
  @HttpCode(200)
  @Permission('portal-attempts:write')
  @ApiOperation({ summary: 'Let a room or a device try again' })
  @ApiOkResponse({ type: UnlockedDto })
  async unlock(@Ctx() context: Context, @Values(UnlockInputDto) input: UnlockInputDto): Promise<UnlockedDto> {
    return { unlocked: await this.attempts.unlock(context, input) };
  }
}
