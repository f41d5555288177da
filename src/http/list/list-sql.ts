import { createHash } from 'node:crypto';
import type { FilterCondition } from './filter.js';
import type { FieldType } from './list-fields.js';
import { type ListQuery, usualSort } from './list-query.js';

/** Where a list's rows come from. Constant SQL of the repository; values from outside only through `values`. */
export interface ListSource {
  /** Start of the statement's name: the resource. */
  readonly name: string;
  readonly select: string;
  readonly from: string;
  /** The condition that always holds, with $1… for `values`: `users.organization_id = $1`. */
  readonly where: string;
  readonly values: readonly unknown[];
  /** What `where` reads several times and is to be worked out once: `people as materialized (…)`. */
  readonly with?: string;
  /** SQL of an exact total without filter, if the database keeps one: then nothing is counted. */
  readonly total?: string;
  /** SQL of an exact total with the filter as it is, of `values` alone, where that is cheaper than to count. */
  readonly filteredTotal?: string | undefined;
  /**
   * A row takes long: it has many columns, or the select list reads others for it. So the ids of a page are found
   * first, unless it is the first in the usual order: PostgreSQL would take as long for the rows that it passes over,
   * or sorts where no index has their order. A key has to find a row by its id.
   */
  readonly isRowCostly?: boolean;
}

/** A statement for Database.query, and its values. */
export interface ListStatement {
  /** Empty for rare shapes: these are not prepared, so that callers cannot fill the server's memory with plans. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

const sqlTypes: Record<FieldType, string> = {
  text: 'text',
  uuid: 'uuid',
  integer: 'bigint',
  boolean: 'boolean',
  flag: 'boolean',
  instant: 'timestamptz',
};
const comparisons = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The usual sizes of a first page. */
const usualSizes = [25, 50, 100];

/** From this offset on, reading whole rows only to skip them is expensive. */
const deepOffset = 1000;

/**
 * One page as one statement; each row carries `total_items`. The same shape of call gives the same text, so it can stay
 * prepared. Trap: ORDER BY uses qualified columns, because an output column of the same name would hide the indexed
 * one.
 */
export function pageSql(list: ListQuery, source: ListSource): ListStatement {
  const { where, values } = whereSql(list, source);
  const order = `order by ${orderSql(list)}`;
  const paging = pagingSql(list, values);
  const total = keptTotalOf(list, source) ?? `select count(*) from ${source.from} where ${where}`;
  const select = `select ${source.select}, (${total}) as total_items from ${source.from}`;
  // Skips ids alone, in the index: the 40,000th page takes a quarter of the time.
  const ids = `select ${list.fields.id} from ${source.from} where ${where} ${order} ${paging}`;
  const passedOver = (list.page - 1) * list.pageSize;
  const isByIds = passedOver >= deepOffset || (source.isRowCostly && (passedOver > 0 || !isInUsualOrder(list)));
  const text = isByIds
    ? `${select} where (${source.where}) and ${list.fields.id} = any (array(${ids})) ${order}`
    : `${select} where ${where} ${order} ${paging}`;
  return named(list, source, 'page', withSql(source) + text, values);
}

/** Either way: an index is read backwards as fast. */
function isInUsualOrder({ sort, fields }: ListQuery): boolean {
  return sort.length === 1 && sort[0].field === (fields.sort ?? usualSort).split(':')[0];
}

/** The total alone, for a page beyond the end. */
export function totalSql(list: ListQuery, source: ListSource): ListStatement {
  const kept = keptTotalOf(list, source);
  const { where, values } = kept === undefined ? whereSql(list, source) : { where: '', values: source.values };
  const total = kept ?? `select count(*) from ${source.from} where ${where}`;
  return named(list, source, 'total', `${withSql(source)}select (${total}) as total_items`, values);
}

function keptTotalOf({ conditions }: ListQuery, { total, filteredTotal }: ListSource): string | undefined {
  return conditions.length === 0 ? total : filteredTotal;
}

function withSql({ with: before }: ListSource): string {
  return before ? `with ${before} ` : '';
}

/**
 * A first page of a usual size has its limit in the text. Trap: for an unknown limit PostgreSQL assumes a tenth of the
 * table, finds that expensive and plans every call anew, which takes as long as the page itself.
 */
function pagingSql({ page, pageSize }: ListQuery, values: unknown[]): string {
  if (page === 1 && usualSizes.includes(pageSize)) return `limit ${pageSize}`;
  values.push(pageSize, (page - 1) * pageSize);
  return `limit $${values.length - 1}::int offset $${values.length}::bigint`;
}

/** The conditions of a list, and the values of the source followed by theirs. */
export function whereSql(
  list: ListQuery,
  source: Pick<ListSource, 'where' | 'values'>,
): { where: string; values: unknown[] } {
  const values = [...source.values];
  const conditions = list.conditions.map((condition) => conditionSql(condition, list, values));
  return { where: [`(${source.where})`, ...conditions].join(' and '), values };
}

function conditionSql(
  { field, operator, values: wanted }: FilterCondition,
  { fields }: ListQuery,
  values: unknown[],
): string {
  const { column, type, fold, states, isBytewise } = fields.fields[field];
  if (wanted[0] === null) return `${column} is ${operator === 'ne' ? 'not ' : ''}null`;
  if (states && (operator === 'eq' || operator === 'in')) return stateSql(states, wanted.map(String));
  values.push(operator === 'in' ? wanted : wanted[0]);
  const parameter = `$${values.length}::${sqlTypes[type]}`;
  if (operator === 'in') return `${column} = any (${parameter}[])`;
  // Without an escape character every pattern is valid; only % and _ are special. A folded column has one case.
  if (operator === 'like')
    return (
      `${column} ${fold ? 'like' : 'ilike'} ${parameter} escape ` +
      `''${isBytewise ? rangeSql(column, String(wanted[0]), values) : ''}`
    );
  if (operator === 'ne') return `${column} is distinct from ${parameter}`;
  return `${column} ${operator === 'eq' ? '=' : comparisons[operator]} ${parameter}`;
}

function stateSql(states: Readonly<Record<string, string>>, wanted: readonly string[]): string {
  const conditions = Object.entries(states)
    .filter(([state]) => wanted.includes(state))
    .map(([, sql]) => `(${sql})`);
  return conditions.length > 0 ? `(${conditions.join(' or ')})` : 'false';
}

/**
 * The texts that begin as the pattern does. Trap: row-level security keeps `like` from using an index, but not a range.
 */
function rangeSql(column: string, pattern: string, values: unknown[]): string {
  const beginning = Array.from(pattern.slice(0, /[%_]|$/.exec(pattern)?.index));
  const last = beginning.at(-1)?.codePointAt(0) ?? 0x10ffff;
  if (last === 0x10ffff) return '';
  const end = [...beginning.slice(0, -1), String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1)];
  values.push(beginning.join(''), end.join(''));
  return ` and ${column} >= $${values.length - 1}::text and ${column} < $${values.length}::text`;
}

/** The id sorts in the direction of the column before it, so that an index can be read backwards as a whole. */
export function orderSql({ sort, fields }: ListQuery): string {
  const way = (descending = false) => (descending ? ' desc' : '');
  const keys = sort.map(({ field, descending }) => `${fields.fields[field].column}${way(descending)}`);
  return [...keys, fields.id + way(sort.at(-1)?.descending)].join(', ');
}

function named(
  list: ListQuery,
  source: ListSource,
  what: string,
  text: string,
  values: readonly unknown[],
): ListStatement {
  // A pattern needs a plan of its own: a kept plan does not know where it begins.
  const hasPattern = list.conditions[0]?.operator === 'like' || source.with !== undefined;
  const isUsual = list.conditions.length <= 1 && list.sort.length <= 1 && !hasPattern;
  return {
    name: isUsual ? `${source.name}_${what}_${createHash('sha1').update(text).digest('hex').slice(0, 16)}` : '',
    text,
    values,
  };
}
