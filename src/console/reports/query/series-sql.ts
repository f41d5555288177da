import { Problem } from '../../../kernel/errors.js';
import type { ReportChart } from '../definitions/report.js';
import type { ReportRequest } from './report-request.js';
import { asked, type ReportSql } from './report-sql.js';

/** A chart of a report: values over time, by line. */
export interface SeriesRequest {
  readonly request: ReportRequest;
  readonly chart: ReportChart;
  readonly stepMinutes: number;
  /** The beginning of each bucket, in milliseconds since 1970. */
  readonly moments: readonly number[];
  readonly measure: string;
  /** The column that splits it into lines; undefined: one line. */
  readonly by: string | undefined;
  /** Most lines; all others are added up in one more. */
  readonly lines: number;
}

/** One value of one line. */
export interface SeriesValue {
  readonly place: number;
  readonly name: string | null;
  readonly isRest: boolean;
  readonly value: number;
}

/** Parameters of a series besides those of a report. */
export const seriesParameters = ['step_minutes', 'measure', 'by', 'lines'] as const;

export const mostMoments = 2000;
const usualMoments = 300;
const usualSteps = [5, 15, 60, 360, 1440, 10_080];
const mostLines = 12;
const usualLines = 7;

interface Given {
  readonly step_minutes?: string;
  readonly measure?: string;
  readonly by?: string;
  readonly lines?: string;
}

/** Anything wrong is a `malformed` Problem that names the parameter and what is allowed. */
export function readSeriesRequest(request: ReportRequest, given: Given): SeriesRequest {
  const { report, earliestAt, latestAt } = request;
  const { chart } = report;
  if (!chart)
    throw new Problem('malformed', `The report ${report.id} is rows alone: GET /reports names what has a chart`);
  const [from, to] = [Date.parse(earliestAt), Date.parse(latestAt)];
  const minutes = (to - from) / 60_000;
  const usualStep = usualSteps.find((step) => minutes / step <= usualMoments) ?? Math.ceil(minutes / usualMoments);
  const stepMinutes = given.step_minutes === undefined ? usualStep : whole('step_minutes', given.step_minutes, 527_040);
  const count = Math.ceil(minutes / stepMinutes);
  if (count > mostMoments)
    throw new Problem('malformed', `step_minutes: at most ${mostMoments} steps; these would be ${count}`);
  return {
    request: { ...request, periodMinutes: stepMinutes },
    chart,
    stepMinutes,
    moments: Array.from({ length: count }, (_, place) => from + place * stepMinutes * 60_000),
    measure: oneOf('measure', given.measure ?? chart.measures[0], chart.measures) ?? '',
    by: given.by === undefined ? undefined : oneOf('by', given.by, chart.groupings),
    lines: given.lines === undefined ? usualLines : whole('lines', given.lines, mostLines),
  };
}

/** Assigns each value to its line: the largest by name, all others as one. */
export function seriesSql(context: { readonly organizationId: string }, series: SeriesRequest): ReportSql {
  const { request, measure, by, lines } = series;
  const { from, time, columns } = request.report;
  const { where, values } = asked(context, request);
  const sqlOf = (name: string) => columns.find((column) => column.name === name)?.sql ?? 'null';
  const at = time ?? sqlOf('period_start_at');
  const value = measure === 'count' ? 'count(*)' : `coalesce(sum(${sqlOf(measure)}), 0)`;
  values.push(lines);
  return {
    text: `with counted as (
        select floor(extract(epoch from ${at} - $2::timestamptz) / (60 * $4::int))::int as place,
          ${by === undefined ? 'null::text' : `(${sqlOf(by)})::text`} as name, ${value} as value
        from ${from} where ${where} group by 1, 2),
      ranked as (
        select name, row_number() over (order by sum(value) desc, name) as rank from counted group by name)
      select c.place, case when k.rank <= $${values.length}::int then c.name end as name,
        k.rank > $${values.length}::int as "isRest", sum(c.value)::float8 as value
      from counted c join ranked k on k.name is not distinct from c.name group by 1, 2, 3 order by min(k.rank), 1`,
    values,
  };
}

function whole(name: string, text: string, most: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new Problem('malformed', `${name}: a whole number from 1 to ${most}`);
  return value;
}

function oneOf(name: string, value: string, known: readonly string[]): string {
  if (known.includes(value)) return value;
  const words = known.length > 0 ? `one of ${known.join(', ')}` : 'this report has none';
  throw new Problem('malformed', `${name}: ${words}`);
}
