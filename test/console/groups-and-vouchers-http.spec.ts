import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UserGroupsModule } from '../../src/console/user-groups/user-groups.module.js';
import { UsersModule } from '../../src/console/users/users.module.js';
import { VouchersModule } from '../../src/console/vouchers/vouchers.module.js';
import { statement } from '../../src/database/database.js';
import { systemContext } from '../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';
import { ManualClock } from '../kernel/manual-clock.js';

let world: HttpWorld;
const clock = new ManualClock();
beforeAll(async () => {
  world = await httpWorld({ modules: [UsersModule, UserGroupsModule, VouchersModule], clock });
});
afterAll(async () => {
  await world.close();
});

const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
let count = 0;

async function group(): Promise<string> {
  count += 1;
  return (await world.call('POST', '/user-groups', { body: { name: `Group ${count}` } })).body.id;
}

test('a group with a policy is created, read, changed and deleted', async () => {
  const policy = {
    vlan: '40',
    bandwidth_down: 20_000_000,
    bandwidth_up: 5_000_000,
    session_timeout: 3600,
    idle_timeout: 600,
    simultaneous_use: 3,
    daily_quota_bytes: 10 ** 10,
    login_time: 'Wk0800-1800,Sa',
    acct_interim_interval: 300,
  };
  const created = await world.call('POST', '/user-groups', {
    body: { name: 'Guests', comment: 'house', priority: 5, policy },
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    name: 'Guests',
    comment: 'house',
    priority: 5,
    policy,
    external_id: null,
    source: null,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    _links: { self: { href: `/user-groups/${created.body.id}` } },
  });
  const path = `/user-groups/${created.body.id}`;
  expect((await world.call('GET', path)).body).toEqual(created.body);
  const changed = await world.call('PATCH', path, {
    body: { policy: { vlan: 'guests' } },
    headers: { 'if-match': '"1"' },
  });
  expect(changed.body).toMatchObject({ name: 'Guests', policy: { vlan: 'guests' } });
  expect((await world.call('PATCH', path, { body: { name: 'x' }, headers: { 'if-match': '"1"' } })).status).toBe(412);
  expect((await world.call('DELETE', path)).status).toBe(204);
  expect((await world.call('DELETE', path)).status).toBe(404);
});

test.each([
  [30, '30'],
  [1, '1'],
  [4094, '4094'],
  ['30', '30'],
  ['0030', '30'],
  ['guests', 'guests'],
  [' guests-5 ', 'guests-5'],
  [null, undefined],
])('the VLAN %j is kept as %j', async (vlan, kept) => {
  const made = await world.call('POST', '/user-groups', {
    body: { name: `VLAN ${JSON.stringify(vlan)}`, policy: { vlan } },
  });
  expect([made.status, made.body.policy.vlan]).toEqual([201, kept]);
});

test.each([0, 4095, 99_999, -1, 1.5, '0', '4095', '99999', '+5', '12.5', true, '', 'x'.repeat(33), ['30']])(
  'the VLAN %j is refused with its field and the range',
  async (vlan) => {
    const answer = await world.call('POST', '/user-groups', { body: { name: 'wrong', policy: { vlan } } });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      { pointer: '#/policy/vlan', detail: 'must be a VLAN: a number from 1 to 4094, or a name of 1 to 32 characters' },
    ]);
  },
);

test('a group in use cannot be deleted, and the answer names what uses it', async () => {
  const id = await group();
  await world.call('POST', '/users', { body: { username: 'anna', table_id: id } });
  await world.call('POST', '/vouchers', { body: { table_id: id, count: 2 } });
  const answer = await world.call('DELETE', `/user-groups/${id}`);
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({
    detail: expect.stringContaining('1 user and 2 vouchers'),
    used_by: { users: 1, vouchers: 2 },
  });
  expect(answer.body).not.toHaveProperty('conflicting_id');
});

test.each([
  [{}, '#/name'],
  [{ name: '  ' }, '#/name'],
  [{ name: 'a', priority: 'high' }, '#/priority'],
  [{ name: 'a', policy: { vlan: '' } }, '#/policy/vlan'],
  [{ name: 'a', policy: { login_time: '8 to 6' } }, '#/policy/login_time'],
  [{ name: 'a', policy: [] }, '#/policy'],
])('group %j is refused at %s', async (body, pointer) => {
  const answer = await world.call('POST', '/user-groups', { body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].pointer).toBe(pointer);
});

test('two groups of the same name are a conflict', async () => {
  await world.call('POST', '/user-groups', { body: { name: 'Twice' } });
  expect((await world.call('POST', '/user-groups', { body: { name: 'TWICE' } })).status).toBe(409);
});

test('vouchers are made together and answered as a collection with their codes', async () => {
  const table_id = await group();
  const { status, body } = await world.call('POST', '/vouchers', {
    body: { table_id, count: 3, duration: 86_400, prefix: 'SPA', code_length: 10, comment: 'wellness' },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ page: 1, page_count: 1, total_items: 3 });
  const vouchers = body._embedded.vouchers;
  expect(vouchers).toHaveLength(3);
  expect(vouchers[0]).toMatchObject({
    code: expect.stringMatching(/^SPA[2-9A-Z]{10}$/),
    status: 'unused',
    table_id,
    duration: 86_400,
    comment: 'wellness',
    batch: vouchers[2].batch,
  });
  const found = await world.call('GET', body._links.self.href);
  expect(found.body.total_items).toBe(3);
  expect((await world.call('GET', `/vouchers/${vouchers[0].id}`)).body).toEqual(vouchers[0]);
});

test('one voucher is made when no count is given', async () => {
  const { body } = await world.call('POST', '/vouchers', { body: { table_id: await group() } });
  expect(body.total_items).toBe(1);
});

test('deleting a voucher revokes it', async () => {
  const { body } = await world.call('POST', '/vouchers', { body: { table_id: await group() } });
  const { id } = body._embedded.vouchers[0];
  expect((await world.call('DELETE', `/vouchers/${id}`)).status).toBe(204);
  expect((await world.call('GET', `/vouchers/${id}`)).body).toMatchObject({
    status: 'revoked',
    revoked_at: clock.instant(),
  });
  expect((await world.call('DELETE', `/vouchers/${id}`)).status).toBe(204);
});

test('the status follows time and use, also in filters', async () => {
  const table_id = await group();
  const { body } = await world.call('POST', '/vouchers', {
    body: { table_id, count: 3, duration: 3600, valid_until: '2026-05-14T15:00:00Z' },
  });
  const [used, revoked] = body._embedded.vouchers;
  const use = statement('test_use_voucher', 'update vouchers set first_used_at = $2 where id = $1');
  await world.fresh.database.query(systemContext(world.organizationId, 'test'), use, [used.id, clock.instant()]);
  await world.call('DELETE', `/vouchers/${revoked.id}`);
  const counts = async () => {
    const of = async (status: string) =>
      (await world.call('GET', `/vouchers?filter[table_id]=${table_id}&filter[status]=${status}`)).body.total_items;
    return {
      unused: await of('unused'),
      active: await of('active'),
      expired: await of('expired'),
      revoked: await of('revoked'),
    };
  };
  expect(await counts()).toEqual({ unused: 1, active: 1, expired: 0, revoked: 1 });
  await clock.advance(3 * 3600);
  expect(await counts()).toEqual({ unused: 0, active: 0, expired: 2, revoked: 1 });
  expect((await world.call('GET', `/vouchers/${used.id}`)).body.status).toBe('expired');
});

test.each([
  [{}, '#/table_id'],
  [{ table_id: nowhere }, '#/table_id'],
  [{ table_id: nowhere, count: 1001 }, '#/count'],
  [{ table_id: nowhere, duration: 0 }, '#/duration'],
  [{ table_id: nowhere, prefix: 'a b' }, '#/prefix'],
  [{ table_id: nowhere, code_length: 5 }, '#/code_length'],
  [{ table_id: nowhere, status: 'active' }, '#/status'],
])('voucher %j is refused at %s', async (body, pointer) => {
  const answer = await world.call('POST', '/vouchers', { body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].pointer).toBe(pointer);
});

test('a voucher can be prolonged, but its code cannot be chosen', async () => {
  const { body } = await world.call('POST', '/vouchers', { body: { table_id: await group(), duration: 60 } });
  const path = `/vouchers/${body._embedded.vouchers[0].id}`;
  const changed = await world.call('PATCH', path, { body: { duration: null, max_devices: 2 } });
  expect(changed.body).toMatchObject({ duration: null, max_devices: 2 });
  expect(changed.headers.get('etag')).toBe('"2"');
  expect((await world.call('PATCH', path, { body: { prefix: 'X' } })).status).toBe(422);
});

test('vouchers are listed, sorted and found by code without regard to case', async () => {
  const { body } = await world.call('POST', '/vouchers', {
    body: { table_id: await group(), count: 2, prefix: 'find-me-' },
  });
  const { code, id } = body._embedded.vouchers[1];
  const found = await world.call('GET', `/vouchers?filter[code]=${code.toLowerCase()}`);
  expect(found.body._embedded.vouchers.map((each: { id: string }) => each.id)).toEqual([id]);
  expect((await world.call('GET', '/vouchers?sort=status:asc,code:desc')).status).toBe(200);
  expect((await world.call('GET', '/vouchers?page=99')).body.total_items).toBeGreaterThan(2);
});
