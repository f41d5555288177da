import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { type QueryParameters, single, unknownParameter } from '../../http/list/list-query.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { Report } from './definitions/report.js';
import { ReportCatalogue } from './definitions/report-catalogue.js';
import { readReportRequest, type ReportRequest } from './query/report-request.js';
import { mostRowsAtOnce, requireReadable } from './query/report-sql.js';
import { csvStream } from './query/report-stream.js';
import { requireLength } from './query/report-time.js';
import { readSeriesRequest, seriesParameters, type SeriesRequest, type SeriesValue } from './query/series-sql.js';
import { type ReportPage, ReportsRepository } from './query/reports.repository.js';

const mostDaysOfLog = 3660;
const mostDaysOfSums = 31;
const recentSeconds = 4 * 3600;

/** Reports that are answered at once. */
@Injectable()
export class ReportsService {
  constructor(
    private readonly catalogue: ReportCatalogue,
    private readonly reports: ReportsRepository,
    private readonly clock: Clock,
  ) {}

  all(): readonly Report[] {
    return this.catalogue.all();
  }

  async understand(context: Context, id: string, query: QueryParameters, earliest?: string): Promise<ReportRequest> {
    const report = this.catalogue.permitted(context, id);
    const request = readReportRequest(
      report,
      query,
      { at: this.clock.instant(), timeZone: await this.reports.timeZone(context) },
      earliest,
    );
    const isLog = request.report.time !== null;
    requireLength(
      request,
      isLog ? mostDaysOfLog : mostDaysOfSums,
      isLog ? 'ask for several spans' : 'a file takes up to a year: POST /reports/{report_id}/tasks',
    );
    return request;
  }

  async understandSeries(context: Context, id: string, query: QueryParameters): Promise<SeriesRequest> {
    const given = Object.fromEntries(
      seriesParameters.flatMap((name) => (query[name] === undefined ? [] : [[name, single(name, query[name])]])),
    );
    const rest = Object.entries(query).filter(([name]) => !(seriesParameters as readonly string[]).includes(name));
    const foreign = rest.find(([name]) => !/^(earliest|latest|filter(\[.*)?)$/.test(name));
    if (foreign) throw unknownParameter(foreign[0], ['earliest', 'latest', 'filter', ...seriesParameters]);
    return readSeriesRequest(await this.understand(context, id, Object.fromEntries(rest)), given);
  }

  series(context: Context, asked: SeriesRequest): Promise<SeriesValue[]> {
    return this.reports.series(context, asked);
  }

  /** For the older form: nothing older than four hours. */
  async understandRecent(context: Context, id: string, query: QueryParameters): Promise<ReportRequest> {
    const request = await this.understand(context, id, query, '-4h');
    if (request.earliestAt < laterBy(request.askedAt, -recentSeconds)) {
      throw new Problem(
        'malformed',
        'earliest: this form reports on the last 4 hours; for older data ask for a file with GET ' +
          `/api/reports/${request.report.id}`,
      );
    }
    return request;
  }

  page(context: Context, request: ReportRequest): Promise<ReportPage> {
    const { page, pageSize } = request.list;
    if (page * pageSize > mostRowsAtOnce) {
      throw new Problem(
        'malformed',
        `page: pages show the first ${mostRowsAtOnce} rows; narrow earliest and latest, filter, or make a file ` +
          'with POST /reports/{report_id}/tasks',
      );
    }
    return this.reports.page(context, request);
  }

  /** All rows, or those of the named page. */
  async csv(context: Context, request: ReportRequest): Promise<Readable> {
    const names = request.columns.map(({ name }) => name);
    if (request.isPaged) {
      const { rows } = await this.page(context, request);
      return csvStream(names, one(JSON.stringify(rows.map((row) => names.map((name) => row[name])))));
    }
    requireReadable(request);
    if ((await this.reports.count(context, request)) > mostRowsAtOnce) {
      throw new Problem(
        'malformed',
        `format: more than ${mostRowsAtOnce} rows are not answered at once; narrow earliest and latest, ` +
          'filter, or make a file with POST /reports/{report_id}/tasks',
      );
    }
    return csvStream(names, this.reports.batches(context, request));
  }
}

async function* one(content: string): AsyncGenerator<string> {
  yield content;
}
