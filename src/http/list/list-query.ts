import { Problem } from '../../kernel/errors.js';
import { type FilterCondition, readBracketFilter, readJsonFilter } from './filter.js';
import type { ListFields } from './list-fields.js';

export interface SortKey {
  readonly field: string;
  readonly descending: boolean;
}

/** A parsed list call: every name in it is a field of `fields`, every value fits its field's type. */
export interface ListQuery {
  /** From 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly pageSize: number;
  readonly conditions: readonly FilterCondition[];
  readonly sort: readonly SortKey[];
  readonly fields: ListFields;
  /** The parameters as given, in their order, for links. */
  readonly parameters: readonly (readonly [string, string])[];
}

/** Flat, as Fastify parses it: `filter[name][like]` is one key; a parameter given twice is an array. */
export type QueryParameters = Readonly<Record<string, string | string[] | undefined>>;

/** Of a list that says no other. */
export const usualSort = 'created_at:asc';

const mostPages = 10_000_000;
const mostConditions = 20;

/**
 * Reads page, page_size, filter and sort. `others` are further parameters that the route reads itself. Anything unknown
 * or wrong is a `malformed` Problem that names it and what is allowed.
 */
export function readListQuery(query: QueryParameters, fields: ListFields, others: readonly string[] = []): ListQuery {
  const parameters = Object.entries(query).map(([name, value]) => [name, single(name, value)] as const);
  const conditions: FilterCondition[] = [];
  const read = { page: 1, pageSize: 25, sort: readSort(fields.sort ?? usualSort, fields) };
  for (const [name, value] of parameters) {
    if (name === 'page') read.page = wholeNumber(name, value, mostPages);
    else if (name === 'page_size') read.pageSize = wholeNumber(name, value, 100);
    else if (name === 'sort') read.sort = readSort(value, fields);
    else if (name === 'filter') conditions.push(...readJsonFilter(value, fields));
    else if (name.startsWith('filter[')) conditions.push(readBracketFilter(name, value, fields));
    else if (!others.includes(name)) throw unknownParameter(name, ['page', 'page_size', 'filter', 'sort', ...others]);
  }
  if (conditions.length > mostConditions)
    throw new Problem('malformed', `filter: at most ${mostConditions} conditions`);
  return { ...read, conditions, fields, parameters };
}

export function unknownParameter(name: string, known: readonly string[]): Problem {
  return new Problem(
    'malformed',
    `Unknown query parameter ${name}. ${known.length > 0 ? `Known are: ${known.join(', ')}` : 'This call takes none'}`,
  );
}

export function single(name: string, value: string | string[] | undefined): string {
  if (Array.isArray(value)) throw new Problem('malformed', `${name}: give it once`);
  return value ?? '';
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > most) throw new Problem('malformed', `${name}: a whole number from 1 to ${most}`);
  return value;
}

function readSort(text: string, { fields }: ListFields): SortKey[] {
  const keys = text.split(',').map((part) => {
    const [field, direction = 'asc', ...rest] = part.trim().split(':');
    if (!Object.hasOwn(fields, field) || fields[field].sortable === false) {
      const known = Object.keys(fields).filter((each) => fields[each].sortable !== false);
      throw new Problem('malformed', `sort: unknown field ${field}. Known are: ${known.join(', ')}`);
    }
    if (rest.length > 0 || !/^(asc|desc)$/i.test(direction))
      throw new Problem('malformed', `sort: ${field} takes asc or desc, as in ${field}:desc`);
    return { field, descending: direction.toLowerCase() === 'desc' };
  });
  const names = new Set(keys.map(({ field }) => field));
  if (names.size < keys.length) throw new Problem('malformed', 'sort: name each field once');
  return keys;
}
