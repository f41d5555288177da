import { expect, test } from '@jest/globals';
import { readListQuery } from '../../../http/list/list-query.js';
import { auditFields } from './audit.repository.js';
import { idAt, timesAsIds } from './audit-time.js';

const instant = '2026-05-14T13:00:00.123Z';
const conditionsOf = (parameters: Record<string, string>) =>
  timesAsIds(readListQuery(parameters, auditFields)).conditions.map(({ field, operator, values }) => [
    field,
    operator,
    values[0],
  ]);

test('ids of an instant begin with its milliseconds and enclose all of that millisecond', () => {
  const [first, last] = [idAt(instant, 'first'), idAt(instant, 'last')];
  expect(Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse(instant));
  expect(first < last).toBe(true);
  expect(idAt('2026-05-14T13:00:00.122Z', 'last') < first).toBe(true);
  expect(idAt('2026-05-14T13:00:00.124Z', 'first') > last).toBe(true);
});

test('times before 1970 are before every id', () => {
  expect(idAt('0001-01-01T00:00:00.000Z', 'first')).toBe('00000000-0000-7000-8000-000000000000');
});

test.each([
  ['gte', [['id', 'gte', idAt(instant, 'first')]]],
  ['gt', [['id', 'gt', idAt(instant, 'last')]]],
  ['lt', [['id', 'lt', idAt(instant, 'first')]]],
  ['lte', [['id', 'lte', idAt(instant, 'last')]]],
  [
    'eq',
    [
      ['id', 'gte', idAt(instant, 'first')],
      ['id', 'lte', idAt(instant, 'last')],
    ],
  ],
  ['ne', [['at', 'ne', instant]]],
])('a filter by time with %s asks by id where it can', (operator, expected) => {
  expect(conditionsOf({ [`filter[at][${operator}]`]: instant })).toEqual(expected);
});

test('other filters stay, and the order of time is the order of ids', () => {
  expect(conditionsOf({ 'filter[action]': 'update' })).toEqual([['action', 'eq', 'update']]);
  expect(timesAsIds(readListQuery({}, auditFields)).sort).toEqual([{ field: 'id', descending: true }]);
  expect(timesAsIds(readListQuery({ sort: 'label:asc,at:asc' }, auditFields)).sort).toEqual([
    { field: 'label', descending: false },
    { field: 'id', descending: false },
  ]);
});
