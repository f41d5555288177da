import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { permits } from '../../http/access/permits.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { EveryCaller } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Settings } from '../../kernel/settings.js';
import { permissionOfStep, setupPoints } from './setup.js';
import { SetupDto } from './setup.dto.js';
import { SetupRepository } from './setup.repository.js';

@Controller('setup')
@Area('How far the set-up is')
export class SetupController {
  constructor(
    private readonly repository: SetupRepository,
    private readonly settings: Settings,
  ) {}

  /** What is done and what is left until guests get online, and somebody is told when they cannot. */
  @Get()
  @ApiOperation({ summary: 'Look at how far the set-up is' })
  @EveryCaller()
  @ApiOkResponse({ type: SetupDto })
  async read(@Ctx() context: Context, @Answer() hal: Hal) {
    const all = setupPoints(await this.repository.facts(context), Boolean(this.settings.smtp));
    const points = all.filter(({ step }) => permits(context.actor, permissionOfStep[step]));
    const complete = points.every(({ done, needed }) => done || !needed);
    const hidden_steps = all.flatMap(({ step }) => (permits(context.actor, permissionOfStep[step]) ? [] : [step]));
    return hal.about({ complete, points, hidden_steps }, 'setup');
  }
}
