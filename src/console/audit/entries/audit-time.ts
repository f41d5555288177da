import type { FilterCondition, FilterOperator } from '../../../http/list/filter.js';
import type { ListQuery } from '../../../http/list/list-query.js';
import type { Instant } from '../../../kernel/clock.js';

const [lowest, highest] = ['7000-8000-000000000000', '7fff-8fff-ffffffffffff'];

/** The first or last possible id of an entry in this millisecond: ids are UUIDv7 and begin with the entry's time. */
export function idAt(instant: Instant, end: 'first' | 'last'): string {
  const digits = Math.max(0, Date.parse(instant)).toString(16).padStart(12, '0').slice(-12);
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${end === 'first' ? lowest : highest}`;
}

const asId: Partial<Record<FilterOperator, readonly (readonly [FilterOperator, 'first' | 'last'])[]>> = {
  gte: [['gte', 'first']],
  gt: [['gt', 'last']],
  lt: [['lt', 'first']],
  lte: [['lte', 'last']],
  eq: [
    ['gte', 'first'],
    ['lte', 'last'],
  ],
};

/** The same query with times expressed as ids, so that the primary key finds and orders them. */
export function timesAsIds(list: ListQuery): ListQuery {
  return {
    ...list,
    conditions: list.conditions.flatMap((condition): readonly FilterCondition[] => {
      const [value] = condition.values;
      const ways = condition.field === 'at' && typeof value === 'string' ? asId[condition.operator] : undefined;
      return (
        ways?.map(([operator, end]) => ({ field: 'id', operator, values: [idAt(value as string, end)] })) ?? [condition]
      );
    }),
    sort: list.sort.map((key) => (key.field === 'at' ? { ...key, field: 'id' } : key)),
  };
}
