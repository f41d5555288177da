import { ApiProperty } from '@nestjs/swagger';
import { Field, OneOfField, VerbatimField, WholeNumberField } from '../../../http/body/fields.js';
import { readListOf, readObject, readRaw } from '../../../http/body/readers.js';
import { LinkDto, PageDto } from '../../../http/hal/hal.dto.js';
import type { QueryParameters } from '../../../http/list/list-query.js';
import { Problem } from '../../../kernel/errors.js';
import type { Report } from '../definitions/report.js';
import { type ReportFormat, reportFormats } from '../query/report-request.js';
import { progressOf, type ReportTask, taskStatuses } from './report-task.js';

/** Each as the parameter of its name in GET /reports/{report_id}. */
export class ReportTaskInputDto {
  /** Included. ISO 8601, or relative: -4h, -7d, -1d@d. */
  @VerbatimField(64, { minLength: 0, required: false, example: '-30d' })
  earliest?: string;

  /** Excluded. ISO 8601, or relative; now where absent. */
  @VerbatimField(64, { minLength: 0, required: false, example: 'now' })
  latest?: string;

  /** Hours of a bucket, where the report sums up. */
  @WholeNumberField(1, 8784, { required: false })
  period?: number;

  /** Which, in this order; the usual ones where absent. */
  @Field(readListOf(readRaw, 1, 100), {
    required: false,
    type: [String],
    minItems: 1,
    maxItems: 100,
    example: ['at', 'username', 'mac', 'reason'],
  })
  columns?: string[];

  /** In which the file is handed out where nobody says another. */
  @OneOfField(reportFormats, { required: false, default: 'json' })
  format?: ReportFormat;

  /** `{"column": value}` or `{"column": {"op": value}}`. */
  @Field(readObject, {
    selfRequired: false,
    type: 'object',
    additionalProperties: true,
    example: { outcome: 'rejected' },
  })
  filter?: object;

  /** Time, ascending or descending; sums take any order. */
  @VerbatimField(200, { minLength: 0, required: false, example: 'at:asc' })
  sort?: string;
}

/** What the body says, as parameters. */
export function parametersOf({
  earliest,
  latest,
  period,
  columns,
  format,
  filter,
  sort,
}: ReportTaskInputDto): QueryParameters {
  const said = {
    earliest,
    latest,
    period: period?.toString(),
    columns: columns?.join(','),
    format,
    filter: filter && JSON.stringify(filter),
    sort,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** A refusal of a parameter (400) as one of the field that it came from (422). */
export async function inBody<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'malformed') throw error;
    const field = /^(\w+)/.exec(error.detail)?.[1] ?? '';
    throw new Problem('invalid', error.detail, [
      { pointer: `#/${field}`, detail: error.detail.replace(/^[^:]*: /, '') },
    ]);
  }
}

class ReportTaskLinksDto {
  /** The task itself. */
  self: LinkDto;

  /** Present once the file is there. */
  file?: LinkDto;
}

export class ReportTaskDto {
  /** Id of the task. */
  @ApiProperty({ format: 'uuid', example: '0190a0a1-0000-7000-8000-000000000001' })
  task_name: string;

  /** The report that the file is of. */
  @ApiProperty({ example: '110' })
  report_id: string;

  /** completed: the file is there. expired: the file is deleted. */
  @ApiProperty({ enum: taskStatuses })
  status: string;

  /** 0 to 100. */
  progress: number;

  /** Rows in the file so far. */
  rows: number;

  /** In which the file is handed out where nobody says another. */
  @ApiProperty({ enum: reportFormats })
  format: string;

  /** Included. */
  @ApiProperty({ format: 'date-time' })
  earliest: string;

  /** Excluded. */
  @ApiProperty({ format: 'date-time' })
  latest: string;

  /** Why it failed. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true })
  error: object | null;

  created_at: string;
  /** Null: it waits its turn. */
  started_at: string | null;
  /** Null: it is not over. */
  finished_at: string | null;

  /** Until when the file is kept. */
  expires_at: string | null;

  _links: ReportTaskLinksDto;
}

class EmbeddedReportTasksDto {
  tasks: ReportTaskDto[];
}

export class ReportTaskPageDto extends PageDto {
  _embedded: EmbeddedReportTasksDto;
}

export function reportTaskDto(task: ReportTask, report: Report | undefined): Omit<ReportTaskDto, '_links'> {
  return {
    task_name: task.id,
    report_id: task.reportId,
    status: task.status,
    progress: progressOf(task, String(task.parameters.sort ?? report?.sort ?? '').endsWith(':desc')),
    rows: task.rows,
    format: task.format,
    earliest: task.earliestAt,
    latest: task.latestAt,
    error: task.problem,
    created_at: task.createdAt,
    started_at: task.startedAt,
    finished_at: task.finishedAt,
    expires_at: task.expiresAt,
  };
}
