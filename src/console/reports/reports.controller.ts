import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal, halMediaType } from '../../http/hal/hal.js';
import { listFields } from '../../http/list/list-fields.js';
import { listInMemory } from '../../http/list/list-in-memory.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery, QueryParameters } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import type { Context } from '../../kernel/context.js';
import { AuditTrail } from '../audit-trail/audit-trail.js';
import { ReportDataDto, reportDto, ReportsPageDto } from './query/report.dto.js';
import { fileName, pageAnswer, streamed } from './query/report-answer.js';
import { reportIdParameter, ReportParameters, SeriesParameters } from './query/report-parameters.decorator.js';
import type { ReportRequest } from './query/report-request.js';
import { SeriesDto, seriesDto } from './query/series.dto.js';
import { ReportsService } from './reports.service.js';
import { ReportTaskDto } from './tasks/report-task.dto.js';

const dataContent = {
  'application/hal+json': { schema: { $ref: '#/components/schemas/ReportDataDto' } },
  'text/csv': {
    schema: { type: 'string' },
    example: 'at,outcome,username\r\n2026-05-14T13:00:00.000Z,accepted,anna@example.com\r\n',
  },
} as const;

const reportFields = listFields({
  id: 'id',
  sort: 'id:asc',
  fields: { id: { column: 'id', type: 'integer' }, title: { column: 'title', type: 'text' } },
});

@Controller('reports')
@Area('Reports over sign-ins, sessions, registrations, vouchers and provisioning')
export class ReportsController {
  constructor(
    private readonly reports: ReportsService,
    private readonly trail: AuditTrail,
  ) {}

  /** Every report with its columns. */
  @Get()
  @ApiOperation({ summary: 'List reports' })
  @Permission('reports:read')
  @ApiOkResponse({ type: ReportsPageDto })
  list(@List(reportFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = listInMemory(this.reports.all(), list, ({ id, title }) => ({ id: Number(id), title }));
    return hal.page('reports', list, rows.map(reportDto), total);
  }

  /**
   * A page of rows, or CSV: of the named page, else of all rows up to 100,000. Under /api, the older form, this address
   * starts a task instead and answers 202: see GET /api/reports/{report_id}; there, GET /api/{report_id} returns a page
   * of rows.
   */
  @Get(':report_id')
  @ApiOperation({ summary: 'Get a report' })
  @ApiParam(reportIdParameter)
  @Permission('reports:read')
  @ApiOkResponse({ type: ReportDataDto, content: dataContent })
  @ApiAcceptedResponse({ type: ReportTaskDto, description: 'Beneath /api only: the task that makes the file' })
  async read(
    @Ctx() context: Context,
    @Param('report_id') id: string,
    @ReportParameters() query: QueryParameters,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.answer(context, await this.reports.understand(context, id, query), hal, reply);
  }

  /**
   * Data for a chart of the report: a value for each bucket, in up to the requested number of lines, the largest first.
   * For every report with a `chart` in GET /reports.
   */
  @Get(':report_id/series')
  @ApiOperation({ summary: 'Get a report over time' })
  @ApiParam(reportIdParameter)
  @Permission('reports:read')
  @ApiOkResponse({ type: SeriesDto })
  async series(
    @Ctx() context: Context,
    @Param('report_id') id: string,
    @SeriesParameters() query: QueryParameters,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const asked = await this.reports.understandSeries(context, id, query);
    reply.header('content-type', halMediaType);
    const self = { href: hal.href('reports', asked.request.report.id, 'series') };
    return { ...seriesDto(asked, await this.reports.series(context, asked)), _links: { self } };
  }

  /** The older form's synchronous report: data of the last four hours. */
  @Get(':report_id/recent')
  @ApiOperation({ summary: 'Get a report of the last four hours (older form)' })
  @ApiParam(reportIdParameter)
  @Permission('reports:read')
  @ApiOkResponse({ type: ReportDataDto, content: dataContent })
  async recent(
    @Ctx() context: Context,
    @Param('report_id') id: string,
    @ReportParameters() query: QueryParameters,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.answer(context, await this.reports.understandRecent(context, id, query), hal, reply);
  }

  private async answer(context: Context, request: ReportRequest, hal: Hal, reply: FastifyReply) {
    if (request.format === 'json') return pageAnswer(reply, hal, request, await this.reports.page(context, request));
    const body = await this.reports.csv(context, request);
    await this.trail.downloaded(context, { ...request, reportId: request.report.id }, request.format);
    return streamed(reply, body, request.format, fileName(request.report.id, request.askedAt));
  }
}
