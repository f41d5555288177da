import { orderSql, whereSql } from '../../../http/list/list-sql.js';
import { Problem } from '../../../kernel/errors.js';
import type { ReportColumn } from '../definitions/report.js';
import type { ReportRequest } from './report-request.js';

/** Rows that one read of a report takes. */
export const rowsAtOnce = 2000;
/** Most rows that a report answers at once, as pages or as CSV. More need a file. */
export const mostRowsAtOnce = 100_000;

export interface ReportSql {
  readonly text: string;
  readonly values: unknown[];
}

/** Position in a log: time and id of the last row, with the time in full precision. */
export interface Position {
  readonly time: string;
  readonly key: string;
}

/**
 * The requested rows, as conditions over `from`. Every statement mentions each parameter, or PostgreSQL could not tell
 * its type.
 */
export function asked(
  context: { readonly organizationId: string },
  { report, earliestAt, latestAt, periodMinutes, askedAt, list }: ReportRequest,
): { where: string; values: unknown[] } {
  const { where, values } = whereSql(list, {
    where: `${report.where} and $2::timestamptz < $3::timestamptz and coalesce($4::int, 1) > 0 and $5::timestamptz is
      not null`,
    values: [context.organizationId, earliestAt, latestAt, periodMinutes, askedAt],
  });
  return { where, values: [...values] };
}

/**
 * One page. Each row carries the total, counted up to the limit of pages. A log is counted in an index and read as far
 * as the page; what is worked out of one is worked out once, for the page and for the total.
 */
export function reportPageSql(context: { readonly organizationId: string }, request: ReportRequest): ReportSql {
  const {
    report: { from, time },
    columns,
    list,
  } = request;
  const { where, values } = asked(context, request);
  const isLog = time !== null;
  const source = isLog ? `${from} where ${where}` : 'r';
  const select = columns.map(({ name, sql }) => `${sql} as "${name}"`).join(', ');
  const total = `select count(*)::int from (select 1 from ${source} limit ${mostRowsAtOnce + 1}) c`;
  values.push(list.pageSize, (list.page - 1) * list.pageSize);
  const paging = `limit $${values.length - 1}::int offset $${values.length}::int`;
  return {
    text: `${isLog ? '' : `with r as materialized (select r.* from ${from} where ${where}) `}select ${select},
      (${total}) as "~total" from ${source} order by ${orderSql(list)} ${paging}`,
    values,
  };
}

/** Number of rows, counted up to one above the limit for answers. */
export function countSql(context: { readonly organizationId: string }, request: ReportRequest): ReportSql {
  const { where, values } = asked(context, request);
  return {
    text: `select count(*)::int as total from (select 1 from ${request.report.from} where ${where}
      limit ${mostRowsAtOnce + 1}) c`,
    values,
  };
}

/**
 * The next rows of a report after `after`, in one row: their number, where they end, and their values as a JSON array
 * of arrays, built in the database. A log is read from its last position (and by its time, so that only later
 * partitions are touched): no read is slower than the first, and nothing stays open in between.
 */
export function batchSql(
  context: { readonly organizationId: string },
  request: ReportRequest,
  after: Position | null,
): ReportSql {
  const {
    report: { from, time, key },
    columns,
  } = request;
  const { where, values } = asked(context, request);
  const way = wayThroughTime(request);
  const ahead = time && after ? aheadSql(time, key, way, after, values) : '';
  const order = time ? `${time}${way}, ${key}${way}` : orderSql(request.list);
  const most = time ? rowsAtOnce : mostRowsAtOnce;
  const text = `
    with batch as materialized (
      select row_number() over () as place, b.* from (
        select ${time ? `${time}::text` : 'null'} as batch_time, ${key}::text as batch_key,
          json_build_array(${columns.map(jsonSql).join(', ')}) as batch_row
        from ${from} where ${where}${ahead} order by ${order} limit ${most}) b)
    select count(*)::int as rows, json_agg(batch_row order by place)::text as content,
      (select batch_time from batch order by place desc limit 1) as time, (select batch_key from batch
      order by place desc limit 1) as key from batch`;
  return { text, values };
}

function aheadSql(time: string, key: string, way: string, { time: at, key: id }: Position, values: unknown[]): string {
  values.push(at, id);
  const [position, last] = [`$${values.length - 1}::timestamptz`, `$${values.length}::uuid`];
  const [beyond, upTo] = way ? ['<', '<='] : ['>', '>='];
  return ` and ${time} ${upTo} ${position} and (${time}, ${key}) ${beyond} (${position}, ${last})`;
}

/** '' or ' desc'. Throws `malformed` for another order, which would have to read everything before the first row. */
function wayThroughTime({ report: { time, columns }, list: { sort } }: ReportRequest): string {
  if (!time) return '';
  const name = columns.find(({ sql }) => sql === time)?.name;
  if (sort.length !== 1 || sort[0].field !== name)
    throw new Problem(
      'malformed',
      `sort: CSV and files of this report are in the order of time: ${name}:asc or ${name}:desc; pages take any order`,
    );
  return sort[0].descending ? ' desc' : '';
}

/** Throws as `batchSql` would. */
export function requireReadable(request: ReportRequest): void {
  wayThroughTime(request);
}

function jsonSql({ sql, type }: ReportColumn): string {
  return type === 'instant' ? `to_char(${sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : sql;
}
