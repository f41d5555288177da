import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { BulkModule } from '../../src/console/bulk/bulk.module.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';

let world: HttpWorld;
let hotel: { id: string; token: string };
let count = 0;
beforeAll(async () => {
  world = await httpWorld({ modules: [BulkModule] });
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  hotel = await world.organization(`Hotel ${(count += 1)}`);
});

type Rows = readonly object[];
const call = (method: string, path: string, body?: unknown) => world.call(method, path, { body, token: hotel.token });
const bulk = (resource: string, operations: Rows, more: object = {}) =>
  call('POST', `/bulk/${resource}`, { operations, ...more });
const usernames = async () =>
  (await call('GET', '/users?page_size=100&sort=username:asc')).body._embedded.users.map(
    ({ username }: { username: string }) => username,
  );
const statuses = (body: { results: { status: string }[] }) => body.results.map(({ status }) => status);
const create = (username: string, data: object = {}) => ({ op: 'create', data: { username, ...data } });

test('an upsert is refused whose data names another record than its match', async () => {
  await bulk('users', [create('berta', { external_id: 'pms-3' })]);
  const renaming = [
    { op: 'upsert', match: { username: 'berta' }, data: { username: 'carla' } },
    { op: 'upsert', match: { username: 'nobody' }, data: { username: 'dora' } },
    { op: 'upsert', match: { external_id: 'pms-3' }, data: { external_id: null } },
    { op: 'upsert', match: { username: 'BERTA' }, data: { username: 'Berta', first_name: 'Berta' } },
    { op: 'update', match: { username: 'berta' }, data: { username: 'carla' } },
  ];
  const { body } = await bulk('users', renaming);
  expect(statuses(body)).toEqual(['failed', 'failed', 'failed', 'updated', 'updated']);
  expect(body.results.slice(0, 3).map(({ error }: { error: { errors: object[] } }) => error.errors)).toEqual(
    ['username', 'username', 'external_id'].map((field) => [
      { pointer: `#/data/${field}`, detail: expect.stringMatching(/rename by update$/) },
    ]),
  );
  const devices = await bulk('devices', [
    { op: 'upsert', match: { mac: '02-00-00-00-00-0A' }, data: { mac: '02:00:00:00:00:0a', name: 'TV' } },
    { op: 'upsert', match: { mac: '02-00-00-00-00-0A' }, data: { mac: '02:00:00:00:00:0b' } },
  ]);
  expect(statuses(devices.body)).toEqual(['created', 'failed']);
  expect(await usernames()).toEqual(['carla']);
});

test('each operation has a result, and the summary counts them', async () => {
  await bulk('users', [create('berta'), create('carla', { external_id: 'pms-3' }), create('dora')]);
  const { status, body } = await bulk('users', [
    { op: 'create', data: { username: 'anna', password: 'secret 1' }, ref: 'row one' },
    { op: 'update', match: { username: 'BERTA' }, data: { disabled: 1 } },
    { op: 'upsert', match: { external_id: 'pms-3' }, data: { first_name: 'Carla' } },
    { op: 'upsert', match: { external_id: 'pms-3' }, data: { first_name: 'Carla' } },
    { op: 'upsert', match: { external_id: 'pms-9' }, data: { username: 'emma' } },
    { op: 'delete', match: { username: 'dora' } },
    { op: 'delete', match: { username: 'nobody' }, ref: 'gone' },
    create('Anna'),
  ]);
  expect(status).toBe(200);
  expect(statuses(body)).toEqual([
    'created',
    'updated',
    'updated',
    'unchanged',
    'created',
    'deleted',
    'failed',
    'failed',
  ]);
  expect(body.summary).toEqual({ created: 2, updated: 2, deleted: 1, unchanged: 1, failed: 2 });
  expect(body.results[0]).toEqual({
    index: 0,
    ref: 'row one',
    op: 'create',
    status: 'created',
    id: expect.any(String),
  });
  expect(body.results[6]).toEqual({
    index: 6,
    ref: 'gone',
    op: 'delete',
    status: 'failed',
    id: null,
    error: {
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'There is no user with username "nobody"',
      instance: '/bulk/users#/operations/6',
    },
  });
  expect(body.results[7].error).toMatchObject({ status: 409, conflicting_id: body.results[0].id });
  expect(await usernames()).toEqual(['anna', 'berta', 'carla', 'emma']);
});

test('what is wrong with an operation is said at its place, and the others are done', async () => {
  const { body } = await bulk('users', [
    create('anna', { disabled: 3, shoe: 1 }),
    { op: 'destroy' },
    { op: 'update', data: { disabled: 1 } },
    { op: 'update', id: 'x', data: {} },
    { op: 'update', match: { username: 'a', external_id: 'b' } },
    { op: 'update', match: { email: 'a' } },
    { op: 'create', id: '0190a0a1-0000-7000-8000-ffffffffffff', data: { username: 'x' } },
    { op: 'create', data: {} },
    { op: 'delete', match: { username: 'anna' }, data: {} },
    7 as unknown as object,
    { op: 'create', data: { username: 'ok' }, colour: 'red' },
    create('berta'),
  ]);
  const pointers = body.results.map(({ error }: { error?: { errors?: { pointer: string }[] } }) =>
    error?.errors?.map(({ pointer }) => pointer),
  );
  expect(pointers).toEqual([
    ['#/data/disabled', '#/data/shoe'],
    ['#/op', '#/match'],
    ['#/match'],
    ['#/id'],
    ['#/match'],
    ['#/match'],
    ['#/id'],
    ['#/data/username'],
    ['#/data'],
    ['#'],
    ['#/colour'],
    undefined,
  ]);
  expect(await usernames()).toEqual(['berta']);
});

test.each([
  [{}, '#/operations'],
  [{ operations: [] }, '#/operations'],
  [{ operations: {} }, '#/operations'],
  [{ operations: Array.from({ length: 1001 }, () => ({ op: 'delete' })) }, '#/operations'],
  [{ operations: [create('a')], atomic: 'yes' }, '#/atomic'],
  [{ operations: [create('a')], dry_run: 1 }, '#/dry_run'],
  [{ operations: [create('a')], mode: 'fast' }, '#/mode'],
  [[], '#'],
])('a request that is wrong as a whole is refused', async (body, pointer) => {
  const answer = await call('POST', '/bulk/users', body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors.map((each: { pointer: string }) => each.pointer)).toContain(pointer);
});

test('an atomic request is done whole or not at all', async () => {
  const { body } = await bulk('users', [create('anna'), create('berta', { max_devices: 0 }), create('carla')], {
    atomic: true,
  });
  expect(statuses(body)).toEqual(['failed', 'failed', 'failed']);
  expect(body.results.map(({ error }: { error: { status: number } }) => error.status)).toEqual([424, 422, 424]);
  expect(body.summary.failed).toBe(3);
  expect(await usernames()).toEqual([]);
  expect(statuses((await bulk('users', [create('anna'), create('carla')], { atomic: true })).body)).toEqual([
    'created',
    'created',
  ]);
});

test('a dry run says what would be and writes nothing', async () => {
  await bulk('users', [create('anna')]);
  const { body } = await bulk(
    'users',
    [
      create('berta'),
      { op: 'update', match: { username: 'berta' }, data: { disabled: 1 } },
      { op: 'delete', match: { username: 'anna' } },
      create('anna'),
    ],
    { dry_run: true },
  );
  expect(statuses(body)).toEqual(['created', 'updated', 'deleted', 'created']);
  expect(body.results.map(({ id }: { id: string | null }) => id === null)).toEqual([true, true, false, true]);
  expect(await usernames()).toEqual(['anna']);
  expect((await call('GET', '/users')).body).toMatchObject({ total_items: 1, _embedded: { users: [{ disabled: 0 }] } });
});

test('operations see what those before them did', async () => {
  const { body } = await bulk('users', [
    create('anna'),
    { op: 'update', match: { username: 'anna' }, data: { username: 'berta' } },
    create('anna'),
    { op: 'delete', match: { username: 'berta' } },
    { op: 'upsert', data: { username: 'berta', comment: 'again' } },
  ]);
  expect(statuses(body)).toEqual(['created', 'updated', 'created', 'deleted', 'created']);
  expect(await usernames()).toEqual(['anna', 'berta']);
});

test('a thousand users in one request', async () => {
  const { body } = await bulk(
    'users',
    Array.from({ length: 1000 }, (_, index) => create(`guest ${index}`, { password: `pass ${index}` })),
  );
  expect(body.summary).toEqual({ created: 1000, updated: 0, deleted: 0, unchanged: 0, failed: 0 });
});

test('groups in bulk: in use is a conflict that names what uses it', async () => {
  const made = await bulk('user-groups', [
    { op: 'create', data: { name: 'Guests', policy: { vlan: '7' } } },
    { op: 'upsert', match: { name: 'Staff' }, data: { priority: 3 } },
  ]);
  const [guests] = made.body.results;
  await bulk('users', [create('anna', { table_id: guests.id })]);
  const { body } = await bulk('user-groups', [
    { op: 'delete', id: guests.id },
    { op: 'delete', match: { name: 'staff' } },
  ]);
  expect(statuses(body)).toEqual(['failed', 'deleted']);
  expect(body.results[0].error).toMatchObject({ status: 409, detail: expect.stringContaining('1 user') });
});

test('vouchers in bulk: codes come with the result, delete revokes', async () => {
  const group = (await bulk('user-groups', [{ op: 'create', data: { name: 'Guests' } }])).body.results[0].id;
  const { body } = await bulk('vouchers', [
    { op: 'create', data: { table_id: group, count: 3, duration: 3600 } },
    { op: 'upsert', match: { external_id: 'order 1' }, data: { table_id: group } },
    { op: 'create', data: { table_id: group, count: 0 } },
  ]);
  expect(statuses(body)).toEqual(['created', 'created', 'failed']);
  expect(body.results[0].vouchers).toHaveLength(3);
  expect(body.results[0].vouchers[0]).toEqual({ id: body.results[0].id, code: expect.any(String) });
  const [first] = body.results[0].vouchers;
  const revoked = await bulk('vouchers', [
    { op: 'delete', match: { code: first.code.toLowerCase() } },
    { op: 'delete', id: first.id },
    { op: 'update', match: { external_id: 'order 1' }, data: { comment: 'paid' } },
  ]);
  expect(statuses(revoked.body)).toEqual(['deleted', 'unchanged', 'updated']);
  expect((await call('GET', `/vouchers/${first.id}`)).body.status).toBe('revoked');
  expect((await call('GET', '/vouchers')).body.total_items).toBe(4);
});

test('an unknown resource is 404, and without its permission a call is refused', async () => {
  expect((await bulk('policies', [create('a')])).status).toBe(404);
  expect((await bulk('organizations', [create('a')])).body.detail).toContain(
    'Offered are: users, devices, user-groups, vouchers',
  );
  const { token } = await world.keyWith('bulk:write', 'vouchers:write');
  expect((await world.call('POST', '/bulk/users', { token, body: { operations: [create('a')] } })).status).toBe(403);
  const other = await world.keyWith('users:write');
  expect(
    (await world.call('POST', '/bulk/users', { token: other.token, body: { operations: [create('a')] } })).status,
  ).toBe(403);
});

test('ids of another organization are not found', async () => {
  const { body } = await bulk('users', [create('anna')]);
  const elsewhere = await world.call('POST', '/bulk/users', {
    body: { operations: [{ op: 'delete', id: body.results[0].id }] },
  });
  expect(elsewhere.body.results[0].error.status).toBe(404);
  expect(await usernames()).toEqual(['anna']);
});

test('a repeated request with the same idempotency key is answered from the first', async () => {
  const send = () =>
    world.call('POST', '/bulk/users', {
      token: hotel.token,
      body: { operations: [create('anna')] },
      headers: { 'idempotency-key': 'import-1' },
    });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
});
