import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { AttemptExplanations } from './attempt-explanation.js';
import { LoginExplanations } from './login-explanation.js';
import {
  AttemptExplanationDto,
  attemptExplanationDto,
  LoginExplanationDto,
  loginExplanationDto,
} from './logins.dto.js';

@Controller()
@Area('Why a login was refused, and what to do about it')
export class LoginsController {
  constructor(
    private readonly logins: LoginExplanations,
    private readonly attempts: AttemptExplanations,
  ) {}

  /**
   * Of an entry of the authentication log (report 110): which gates it passed and which one closed, what to do, and
   * what the same request would get now. Changes nothing.
   */
  @Get('logins/:id/explanation')
  @Permission('online:read')
  @ApiOperation({ summary: 'Explain a login' })
  @ApiOkResponse({ type: LoginExplanationDto })
  async explain(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal): Promise<LoginExplanationDto> {
    const dto = loginExplanationDto(await this.logins.explain(context, id));
    return hal.about(dto, 'logins', id, 'explanation');
  }

  /** Of one of `portal-attempts`: whether it is locked, why, until when, and what to do. Changes nothing. */
  @Get('portal-attempts/:id/explanation')
  @Permission('portal-attempts:read')
  @ApiOperation({ summary: 'Explain failures at a portal' })
  @ApiOkResponse({ type: AttemptExplanationDto })
  async explainAttempt(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Answer() hal: Hal,
  ): Promise<AttemptExplanationDto> {
    const dto = attemptExplanationDto(await this.attempts.explain(context, id));
    return hal.about(dto, 'portal-attempts', id, 'explanation');
  }
}
