import { ApiProperty } from '@nestjs/swagger';
import { SelfLinkDto } from '../../../http/hal/hal.dto.js';
import type { SeriesRequest, SeriesValue } from './series-sql.js';

export class SeriesLineDto {
  /** The value of the column in `by`; null for rows without one, and for the only line if there is no `by`. */
  @ApiProperty({ type: String, nullable: true, example: 'wrong_password' })
  name: string | null;

  /** True: all lines but the largest ones, added up. */
  is_rest: boolean;

  /** One value for each moment in `at`. */
  @ApiProperty({ example: [3, 0, 7] })
  values: number[];

  /** Their sum; null if values are states of a moment. */
  @ApiProperty({ type: Number, nullable: true, example: 10 })
  total: number | null;
}

export class SeriesDto {
  /** As in GET /reports. */
  @ApiProperty({ example: '7' })
  report_id: string;

  /** Title of the report. */
  title: string;

  /** Included. */
  @ApiProperty({ format: 'date-time' })
  earliest: string;

  /** Excluded. */
  @ApiProperty({ format: 'date-time' })
  latest: string;

  /** Minutes in a bucket. */
  step_minutes: number;

  /** The column that is added up. */
  @ApiProperty({ example: 'rejected' })
  measure: string;

  /** The column that splits it into lines. */
  @ApiProperty({ type: String, nullable: true, example: 'reason' })
  by: string | null;

  /** level: each value is the state at that moment; do not add values of several moments. */
  @ApiProperty({ enum: ['sum', 'level'] })
  kind: string;

  /** The beginning of each bucket. */
  @ApiProperty({ type: [String], example: ['2026-05-14T13:00:00.000Z'] })
  at: string[];

  /** The largest one first, all others last. */
  @ApiProperty({ type: () => [SeriesLineDto] })
  lines: SeriesLineDto[];

  _links: SelfLinkDto;
}

export function seriesDto(asked: SeriesRequest, found: readonly SeriesValue[]): Omit<SeriesDto, '_links'> {
  const { request, chart, stepMinutes, measure, by, moments } = asked;
  const lines = new Map<string, SeriesLineDto>();
  for (const { place, name, isRest, value } of found) {
    const key = JSON.stringify([isRest, name]);
    const line = lines.get(key) ?? { name, is_rest: isRest, values: moments.map(() => 0), total: 0 };
    lines.set(key, line);
    if (place < 0 || place >= line.values.length) continue;
    line.values[place] = value;
    line.total = (line.total ?? 0) + value;
  }
  return {
    report_id: request.report.id,
    title: request.report.title,
    earliest: request.earliestAt,
    latest: request.latestAt,
    step_minutes: stepMinutes,
    measure,
    by: by ?? null,
    kind: chart.kind,
    at: moments.map((at) => new Date(at).toISOString()),
    lines: [...lines.values()]
      .toSorted((one, other) => Number(one.is_rest) - Number(other.is_rest))
      .map((line) => (chart.kind === 'level' ? { ...line, total: null } : line)),
  };
}
