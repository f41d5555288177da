import { expect, test } from '@jest/globals';
import { listedRows } from './listed-rows.js';

const insert = `
  insert into guests (organization_id, id, stay, note, updated_at)
  select $1, r.id, r.stay, coalesce(r.note, '-'), $3
  from json_to_recordset($2::json) as r (id uuid, stay jsonb, note text)
  on conflict do nothing returning id`;
const sentFor = (rows: readonly object[]) => listedRows(insert)(['house', JSON.stringify(rows), 'now']);

test('a few rows are a list of values, each value by its place', () => {
  expect(
    sentFor([
      { id: 'a', stay: { room: 7 }, note: 'late' },
      { id: 'b', stay: null },
    ]),
  ).toEqual({
    text:
      'insert into guests (organization_id, id, stay, note, updated_at) values ' +
      "($1, $3::uuid, $4::jsonb, coalesce($5::text, '-'), $2), " +
      "($1, $6::uuid, null::jsonb, coalesce(null::text, '-'), $2)\n  on conflict do nothing returning id",
    values: ['house', 'now', 'a', '{"room":7}', 'late', 'b'],
  });
});

test('many rows, and long ones, are sent as they are', () => {
  expect(sentFor(Array.from({ length: 40 }, () => ({ id: 'a' })))).toBeDefined();
  expect(sentFor(Array.from({ length: 41 }, () => ({ id: 'a' })))).toBeUndefined();
  expect(sentFor([{ id: 'a', note: 'x'.repeat(70_000) }])).toBeUndefined();
});

test('what is no insert of rows is refused', () => {
  expect(() => listedRows('update guests set note = $1')).toThrow('No insert of rows');
});
