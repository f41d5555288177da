import type { QueryParameters } from '../../http/list/list-query.js';
import { Problem } from '../../kernel/errors.js';
import type { Report } from '../reports/definitions/report.js';
import { readReportRequest, type ReportRequest } from '../reports/query/report-request.js';
import { requireReadable } from '../reports/query/report-sql.js';
import { type Present, requireLength } from '../reports/query/report-time.js';
import type { ReportSchedule } from './report-schedule.js';
import { spanBefore } from './timetable.js';

const known = ['earliest', 'latest', 'period', 'columns', 'filter', 'sort'];
const mostDays = 366;

type Asked = Pick<ReportSchedule, 'parameters' | 'every'>;

/** The report's request for that time. Anything wrong is an `invalid` Problem at `parameters`. */
export function scheduledRequest(report: Report, { parameters, every }: Asked, present: Present): ReportRequest {
  try {
    const request = readReportRequest(report, { ...spanBefore[every], ...queryOf(parameters) }, present);
    requireReadable(request);
    requireLength(request, mostDays, 'send several reports');
    return request;
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'malformed') throw error;
    throw Problem.invalidField('parameters', error.detail);
  }
}

function queryOf(parameters: ReportSchedule['parameters']): QueryParameters {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, textOf(name, value)]));
}

function textOf(name: string, value: unknown): string {
  if (!known.includes(name)) throw Problem.invalidField('parameters', `${name}: known are ${known.join(', ')}`);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (name === 'columns' && Array.isArray(value)) return value.join(',');
  if (name === 'filter' && typeof value === 'object' && value !== null) return JSON.stringify(value);
  throw Problem.invalidField('parameters', `${name}: as in POST /reports/{report_id}/tasks`);
}
