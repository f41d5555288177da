import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { arrayLiteral } from '../../src/database/array-literal.js';
import { statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
let hotel: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
  hotel = await fresh.organization();
});
afterAll(async () => {
  await fresh.close();
});

const echo = statement(
  'test_array_echo',
  'select array(select v from unnest($1::text[], $2::int[]) as r (v, n)) as values',
);
const length = (values: readonly unknown[]) => `{${values.map((_, index) => index).join(',')}}`;

test('texts arrive in PostgreSQL as they were', async () => {
  const characters = fc.constantFrom(
    'a',
    '"',
    '\\',
    '\n',
    '\t',
    '\b',
    '\u0001',
    '\u007f',
    ',',
    '{',
    '}',
    ' ',
    'ü',
    '😀',
    'n',
    'u0041',
    'NULL',
  );
  const text = fc.array(characters, { maxLength: 8 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text), { minLength: 1, maxLength: 10 }), async (values) => {
      const answer = await fresh.database.one<{ values: (string | null)[] }>(hotel, echo, [
        arrayLiteral(values),
        length(values),
      ]);
      expect(answer?.values).toEqual(values);
    }),
    { numRuns: 200 },
  );
});

test("numbers, truths and absent values have PostgreSQL's form", () => {
  expect(arrayLiteral([1, null, -2])).toBe('{1,null,-2}');
  expect(arrayLiteral([true, undefined, false])).toBe('{true,null,false}');
  expect(arrayLiteral([null, undefined])).toBe('{}');
});
