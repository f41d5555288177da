import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UsersModule } from '../../src/console/users/users.module.js';
import { UserGroupsModule } from '../../src/console/user-groups/user-groups.module.js';
import { UserSet } from '../../src/console/users/user-set.js';
import { systemContext } from '../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';
import { createUsers } from './console-sets.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [UsersModule, UserGroupsModule] });
  const rows = Array.from({ length: 230 }, (_, index) => ({
    username: `Guest ${String(index).padStart(3, '0')}`,
    disabled: index % 10 === 0,
    lastName: index < 5 ? 'Huber' : null,
    maxDevices: index,
  }));
  await createUsers(
    world.app.get(UserSet),
    systemContext(world.organizationId, 'test'),
    rows.map((row) => ({ ...row, maxDevices: row.maxDevices || null })),
  );
});
afterAll(async () => {
  await world.close();
});

const list = async (query: string) => (await world.call('GET', `/users${query}`)).body;
const names = (body: { _embedded: { users: { username: string }[] } }) =>
  body._embedded.users.map(({ username }) => username);

test('the first page has 25 users, an exact total and links', async () => {
  const body = await list('');
  expect(body).toMatchObject({ page: 1, page_size: 25, page_count: 10, total_items: 230 });
  expect(body._links).toEqual({
    self: { href: '/users' },
    first: { href: '/users?page=1' },
    last: { href: '/users?page=10' },
    next: { href: '/users?page=2' },
  });
  expect(names(body)).toHaveLength(25);
});

test('pages neither overlap nor leave anybody out', async () => {
  const all: string[] = [];
  for (let page = 1; page <= 3; page += 1) all.push(...names(await list(`?page=${page}&page_size=100`)));
  expect(new Set(all).size).toBe(230);
});

test('a page beyond the end is empty and knows the total', async () => {
  expect(await list('?page=40')).toMatchObject({ total_items: 230, _embedded: { users: [] } });
});

test('sorting by name, downwards', async () => {
  expect(names(await list('?sort=username:desc&page_size=3'))).toEqual(['Guest 229', 'Guest 228', 'Guest 227']);
});

test.each([
  ['filter[username]=gUEST 007', 1],
  ['filter[username][like]=guest 00%25', 10],
  ['filter[disabled]=1', 23],
  ['filter[disabled]=1&filter[username][lt]=guest 100', 10],
  ['filter[last_name]=Huber', 5],
  ['filter[username][in]=guest 001,guest 002,nobody', 2],
  ['filter[max_devices][gte]=220', 10],
  ['filter={"last_name":null,"max_devices":{"lte":9}}', 5],
  ['filter[created_at][gt]=2099-01-01T00:00:00Z', 0],
])('%s finds %i', async (filter, expected) => {
  const body = await list(`?${filter}`);
  expect(body.total_items).toBe(expected);
  expect(names(body)).toHaveLength(Math.min(25, expected));
});

test.each([
  'page=0',
  'page_size=101',
  'sort=password:asc',
  'filter[password]=x',
  'filter[table_id]=staff',
  'expand=groups',
])('%s is refused', async (query) => {
  const { status, body } = await world.call('GET', `/users?${query}`);
  expect([status, body.status]).toEqual([400, 400]);
});

test('the total of an unfiltered list follows every change', async () => {
  const { body } = await world.call('POST', '/users', { body: { username: 'one more' } });
  expect((await list('')).total_items).toBe(231);
  await world.call('DELETE', `/users/${body.id}`);
  expect((await list('')).total_items).toBe(230);
});

test('groups are listed the same way', async () => {
  for (const name of ['Staff', 'guests', 'Events']) await world.call('POST', '/user-groups', { body: { name } });
  const { body } = await world.call('GET', '/user-groups?sort=name:asc&page_size=2');
  expect(body._embedded.user_groups.map(({ name }: { name: string }) => name)).toEqual(['Events', 'guests']);
  expect(body).toMatchObject({ total_items: 3, page_count: 2 });
});
