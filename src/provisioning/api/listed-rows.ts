import type { Database } from '../../database/database.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListSource, pageSql, totalSql } from '../../http/list/list-sql.js';
import type { Context } from '../../kernel/context.js';

export interface ListedRows<Row> {
  readonly rows: readonly Row[];
  /** Over all pages. */
  readonly total: number;
}

/** One page of a list: one statement, unless the page lies beyond the end. */
export async function listedRows<Row extends object>(database: Database, context: Context, list: ListQuery, source: ListSource): Promise<ListedRows<Row>> {
  const page = pageSql(list, source);
  const rows = await database.query<Row & { total_items?: number }>(context, page, page.values);
  const counted = rows[0]?.total_items;
  for (const row of rows) delete row.total_items;
  if (counted !== undefined) return { rows, total: counted };
  if (list.page === 1) return { rows, total: 0 };
  const total = totalSql(list, source);
  return { rows, total: (await database.one<{ total_items: number }>(context, total, total.values))?.total_items ?? 0 };
}
