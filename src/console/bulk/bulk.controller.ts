import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
} from '@nestjs/swagger';
import { Parameter } from '../../http/body/query.decorator.js';
import { StreamedBody } from '../../http/body/streamed-body.js';
import { BodyStream, Streamed } from '../../http/body/streamed-body.decorator.js';
import { Ctx } from '../../http/context.decorator.js';
import { Answer } from '../../http/hal/hal.decorator.js';
import { Hal } from '../../http/hal/hal.js';
import { List } from '../../http/list/list.decorator.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { Area } from '../../http/openapi/area.decorator.js';
import { Permission } from '../../http/permission.decorator.js';
import { BodyLimit } from '../../http/raw.decorator.js';
import { RecordId } from '../../http/record-id.decorator.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { type BulkJob, type RowStatus } from './bulk.js';
import {
  BulkAnswerDto,
  BulkJobDto,
  bulkJobDto,
  BulkJobPageDto,
  BulkJobRequestDto,
  BulkRequestDto,
  bulkResultDto,
  BulkStatusDto,
} from './bulk.dto.js';
import { bulkJobFields } from './bulk-jobs.repository.js';
import { BulkService } from './bulk.service.js';

const megabyte = 2 ** 20;
const resourceName = {
  name: 'resource',
  schema: { type: 'string' },
  example: 'users',
  description: 'Name of a resource that can be written in bulk; 404 for another names them all',
} as const;
const jobWords = 'Id of the bulk job';

@Controller('bulk')
@Area('Up to 100,000 creations, changes and deletions in one call')
export class BulkController {
  constructor(private readonly bulk: BulkService) {}

  /**
   * The organization's jobs, newest first, without their results: `filter[status]=running`. A job is kept for 30 days
   * after its end.
   */
  @Get()
  @ApiOperation({ summary: 'List bulk jobs' })
  @Permission('bulk:read')
  @ApiOkResponse({ type: BulkJobPageDto })
  async list(@Ctx() context: Context, @List(bulkJobFields) list: ListQuery, @Answer() hal: Hal) {
    const { rows, total } = await this.bulk.list(context, list);
    return hal.collection(
      'bulk_jobs',
      list,
      rows.map((job) => linked(hal, job)),
      total,
    );
  }

  /** A result for each operation; also needs the permission to write the resource. */
  @Post(':resource')
  @ApiOperation({ summary: 'Work off a list of operations' })
  @ApiParam(resourceName)
  @HttpCode(200)
  @Permission('bulk:write')
  @BodyLimit(8 * megabyte)
  @ApiBody({ type: BulkRequestDto })
  @ApiOkResponse({ type: BulkAnswerDto })
  async run(@Ctx() context: Context, @Param('resource') resource: string, @Body() body: unknown) {
    const { results, summary } = await this.bulk.run(context, resource, body ?? {});
    return { results: results.map(bulkResultDto), summary };
  }

  /**
   * Stores up to 100,000 operations, which a process then carries out. Instead of a list, a `filter` with an `op` does
   * the same to every record that matches. Also needs the permission to write the resource.
   */
  @Post(':resource/async')
  @ApiOperation({ summary: 'Start a bulk job' })
  @ApiParam(resourceName)
  @HttpCode(202)
  @Permission('bulk:write')
  @Streamed(64 * megabyte)
  @ApiBody({ type: BulkJobRequestDto })
  @ApiAcceptedResponse({ type: BulkJobDto })
  async start(
    @Ctx() context: Context,
    @Param('resource') resource: string,
    @BodyStream() body: StreamedBody,
    @Answer() hal: Hal,
  ) {
    return linked(hal, await this.bulk.start(context, resource, body));
  }

  /** How far the job is, and a page of its results. */
  @Get('status/:job_id')
  @ApiOperation({ summary: 'Get the status of a bulk job' })
  @Permission('bulk:read')
  @ApiOkResponse({ type: BulkStatusDto })
  async status(
    @Ctx() context: Context,
    @RecordId('job_id', jobWords) id: string,
    @Parameter('page', { description: 'Number of the page, from 1' }) pageText: string | undefined,
    @Parameter('page_size', { description: 'Results on a page: 1 to 1000, 25 when absent' })
    sizeText: string | undefined,
    @Parameter('result', {
      oneOf: ['created', 'updated', 'deleted', 'unchanged', 'failed'],
      description: 'Only results of this status',
    })
    result: RowStatus | undefined,
    @Answer() hal: Hal,
  ) {
    const page = wholeNumber('page', pageText, 1, 100_000);
    const pageSize = wholeNumber('page_size', sizeText, 25, 1000);
    const { job, results, total } = await this.bulk.status(context, id, { page, pageSize, status: result });
    const pageCount = Math.ceil(total / pageSize);
    const to = (wanted: number) => ({
      href: hal.href(`bulk/status/${id}?page=${wanted}&page_size=${pageSize}${result ? `&result=${result}` : ''}`),
    });
    return hal.linked({
      ...bulkJobDto(job),
      results: results.map(bulkResultDto),
      page,
      page_size: pageSize,
      page_count: pageCount,
      total_items: total,
      _links: {
        self: to(page),
        ...(pageCount > 0 ? { first: to(1), last: to(pageCount) } : {}),
        ...(page < pageCount ? { next: to(page + 1) } : {}),
        ...(page > 1 && pageCount > 0 ? { prev: to(Math.min(page - 1, pageCount)) } : {}),
      },
    });
  }

  /**
   * A queued job is cancelled at once, a running one after the chunk in hand; what is done stays done. 409 when it is
   * over.
   */
  @Post('status/:job_id/cancel')
  @ApiOperation({ summary: 'Cancel a bulk job' })
  @HttpCode(202)
  @Permission('bulk:write')
  @ApiAcceptedResponse({ type: BulkJobDto })
  async cancel(@Ctx() context: Context, @RecordId('job_id', jobWords) id: string, @Answer() hal: Hal) {
    return linked(hal, await this.bulk.cancel(context, id));
  }

  /** As cancel. */
  @Delete('status/:job_id')
  @ApiOperation({ summary: 'Cancel a bulk job, too' })
  @HttpCode(204)
  @Permission('bulk:write')
  @ApiNoContentResponse()
  async remove(@Ctx() context: Context, @RecordId('job_id', jobWords) id: string) {
    await this.bulk.cancel(context, id);
  }
}

function linked(hal: Hal, job: BulkJob) {
  return hal.about(bulkJobDto(job), 'bulk', 'status', job.id);
}

function wholeNumber(name: string, text: string | undefined, otherwise: number, most: number): number {
  if (text === undefined) return otherwise;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new Problem('malformed', `${name}: a whole number from 1 to ${most}`);
  return value;
}
