import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import type { ReportRequest } from './report-request.js';
import { batchSql, countSql, mostRowsAtOnce, pageSql, type Position, type ReportSql } from './report-sql.js';

export type ReportRow = Readonly<Record<string, string | number | boolean | null>>;

export interface ReportPage {
  readonly rows: readonly ReportRow[];
  /** Over all pages; at most `mostRowsAtOnce`. */
  readonly total: number;
  /** False: there are more than that. */
  readonly isTotalExact: boolean;
}

export interface Batch {
  readonly rows: number;
  /** An array of rows, each an array of values, as JSON. */
  readonly content: string;
  /** Where the next one begins; null for a report that is one batch. */
  readonly position: Position | null;
}

/** Planned with its values each time, so that only partitions of the time asked for are opened. */
@Injectable()
export class ReportsRepository {
  constructor(private readonly database: Database) {}

  async page(context: Context, request: ReportRequest): Promise<ReportPage> {
    const found = await this.query<ReportRow & { '~total': number }>(context, pageSql(context, request));
    const total = found[0]?.['~total'] ?? (request.list.page === 1 ? 0 : await this.count(context, request));
    const rows = found.map(({ '~total': _, ...row }) => row);
    return { rows, total: Math.min(total, mostRowsAtOnce), isTotalExact: total <= mostRowsAtOnce };
  }

  /** At most one above `mostRowsAtOnce`. */
  async count(context: Context, request: ReportRequest): Promise<number> {
    const [{ total }] = await this.query<{ total: number }>(context, countSql(context, request));
    return total;
  }

  /** The rows after `after`; undefined when there are none. */
  async batch(context: Context, request: ReportRequest, after: Position | null): Promise<Batch | undefined> {
    const [{ rows, content, time, key }] = await this.query<{ rows: number; content: string; time: string | null; key: string }>(context, batchSql(context, request, after));
    return rows === 0 ? undefined : { rows, content, position: time === null ? null : { time, key } };
  }

  /** All rows, a batch at a time, each in a transaction of its own: a slow reader holds no connection. */
  async* batches(context: Context, request: ReportRequest): AsyncGenerator<string> {
    let after: Position | null = null;
    do {
      const batch: Batch | undefined = await this.batch(context, request, after);
      if (!batch) return;
      yield batch.content;
      after = batch.position;
    } while (after);
  }

  private query<Row extends object>(context: Context, { text, values }: ReportSql): Promise<Row[]> {
    return this.database.query<Row>(context, replanned('', text), values);
  }
}
