import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Values } from '../../http/body/values.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { type Expected, IfMatch } from '../../http/etag/etag.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import {
  ReportScheduleChangeDto,
  ReportScheduleDto,
  reportScheduleDto,
  ReportScheduleInputDto,
  ReportSchedulePageDto,
} from './report-schedule.dto.js';
import type { ReportScheduleFields } from './report-schedule.js';
import { reportScheduleListFields } from './report-schedules.repository.js';
import { ReportSchedulesService } from './report-schedules.service.js';

@Controller('report-schedules')
@Area('Reports that go out by mail')
export class ReportSchedulesController {
  constructor(private readonly schedules: ReportSchedulesService) {}

  /** Who gets which report when, and whether the latest mail arrived. */
  @Get()
  @ApiOperation({ summary: 'List report schedules' })
  @Permission('reports:read')
  @ApiOkResponse({ type: ReportSchedulePageDto })
  async list(@Ctx() context: Context, @List(reportScheduleListFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.schedules.list(context, list);
    return hal.page('report-schedules', list, rows.map(reportScheduleDto), total);
  }

  /** At most 100 in an organization. The caller also needs the permissions that the report itself needs. */
  @Post()
  @ApiOperation({ summary: 'Send a report by mail' })
  @Permission('reports:write')
  @ApiCreatedResponse({ type: ReportScheduleDto })
  async create(
    @Ctx() context: Context,
    @Values(ReportScheduleInputDto)
    values: Pick<ReportScheduleFields, 'name' | 'reportId' | 'every' | 'recipients'> & Partial<ReportScheduleFields>,
    @Answer() hal: Hal,
  ) {
    const schedule = await this.schedules.create(context, values);
    return hal.created('report-schedules', reportScheduleDto(schedule), schedule.revision);
  }

  /** With the time of the next mail. */
  @Get(':id')
  @ApiOperation({ summary: 'Get a report schedule' })
  @Permission('reports:read')
  @ApiOkResponse({ type: ReportScheduleDto })
  async read(@Ctx() context: Context, @RecordId('id') id: string, @Answer() hal: Hal) {
    const schedule = await this.schedules.read(context, id);
    return hal.resource('report-schedules', reportScheduleDto(schedule), schedule.revision);
  }

  /** Takes effect with the next mail. */
  @Patch(':id')
  @ApiOperation({ summary: 'Change a report schedule' })
  @Permission('reports:write')
  @ApiOkResponse({ type: ReportScheduleDto })
  async change(
    @Ctx() context: Context,
    @RecordId('id') id: string,
    @Values(ReportScheduleChangeDto) changes: Partial<ReportScheduleFields>,
    @IfMatch() expected: Expected,
    @Answer() hal: Hal,
  ) {
    const schedule = await this.schedules.change(context, id, changes, expected);
    return hal.resource('report-schedules', reportScheduleDto(schedule), schedule.revision);
  }

  /** Also drops mails that have not been sent. */
  @Delete(':id')
  @ApiOperation({ summary: 'Delete a report schedule' })
  @HttpCode(204)
  @Permission('reports:write')
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('id') id: string, @IfMatch() expected: Expected): Promise<void> {
    await this.schedules.remove(context, id, expected);
  }
}
