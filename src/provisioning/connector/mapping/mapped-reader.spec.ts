import { expect, test } from '@jest/globals';
import { Effort } from './effort.js';
import { mappedReader } from './mapped-reader.js';

const contracts = (...ends: (string | null)[]) => ends.map((to) => ({ goesOn: true, to }));

test.each<[string, object[] | string, string | undefined]>([
  ['several ends: the last', contracts('2026-06-30', '2026-12-31', '2026-09-30'), '2026-12-31'],
  ['one that does not end: none', contracts('2026-06-30', null), undefined],
  [
    'one that has ended is not looked at',
    [...contracts('2026-06-30'), { goesOn: false, to: '2027-01-31' }],
    '2026-06-30',
  ],
  ['nothing that goes on', [{ goesOn: false, to: '2026-06-30' }], undefined],
  ['no list', 'none', undefined],
])('the latest of a list, %s', (_what, listed, expected) => {
  const find = { field: '/goesOn', op: 'eq', value: true, take: '/to', of: 'latest' } as const;
  const read = mappedReader('fields/last_working_day', { path: '/contracts', find }, 'day');
  const place = { record: { contracts: listed }, message: {}, zone: 'UTC', tables: {}, effort: new Effort() };
  expect(read(place)).toBe(expected);
});
