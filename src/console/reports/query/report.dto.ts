import { ApiProperty } from '@nestjs/swagger';
import { PageDto, PageLinksDto, SelfLinkDto } from '../../../http/hal/hal.dto.js';
import type { Report } from '../definitions/report.js';

export class ReportColumnDto {
  /** The name in `columns`, `filter` and `sort`. */
  name: string;

  /** Type of its values and of what a filter compares. */
  @ApiProperty({ enum: ['text', 'uuid', 'integer', 'boolean', 'instant'] })
  type: string;

  /** Meaning of its values. */
  description: string;

  /** Whether it is shown by default. */
  is_usual: boolean;
}

export class ReportChartDto {
  /** Values for `measure`, the default first: columns that are added up, or `count`, the number of rows. */
  @ApiProperty({ example: ['count'] })
  measures: string[];

  /** Values for `by`, the default first. */
  @ApiProperty({ example: ['outcome', 'ssid'] })
  groupings: string[];

  /** level: each value is the state at that moment; do not add values of several moments. */
  @ApiProperty({ enum: ['sum', 'level'] })
  kind: string;
}

export class ReportDto {
  @ApiProperty({ example: '110' })
  id: string;

  /** Older ids of the same report. */
  @ApiProperty({ example: ['1'] })
  other_ids: string[];

  /** Title of the report. */
  @ApiProperty({ example: 'Authentication log' })
  title: string;

  /** What one row describes. */
  description: string;
  /** All its columns. */
  columns: ReportColumnDto[];

  /** The default of the parameter `sort`. */
  @ApiProperty({ example: 'at:desc' })
  default_sort: string;

  /** Whether it sums up, in buckets of `period` hours, instead of listing rows. */
  is_grouped: boolean;

  /** What GET /reports/{report_id}/series shows; null: the report has no chart. */
  @ApiProperty({ type: () => ReportChartDto, nullable: true })
  chart: ReportChartDto | null;

  /** Permission required besides `reports:read`. */
  permission: string | null;

  _links: SelfLinkDto;
}

class EmbeddedReportsDto {
  reports: ReportDto[];
}

export class ReportsPageDto extends PageDto {
  _embedded: EmbeddedReportsDto;
}

class EmbeddedRowsDto {
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [
      {
        at: '2026-05-14T13:00:00.000Z',
        outcome: 'rejected',
        username: 'anna@example.com',
        mac: 'aa:bb:cc:00:11:22',
        reason: 'wrong_password',
      },
    ],
  })
  rows: object[];
}

export class ReportDataDto {
  /** As in GET /reports. */
  @ApiProperty({ example: '110' })
  report_id: string;

  /** Title of the report. */
  @ApiProperty({ example: 'Authentication log' })
  title: string;

  /** Included. */
  @ApiProperty({ format: 'date-time', example: '2026-05-13T13:00:00.000Z' })
  earliest: string;

  /** Excluded. */
  @ApiProperty({ format: 'date-time', example: '2026-05-14T13:00:00.000Z' })
  latest: string;

  /** The columns of the rows, in order. */
  @ApiProperty({ example: ['at', 'outcome', 'username', 'mac', 'reason'] })
  columns: string[];

  /** Number of this page, from 1. */
  page: number;
  /** Rows on a full page. */
  page_size: number;
  /** Number of pages. */
  page_count: number;

  /** At most 100,000, the limit of pages. */
  total_items: number;

  /** False if there are more. */
  total_is_exact: boolean;

  _embedded: EmbeddedRowsDto;
  _links: PageLinksDto;
}

export function reportDto(report: Report): Omit<ReportDto, '_links'> {
  return {
    id: report.id,
    other_ids: [...(report.otherIds ?? [])],
    title: report.title,
    description: report.description,
    columns: report.columns.map(({ name, type, description, isUsual = true }) => ({
      name,
      type,
      description,
      is_usual: isUsual,
    })),
    default_sort: report.sort,
    is_grouped: report.time === null,
    chart: report.chart
      ? { ...report.chart, measures: [...report.chart.measures], groupings: [...report.chart.groupings] }
      : null,
    permission: report.permission ?? null,
  };
}
