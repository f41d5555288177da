import type { Context } from '../../kernel/context.js';
import type { ListQuery } from './list-query.js';
import { type ListSource, type ListStatement, pageSql, totalSql } from './list-sql.js';

/** The part of database/'s Database that a list needs; http lies beside database, not above it. */
export interface Queries {
  query<Row extends object>(
    context: Context,
    statement: Pick<ListStatement, 'name' | 'text'> & { readonly isRead: true },
    values: readonly unknown[],
  ): Promise<Row[]>;
}

export interface ListedRows<Row> {
  readonly rows: readonly Row[];
  /** Over all pages. */
  readonly total: number;
}

interface Total {
  readonly total_items: number;
}

/** Fetches one page of a list: one statement, unless the page lies beyond the end. */
export async function listRows<Row extends object>(
  database: Queries,
  context: Context,
  list: ListQuery,
  source: ListSource,
): Promise<ListedRows<Row>> {
  const page = pageSql(list, source);
  const rows = await database.query<Row & { total_items?: number }>(context, read(page), page.values);
  const counted = rows[0]?.total_items;
  for (const row of rows) delete row.total_items;
  if (counted !== undefined) return { rows, total: counted };
  if (list.page === 1) return { rows, total: 0 };
  const total = totalSql(list, source);
  const [row] = await database.query<Total>(context, read(total), total.values);
  return { rows, total: row?.total_items ?? 0 };
}

/** Lists only read, so a standby may answer them. */
function read({ name, text }: ListStatement) {
  return { name, text, isRead: true } as const;
}

/** For `ListSource.total`: the exact total that the triggers of a counted table keep. $1 is the organization. */
export function keptTotal(table: string): string {
  return `select coalesce(sum(total), 0)::bigint from resource_counts where organization_id = $1
    and resource = '${table}'`;
}
