import { Injectable } from '@nestjs/common';
import { Database, replanned, sqlState, statement } from '../../../database/database.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import type { ReportRequest } from './report-request.js';
import { batchSql, countSql, mostRowsAtOnce, reportPageSql, type Position, type ReportSql } from './report-sql.js';
import { type SeriesRequest, seriesSql, type SeriesValue } from './series-sql.js';

export type ReportRow = Readonly<Record<string, string | number | boolean | null>>;

export interface ReportPage {
  readonly rows: readonly ReportRow[];
  /** Over all pages, at most `mostRowsAtOnce`. */
  readonly total: number;
  /** False if there are more. */
  readonly isTotalExact: boolean;
}

export interface Batch {
  readonly rows: number;
  /** An array of rows, each an array of values, as JSON. */
  readonly content: string;
  /** Where the next one begins; null for a report in one batch. */
  readonly position: Position | null;
}

const limit = statement('reports_limit', "select set_config('statement_timeout', $1, true)");
const timeZone = statement('reports_time_zone', 'select time_zone as "timeZone" from organizations where id = $1');
const cancelled = '57014';

/** Planned with its values each time, so that only the partitions of that time are opened. */
@Injectable()
export class ReportsRepository {
  /** Limit for what a caller waits for. Reading a whole year for a few rows is work for a file. */
  mostMilliseconds = 20_000;

  constructor(private readonly database: Database) {}

  /** The organization's time zone. */
  async timeZone(context: Context): Promise<string> {
    return (
      (await this.database.one<{ timeZone: string }>(context, timeZone, [context.organizationId]))?.timeZone ?? 'UTC'
    );
  }

  async page(context: Context, request: ReportRequest): Promise<ReportPage> {
    const rows = await this.awaited<Record<string, ReportRow[string]> & { '~total'?: number }>(
      context,
      reportPageSql(context, request),
    );
    const total = rows[0]?.['~total'] ?? (request.list.page === 1 ? 0 : await this.count(context, request));
    for (const row of rows) delete row['~total'];
    return { rows, total: Math.min(total, mostRowsAtOnce), isTotalExact: total <= mostRowsAtOnce };
  }

  /** The values of a chart: index of the bucket from 0, line, value. */
  series(context: Context, asked: SeriesRequest): Promise<SeriesValue[]> {
    return this.awaited<SeriesValue>(context, seriesSql(context, asked));
  }

  /** At most one above `mostRowsAtOnce`. */
  async count(context: Context, request: ReportRequest): Promise<number> {
    const [{ total }] = await this.awaited<{ total: number }>(context, countSql(context, request));
    return total;
  }

  /** The rows after `after`; undefined when there are none. */
  async batch(context: Context, request: ReportRequest, after: Position | null): Promise<Batch | undefined> {
    const [{ rows, content, time, key }] = await this.awaited<{
      rows: number;
      content: string;
      time: string | null;
      key: string;
    }>(context, batchSql(context, request, after));
    return rows === 0 ? undefined : { rows, content, position: time === null ? null : { time, key } };
  }

  /** All rows, in batches. Each has its own transaction, so a slow reader holds no connection. */
  async *batches(context: Context, request: ReportRequest): AsyncGenerator<string> {
    let after: Position | null = null;
    do {
      const batch: Batch | undefined = await this.batch(context, request, after);
      if (!batch) return;
      yield batch.content;
      after = batch.position;
    } while (after);
  }

  /** Writes the rows after `after` as a chunk of a task's file, inside the database. */
  async writeChunk(
    context: Context,
    request: ReportRequest,
    after: Position | null,
    to: { readonly taskId: string; readonly chunk: number },
  ): Promise<Omit<Batch, 'content'>> {
    const { text, values } = batchSql(context, request, after);
    values.push(to.taskId, to.chunk);
    const [{ rows, time, key }] = await this.query<{ rows: number; time: string | null; key: string }>(context, {
      text: `with batch_of_report as (${text}),
        written as (insert into report_file_chunks (organization_id, task_id, chunk, rows, content)
          select $1, $${values.length - 1}::uuid, $${values.length}::int, rows, content from batch_of_report
            where rows > 0 returning 1)
        select rows, time, key from batch_of_report`,
      values,
    });
    return { rows, position: time === null ? null : { time, key } };
  }

  private async awaited<Row extends object>(context: Context, sql: ReportSql): Promise<Row[]> {
    try {
      return await this.database.reading(context, async (inside) => {
        await this.database.query(inside, limit, [`${this.mostMilliseconds}`]);
        return this.query<Row>(inside, sql);
      });
    } catch (error) {
      if (sqlState(error) !== cancelled) throw error;
      throw new Problem(
        'malformed',
        `earliest: reading this takes longer than ${this.mostMilliseconds / 1000} s; narrow earliest and ` +
          'latest, filter otherwise, or make a file with POST /reports/{report_id}/tasks',
      );
    }
  }

  private query<Row extends object>(context: Context, { text, values }: ReportSql): Promise<Row[]> {
    return this.database.query<Row>(context, replanned('', text), values);
  }
}
