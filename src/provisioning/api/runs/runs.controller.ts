import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import { RunDecisions } from '../../intake/runs/run-decisions.js';
import { ApprovalDto, RejectionDto, RunDto, runDto, runItemDto, RunPageDto, RunPlanDto } from './run.dto.js';
import { planFields, runFields, RunRecords } from './run-records.js';

@Controller()
@Area('Full, incremental and drift runs of a connection; those that would take too much away wait for approval')
export class RunsController {
  constructor(
    private readonly records: RunRecords,
    private readonly runs: RunDecisions,
    private readonly connections: ConnectionRepository,
  ) {}

  /** Newest first. */
  @Get('connections/:id/runs')
  @Permission('connections:read')
  @ApiOkResponse({ type: RunPageDto })
  async list(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @List(runFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    await this.connections.load(context, id);
    const { rows, total } = await this.records.page(context, id, list);
    return hal.page('runs', list, rows.map(runDto), total);
  }

  /** Over all connections, newest first. `filter[status]=held`: whose plans wait for a decision. */
  @Get('runs')
  @ApiOperation({ summary: 'List runs' })
  @Permission('connections:read')
  @ApiOkResponse({ type: RunPageDto })
  async listAll(@Ctx() context: Context, @List(runFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.records.all(context, list);
    return hal.page('runs', list, rows.map(runDto), total);
  }

  @Get('runs/:id')
  @Permission('connections:read')
  @ApiOkResponse({ type: RunDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    return hal.resource('runs', runDto(await this.records.read(context, id)));
  }

  /** Removals that wait for approval or were made, and in a dry run everything that would be done. */
  @Get('runs/:id/plan')
  @ApiOperation({ summary: 'Get the plan of a run' })
  @Permission('connections:read')
  @ApiOkResponse({ type: RunPlanDto })
  async plan(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @List(planFields) list: ListQuery,
    @Answer() hal: Hal,
  ) {
    await this.records.read(context, id);
    const { rows, total } = await this.records.plan(context, id, list);
    const items = rows.map((row) => ({
      ...runItemDto(row),
      _links: { self: { href: `${hal.href('runs', id, 'plan')}?filter[position]=${row.position}` } },
    }));
    return hal.collection('plan', list, items, total);
  }

  /**
   * Lets the held removals of exactly this plan through. Where the organization wants two operators to approve, the
   * first approval is noted, and the run stays held.
   */
  @Post('runs/:id/approve')
  @ApiOperation({ summary: 'Approve the plan of a run' })
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: RunDto })
  async approve(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(ApprovalDto) { planHash, comment }: { readonly planHash: string; readonly comment?: string | null },
    @Answer() hal: Hal,
  ) {
    await this.runs.approve(context, id, planHash, comment);
    return hal.resource('runs', runDto(await this.records.read(context, id)));
  }

  /** Nobody in the plan is removed, until listed again and missing anew. */
  @Post('runs/:id/reject')
  @ApiOperation({ summary: 'Reject the plan of a run' })
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: RunDto })
  async reject(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(RejectionDto) { comment }: { readonly comment?: string | null },
    @Answer() hal: Hal,
  ) {
    await this.runs.reject(context, id, comment);
    return hal.resource('runs', runDto(await this.records.read(context, id)));
  }

  @Post('runs/:id/cancel')
  @HttpCode(200)
  @Permission('connections:write')
  @ApiOkResponse({ type: RunDto })
  async cancel(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    await this.runs.cancel(context, id);
    return hal.resource('runs', runDto(await this.records.read(context, id)));
  }
}
