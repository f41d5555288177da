import { Controller, Get, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { SignedIn } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { CallerToken } from '../sign-in/caller.decorators.js';
import { SessionsService } from '../sign-in/sessions.service.js';
import { PreferencesChangeDto, PreferencesDto, preferencesDto } from './preferences.dto.js';
import { type Preferences, PreferencesRepository } from './preferences.repository.js';

@Controller('preferences')
@Area('What the console looks like to an operator')
export class PreferencesController {
  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly sessions: SessionsService,
  ) {}

  /** The operator's own, wherever they sign in. */
  @Get()
  @ApiOperation({ summary: 'Get the own preferences' })
  @SignedIn()
  @ApiOkResponse({ type: PreferencesDto })
  async read(@Ctx() context: Context, @CallerToken() token: string, @Answer() hal: Hal) {
    const { organizationId, operator } = await this.sessions.current(token);
    return shown(await this.preferences.of({ ...context, organizationId }, operator.id), hal);
  }

  /** Absent fields keep their value. */
  @Patch()
  @ApiOperation({ summary: 'Change the own preferences' })
  @SignedIn()
  @ApiOkResponse({ type: PreferencesDto })
  async change(
    @Ctx() context: Context,
    @CallerToken() token: string,
    @Values(PreferencesChangeDto) changed: Partial<Preferences>,
    @Answer() hal: Hal,
  ) {
    const { organizationId, operator } = await this.sessions.current(token);
    return shown(await this.preferences.change({ ...context, organizationId }, operator.id, changed), hal);
  }
}

function shown(preferences: Preferences, hal: Hal): PreferencesDto {
  return hal.about(preferencesDto(preferences), 'preferences');
}
