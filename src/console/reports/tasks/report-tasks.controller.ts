import { Controller, Delete, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiExtraModels,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Parameter } from '../../../http/body/query.decorator.js';
import { Values } from '../../../http/body/values.decorator.js';
import { Ctx } from '../../../http/context.decorator.js';
import { Answer } from '../../../http/hal/hal.decorator.js';
import { Hal, halMediaType } from '../../../http/hal/hal.js';
import { List } from '../../../http/list/list.decorator.js';
import type { ListQuery, QueryParameters } from '../../../http/list/list-query.js';
import { Area } from '../../../http/openapi/area.decorator.js';
import { Permission } from '../../../http/permission.decorator.js';
import { RecordId, recordIdOf } from '../../../http/record-id.decorator.js';
import type { Context } from '../../../kernel/context.js';
import { AuditTrail } from '../../audit-trail/audit-trail.js';
import { fileName, streamed } from '../query/report-answer.js';
import { ReportCatalogue } from '../definitions/report-catalogue.js';
import { reportIdParameter, ReportParameters } from '../query/report-parameters.decorator.js';
import { type ReportFormat, reportFormats } from '../query/report-request.js';
import type { ReportTask } from './report-task.js';
import {
  inBody,
  parametersOf,
  ReportTaskDto,
  reportTaskDto,
  ReportTaskInputDto,
  ReportTaskPageDto,
} from './report-task.dto.js';
import { taskFields } from './report-tasks.repository.js';
import { ReportTasksService } from './report-tasks.service.js';

const taskWords = 'As returned when the report was asked for';
const fileFormat = {
  oneOf: reportFormats,
  description: 'In which the file comes; the one asked for at the start when absent',
};
const fileContent = {
  'application/json': {
    schema: {
      type: 'object',
      properties: {
        task_name: { type: 'string' },
        report_id: { type: 'string' },
        columns: { type: 'array', items: { type: 'string' } },
        rows: { type: 'array', items: { type: 'object', additionalProperties: true } },
      },
    },
  },
  'text/csv': { schema: { type: 'string' } },
} as const;

@Controller('reports')
@Area('Files of reports, made in the background')
@ApiExtraModels(ReportTaskDto, ReportTaskPageDto)
export class ReportTasksController {
  constructor(
    private readonly tasks: ReportTasksService,
    private readonly catalogue: ReportCatalogue,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * With `task_name`, the prepared report, streamed; 202 with its status while it is being prepared. Without, a page of
   * the organization's report tasks.
   */
  @Get('tasks')
  @ApiOperation({ summary: 'Get a prepared report, or list report tasks' })
  @Permission('reports:read')
  @ApiOkResponse({
    content: {
      ...fileContent,
      [halMediaType]: {
        schema: {
          oneOf: [{ $ref: '#/components/schemas/ReportTaskPageDto' }, { $ref: '#/components/schemas/ReportTaskDto' }],
        },
      },
    },
  })
  async list(
    @Ctx() context: Context,
    @Parameter('task_name', { description: taskWords }) name: string | undefined,
    @Parameter('format', fileFormat) format: ReportFormat | undefined,
    @List(taskFields) list: ListQuery,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (name !== undefined)
      return this.fileOrStatus(context, await this.tasks.read(context, recordIdOf(name)), format, hal, reply);
    const { rows, total } = await this.tasks.list(context, list);
    return hal.collection(
      'tasks',
      list,
      rows.map((task) => this.shown(hal, task)),
      total,
    );
  }

  /** How far it is. Its file is at `_links.file` once it is completed. */
  @Get('tasks/:task_name')
  @ApiOperation({ summary: 'Get the status of a report task' })
  @Permission('reports:read')
  @ApiOkResponse({ type: ReportTaskDto })
  async read(
    @Ctx() context: Context,
    @RecordId('task_name', taskWords) id: string,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('content-type', halMediaType);
    return this.shown(hal, await this.tasks.read(context, id));
  }

  /** The whole file, streamed. 409 while it is not completed; 404 once its time is over. */
  @Get('tasks/:task_name/file')
  @ApiOperation({ summary: 'Download the file of a report task' })
  @Permission('reports:read')
  @ApiOkResponse({ content: fileContent })
  async file(
    @Ctx() context: Context,
    @RecordId('task_name', taskWords) id: string,
    @Parameter('format', fileFormat) format: ReportFormat | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.sendFile(context, await this.tasks.read(context, id), format, reply);
  }

  /** Ends it when it is waiting or running (after the rows in hand); a finished one is deleted with its file. */
  @Delete('tasks/:task_name')
  @ApiOperation({ summary: 'Cancel or delete a report task' })
  @HttpCode(204)
  @Permission('reports:write')
  @ApiNoContentResponse()
  remove(@Ctx() context: Context, @RecordId('task_name', taskWords) id: string) {
    return this.tasks.cancel(context, id);
  }

  /** Some process makes the file: up to 5,000,000 rows, kept for 48 hours. 409 while ten tasks are open. */
  @Post(':report_id/tasks')
  @ApiOperation({ summary: 'Make a file of a report' })
  @ApiParam(reportIdParameter)
  @HttpCode(202)
  @Permission('reports:read')
  @ApiAcceptedResponse({ type: ReportTaskDto })
  async start(
    @Ctx() context: Context,
    @Param('report_id') id: string,
    @Values(ReportTaskInputDto) input: ReportTaskInputDto,
    @Answer() hal: Hal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.accepted(hal, reply, await inBody(() => this.tasks.start(context, id, parametersOf(input))));
  }

  /** The asynchronous request of the older form. The data is at `GET /api/reports/tasks?task_name=…`. */
  @Get(':report_id/task')
  @ApiOperation({ summary: 'Make a file of a report (older form)' })
  @ApiParam(reportIdParameter)
  @HttpCode(202)
  @Permission('reports:read')
  @ApiAcceptedResponse({ type: ReportTaskDto })
  async startOlder(
    @Ctx() context: Context,
    @Param('report_id') id: string,
    @ReportParameters() query: QueryParameters,
    @Answer() hal: Hal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Fastify answers HEAD with the same handler; a HEAD request starts nothing.
    if (request.method === 'HEAD')
      return reportTaskDto(await this.tasks.understand(context, id, query), this.catalogue.find(id));
    return this.accepted(hal, reply, await this.tasks.start(context, id, query));
  }

  private accepted(hal: Hal, reply: FastifyReply, task: ReportTask) {
    reply.header('content-type', halMediaType).header('location', hal.href('reports', 'tasks', task.id));
    return this.shown(hal, task);
  }

  private fileOrStatus(
    context: Context,
    task: ReportTask,
    format: ReportFormat | undefined,
    hal: Hal,
    reply: FastifyReply,
  ): Promise<Readable> | object {
    if (task.status !== 'queued' && task.status !== 'running') return this.sendFile(context, task, format, reply);
    reply.code(202).header('content-type', halMediaType).header('retry-after', '2');
    return this.shown(hal, task);
  }

  private async sendFile(
    context: Context,
    task: ReportTask,
    wanted: ReportFormat | undefined,
    reply: FastifyReply,
  ): Promise<Readable> {
    const { body, format } = this.tasks.file(context, task, wanted);
    await this.trail.downloaded(context, task, format);
    return streamed(reply, body, format, fileName(task.reportId, task.createdAt));
  }

  private shown(hal: Hal, task: ReportTask): ReportTaskDto {
    const self = hal.href('reports', 'tasks', task.id);
    const file = task.status === 'completed' ? { file: { href: `${self}/file` } } : {};
    return { ...reportTaskDto(task, this.catalogue.find(task.reportId)), _links: { self: { href: self }, ...file } };
  }
}
