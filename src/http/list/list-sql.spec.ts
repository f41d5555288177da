import { describe, expect, test } from '@jest/globals';
import { listFields } from './list-fields.js';
import { readListQuery } from './list-query.js';
import { pageSql, totalSql } from './list-sql.js';

const fields = listFields({
  id: 'u.id',
  fields: {
    username: { column: 'u.username_key', type: 'text', fold: (text) => text.toLowerCase() },
    disabled: { column: 'u.disabled', type: 'flag' },
    created_at: { column: 'u.created_at', type: 'instant' },
    password: { column: 'u.password', type: 'text', filterable: false },
    note: { column: 'u.note', type: 'text', sortable: false },
  },
});
const source = { name: 'users', select: 'u.id, u.created_at', from: 'users u', where: 'u.organization_id = $1', values: ['org'], total: 'select 7' };

function sql(query: Record<string, string>) {
  return pageSql(readListQuery(query, fields), source);
}

describe('one page', () => {
  test('without filter takes the total that is kept, and orders by qualified columns that end in the id', () => {
    expect(sql({})).toMatchObject({
      text: 'select u.id, u.created_at, (select 7) as total_items from users u where (u.organization_id = $1) order by u.created_at, u.id limit 25',
      values: ['org'],
    });
  });

  test('with a filter counts what the filter leaves', () => {
    const page = sql({ 'filter[username]': 'Anna', page: '3', page_size: '10' });
    expect(page.text).toContain('(select count(*) from users u where (u.organization_id = $1) and u.username_key = $2::text) as total_items');
    expect(page.values).toEqual(['org', 'anna', 10, 20]);
    expect(totalSql(readListQuery({ 'filter[username]': 'Anna' }, fields), source).values).toEqual(['org', 'anna']);
  });

  test('has values in the column\'s type and never a value in the text', () => {
    const page = sql({ 'filter[disabled]': '1', 'filter[created_at][gte]': '2026-05-14', 'filter[username][in]': 'B,a', sort: 'username:desc' });
    expect(page.values).toEqual(['org', true, '2026-05-14T00:00:00.000Z', ['b', 'a']]);
    expect(page.text).toContain('u.disabled = $2::boolean and u.created_at >= $3::timestamptz and u.username_key = any ($4::text[])');
    expect(page.text).toContain('order by u.username_key desc, u.id');
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
  expect(() => sql({ 'filter[password]': 'x' })).toThrow(/unknown field. Known are: username, disabled, created_at, note/);
  expect(() => sql({ sort: 'note' })).toThrow(/unknown field note. Known are: username, disabled, created_at, password/);
  expect(sql({ 'filter[note][ne]': 'x' }).text).toContain('u.note is distinct from $2::text');
});
