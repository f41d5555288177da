import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { RunSummariesRepository } from './run-summaries.repository.js';
import { RunSummaryDto, runSummaryDto } from './run-summary.dto.js';

const mostNamed = 100;

@Controller('runs')
@Area('What a plan would do, and to whom')
export class RunSummariesController {
  constructor(private readonly summaries: RunSummariesRepository) {}

  /** The plan by kind and by group, and which of the people who would lose access are online now. */
  @Get(':id/summary')
  @ApiOperation({ summary: 'Sum up the plan of a run' })
  @Permission('connections:read')
  @ApiOkResponse({ type: RunSummaryDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const summary = await this.summaries.find(context, id, mostNamed);
    if (!summary) throw Problem.notFound('run', id);
    return hal.about(runSummaryDto(id, summary), 'runs', id, 'summary');
  }
}
