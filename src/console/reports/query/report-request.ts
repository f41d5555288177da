import { type ListQuery, type QueryParameters, readListQuery, single } from '../../../http/list/list-query.js';
import type { Instant } from '../../../kernel/clock.js';
import { Problem } from '../../../kernel/errors.js';
import { fieldsOf, type Report, type ReportColumn } from '../definitions/report.js';
import { type Present, readSpan, type ReportSpan } from './report-time.js';

export const reportFormats = ['json', 'csv', 'csvfile'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Besides page, page_size, filter and sort. */
export const reportParameters = ['earliest', 'latest', 'period', 'columns', 'format'] as const;

const mostPeriodHours = 8784;

/** A parsed request for a report. */
export interface ReportRequest extends ReportSpan {
  readonly report: Report;
  readonly columns: readonly ReportColumn[];
  readonly periodMinutes: number | null;
  readonly format: ReportFormat;
  readonly list: ListQuery;
  /** Whether the caller named a page, so that formats without pages return one. */
  readonly isPaged: boolean;
  /** The present time, for states such as a voucher's. */
  readonly askedAt: Instant;
}

/** Anything unknown or wrong is a `malformed` Problem that names it and what is allowed. `earliest` is the default. */
export function readReportRequest(
  report: Report,
  query: QueryParameters,
  present: Present,
  earliest = report.earliest ?? '-24h',
): ReportRequest {
  const list = readListQuery(query, fieldsOf(report), reportParameters);
  const given = (name: (typeof reportParameters)[number]) =>
    query[name] === undefined ? undefined : single(name, query[name]);
  return {
    report,
    columns: readColumns(report, given('columns')),
    ...readSpan(given('earliest') ?? earliest, given('latest') ?? 'now', present),
    periodMinutes: readPeriod(given('period')),
    format: readFormat(given('format') ?? 'json'),
    list,
    isPaged: query.page !== undefined || query.page_size !== undefined,
    askedAt: present.at,
  };
}

function readColumns({ columns }: Report, text: string | undefined): readonly ReportColumn[] {
  if (text === undefined) return columns.filter(({ isUsual = true }) => isUsual);
  const byName = new Map(
    columns.flatMap((column) =>
      [column.name, ...(column.otherNames ?? [])].map((name) => [plain(name), column] as const),
    ),
  );
  const chosen = text.split(',').map((name) => {
    const column = byName.get(plain(name));
    if (name.trim() === '')
      throw new Problem('malformed', 'columns: names of columns, separated by commas; leave it out for the usual ones');
    if (!column)
      throw new Problem(
        'malformed',
        `columns: unknown column ${name.trim()}. Known are: ${columns.map((each) => each.name).join(', ')}`,
      );
    return column;
  });
  if (new Set(chosen).size < chosen.length) throw new Problem('malformed', 'columns: name each column once');
  return chosen;
}

/** `Client MAC`, `client-mac` and `client_mac` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function readPeriod(text: string | undefined): number | null {
  if (text === undefined) return null;
  const hours = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (hours < 1 || hours > mostPeriodHours)
    throw new Problem('malformed', `period: a whole number of hours from 1 to ${mostPeriodHours}`);
  return hours * 60;
}

function readFormat(text: string): ReportFormat {
  const format = reportFormats.find((each) => each === text);
  if (!format) throw new Problem('malformed', `format: one of ${reportFormats.join(', ')}`);
  return format;
}
