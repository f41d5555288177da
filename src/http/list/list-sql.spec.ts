import { describe, expect, test } from '@jest/globals';
import { listFields } from './list-fields.js';
import { readListQuery } from './list-query.js';
import { pageSql, totalSql } from './list-sql.js';

const fields = listFields({
  id: 'u.id',
  fields: {
    username: { column: 'u.username_key', type: 'text', fold: (text) => text.toLowerCase(), isBytewise: true },
    disabled: { column: 'u.disabled', type: 'flag' },
    created_at: { column: 'u.created_at', type: 'instant' },
    password: { column: 'u.password', type: 'text', filterable: false },
    note: { column: 'u.note', type: 'text', sortable: false },
    status: { column: 'f(u)', type: 'text', states: { on: 'u.a > 1', off: 'u.a <= 1' } },
  },
});
const source = {
  name: 'users',
  select: 'u.id, u.created_at',
  from: 'users u',
  where: 'u.organization_id = $1',
  values: ['org'],
  total: 'select 7',
};

function sql(query: Record<string, string>) {
  return pageSql(readListQuery(query, fields), source);
}

describe('one page', () => {
  test('without filter takes the total that is kept, and orders by qualified columns that end in the id', () => {
    expect(sql({})).toMatchObject({
      text:
        'select u.id, u.created_at, (select 7) as total_items from users u where (u.organization_id = $1) ' +
        'order by u.created_at, u.id limit 25',
      values: ['org'],
    });
  });

  test('with a filter counts what the filter leaves', () => {
    const page = sql({ 'filter[username]': 'Anna', page: '3', page_size: '10' });
    expect(page.text).toContain(
      '(select count(*) from users u where (u.organization_id = $1) and u.username_key = $2::text) as total_items',
    );
    expect(page.values).toEqual(['org', 'anna', 10, 20]);
    expect(totalSql(readListQuery({ 'filter[username]': 'Anna' }, fields), source).values).toEqual(['org', 'anna']);
  });

  test('asks for a computed state by its condition, and for what no condition is of by the column', () => {
    expect(sql({ 'filter[status]': 'on' }).text).toContain('(u.organization_id = $1) and ((u.a > 1))');
    expect(sql({ 'filter[status][in]': 'off,on' }).text).toContain('and ((u.a > 1) or (u.a <= 1))');
    expect(sql({ 'filter[status]': "x') or true" })).toMatchObject({
      text: expect.stringContaining('and false'),
      values: ['org'],
    });
    expect(sql({ 'filter[status][ne]': 'on' }).text).toContain('f(u) is distinct from $2::text');
  });

  test("has values in the column's type and never a value in the text", () => {
    const page = sql({
      'filter[disabled]': '1',
      'filter[created_at][gte]': '2026-05-14',
      'filter[username][in]': 'B,a',
      sort: 'username:desc',
    });
    expect(page.values).toEqual(['org', true, '2026-05-14T00:00:00.000Z', ['b', 'a']]);
    expect(page.text).toContain(
      'u.disabled = $2::boolean and u.created_at >= $3::timestamptz and u.username_key = any ($4::text[])',
    );
    expect(page.text).toContain('order by u.username_key desc, u.id desc');
  });

  test('far behind is found by its ids alone, in the same order', () => {
    const page = sql({ page: '41', sort: 'created_at:desc', 'filter[disabled]': '0' });
    expect(page.text).toContain(
      'where (u.organization_id = $1) and u.id = any (array(select u.id from users u where ' +
        '(u.organization_id = $1) and u.disabled = $2::boolean',
    );
    expect(page.text).toMatch(
      /order by u\.created_at desc, u\.id desc limit \$3::int offset \$4::bigint\)\) order by u\.created_at desc, u\.id desc$/,
    );
    expect(page.values).toEqual(['org', false, 25, 1000]);
    expect(sql({ page: '40' }).text).not.toContain('any (array');
  });

  test('of costly rows is found by its ids, unless it is the first in the usual order', () => {
    const page = (query: Record<string, string>) =>
      pageSql(readListQuery(query, fields), { ...source, isRowCostly: true }).text;
    expect(page({})).not.toContain('any (array');
    expect(page({ sort: 'created_at:desc' })).not.toContain('any (array');
    expect(page({ page: '2' })).toContain(
      'u.id = any (array(select u.id from users u where (u.organization_id = $1) order by u.created_at, u.id limit $2',
    );
    expect(page({ sort: 'disabled' })).toContain('order by u.disabled, u.id limit 25)) order by u.disabled, u.id');
    expect(sql({ sort: 'disabled' }).text).not.toContain('any (array');
  });
});

describe('a pattern', () => {
  test('on a column that is ordered by bytes reads the range of what begins alike', () => {
    const page = sql({ 'filter[username][like]': 'Anna%' });
    expect(page.text).toContain(
      "u.username_key like $2::text escape '' and u.username_key >= $3::text and u.username_key < $4::text",
    );
    expect(page.values).toEqual(['org', 'anna%', 'anna', 'annb']);
    expect(page.name).toBe('');
  });

  test.each([
    ['%anna', undefined],
    ['_anna', undefined],
    ['\u{10ffff}%', undefined],
    ['a_b', 'b'],
    ['a\ud7ff%', 'a\ue000'],
    ['a😀%', 'a😁'],
    ['anna', 'annb'],
  ])('%j ends its range at %j', (pattern, end) => {
    expect(sql({ 'filter[username][like]': pattern }).values[3]).toBe(end);
  });

  test('on any other column disregards case', () => {
    expect(sql({ 'filter[note][like]': 'A%' })).toMatchObject({
      text: expect.stringContaining("u.note ilike $2::text escape ''"),
      values: ['org', 'A%'],
    });
  });
});

describe('the name of the statement', () => {
  test('is the same for the same shape, whatever the values', () => {
    expect(sql({ 'filter[username]': 'anna' }).name).toBe(sql({ 'filter[username]': 'berta' }).name);
    expect(sql({ page: '2' }).name).toBe(sql({ page: '3', page_size: '7' }).name);
    expect(sql({ page_size: '7' }).name).toBe(sql({ page: '2' }).name);
    expect(sql({ 'filter[username]': 'anna' }).name).not.toBe(sql({ 'filter[username][like]': 'anna' }).name);
    expect(sql({}).name).toMatch(/^users_page_[0-9a-f]{16}$/);
    expect(sql({}).name.length).toBeLessThan(64);
  });

  test('is absent for rare shapes, so that callers cannot fill the server with plans', () => {
    expect(sql({ sort: 'username,created_at' }).name).toBe('');
    expect(sql({ 'filter[username]': 'a', 'filter[disabled]': '0' }).name).toBe('');
  });
});

test('a field may be only for sorting or only for filtering', () => {
  expect(() => sql({ 'filter[password]': 'x' })).toThrow(
    /unknown field. Known are: username, disabled, created_at, note/,
  );
  expect(() => sql({ sort: 'note' })).toThrow(
    /unknown field note. Known are: username, disabled, created_at, password/,
  );
  expect(sql({ 'filter[note][ne]': 'x' }).text).toContain('u.note is distinct from $2::text');
});
