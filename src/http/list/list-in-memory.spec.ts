import { expect, test } from '@jest/globals';
import { listInMemory } from './list-in-memory.js';
import { readListQuery } from './list-query.js';

const fields = {
  id: 'id',
  sort: 'name:asc',
  fields: {
    name: { column: 'name', type: 'text' },
    guests: { column: 'guests', type: 'integer' },
  },
} as const;
const houses = [
  { name: 'Adler', guests: 5 },
  { name: 'Bär', guests: 12 },
  { name: 'Krone', guests: null },
  { name: 'Post', guests: 12 },
];
const listed = (query: Record<string, string>) =>
  listInMemory(houses, readListQuery(query, fields), (house) => house).rows.map(({ name }) => name);

test.each([
  ['filter[guests]=12', ['Bär', 'Post']],
  ['filter[guests][ne]=12', ['Adler', 'Krone']],
  ['filter[name][in]=Post,Adler', ['Adler', 'Post']],
  ['filter[name][like]=%r%', ['Adler', 'Bär', 'Krone']],
  ['filter[guests][gt]=5', ['Bär', 'Post']],
  ['filter[guests][gte]=5', ['Adler', 'Bär', 'Post']],
  ['filter[guests][lt]=12', ['Adler']],
  ['filter[guests][lte]=12', ['Adler', 'Bär', 'Post']],
  ['filter[guests][gte]=5&filter[name][like]=A%', ['Adler']],
])('%s keeps what the database would keep; what has no value is neither more nor less', (query, kept) => {
  expect(listed(Object.fromEntries(new URLSearchParams(query)))).toEqual(kept);
});

test('what has no value comes last, and first in the opposite order', () => {
  expect(listed({ sort: 'guests:asc,name:desc' })).toEqual(['Adler', 'Post', 'Bär', 'Krone']);
  expect(listed({ sort: 'guests:desc,name:asc' })).toEqual(['Krone', 'Bär', 'Post', 'Adler']);
});
