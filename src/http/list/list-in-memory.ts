import { isLike } from '../../kernel/like.js';
import type { FilterCondition } from './filter.js';
import type { FilterValue } from './filter-value.js';
import type { ListQuery } from './list-query.js';

type Row = Readonly<Record<string, FilterValue>>;

/**
 * One page of rows that are not in the database, under the same filters and sorts; `fieldsOf` gives a row's values by
 * field name.
 */
export function listInMemory<Item>(
  items: readonly Item[],
  query: ListQuery,
  fieldsOf: (item: Item) => Row,
): { rows: Item[]; total: number } {
  const kept = items
    .map((item) => ({ item, row: fieldsOf(item) }))
    .filter(({ row }) => query.conditions.every((condition) => holds(row, condition)));
  kept.sort((one, other) => compare(one.row, other.row, query));
  return {
    rows: kept.slice((query.page - 1) * query.pageSize, query.page * query.pageSize).map(({ item }) => item),
    total: kept.length,
  };
}

function holds(row: Row, { field, operator, values }: FilterCondition): boolean {
  const actual = row[field];
  const [wanted] = values;
  switch (operator) {
    case 'eq':
      return actual === wanted;
    case 'ne':
      return actual !== wanted;
    case 'in':
      return values.includes(actual);
    case 'like':
      return typeof actual === 'string' && isLike(actual, String(wanted));
    case 'gt':
      return actual !== null && wanted !== null && actual > wanted;
    case 'gte':
      return actual !== null && wanted !== null && actual >= wanted;
    case 'lt':
      return actual !== null && wanted !== null && actual < wanted;
    case 'lte':
      return actual !== null && wanted !== null && actual <= wanted;
  }
}

function compare(one: Row, other: Row, { sort }: ListQuery): number {
  for (const { field, descending } of sort) {
    const order = inOrder(one[field], other[field]);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** Nulls last, as in the database. */
function inOrder(one: FilterValue, other: FilterValue): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -1 : 1;
}
