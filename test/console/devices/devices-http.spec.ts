import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BulkModule } from '../../../src/console/bulk/bulk.module.js';
import { DevicesModule } from '../../../src/console/devices/devices.module.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { UsersModule } from '../../../src/console/users/users.module.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [DevicesModule, UsersModule, UserGroupsModule, BulkModule] });
});
afterAll(async () => {
  await world.close();
});

const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
let count = 0;
const freshMac = () => `02:00:00:00:00:${(count += 1).toString(16).padStart(2, '0')}`;
const post = (body: unknown, token = world.token) => world.call('POST', '/devices', { body, token });

async function made(body: object = {}): Promise<string> {
  const answer = await post({ mac: freshMac(), ...body });
  expect(answer.status).toBe(201);
  return answer.body.id;
}

async function user(token = world.token): Promise<string> {
  return (await world.call('POST', '/users', { body: { username: `user ${(count += 1)}` }, token })).body.id;
}

async function group(token = world.token): Promise<string> {
  return (await world.call('POST', '/user-groups', { body: { name: `group ${(count += 1)}` }, token })).body.id;
}

test('a device is created, read, changed and deleted', async () => {
  const [owner, table] = [await user(), await group()];
  const created = await post({
    mac: 'AA-BB-CC-00-11-22',
    name: 'Display 412',
    type: 'display',
    os: 'android',
    user_id: owner,
    table_id: table,
    valid_until: '2026-06-01T12:00:00+02:00',
    external_id: 'inv 1',
  });
  expect(created.status).toBe(201);
  expect(created.headers.get('location')).toBe(`/devices/${created.body.id}`);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    mac: 'aa:bb:cc:00:11:22',
    name: 'Display 412',
    type: 'display',
    os: 'android',
    user_id: owner,
    table_id: table,
    disabled: 0,
    valid_until: '2026-06-01T10:00:00.000Z',
    external_id: 'inv 1',
    source: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: created.body.created_at,
    _links: { self: { href: `/devices/${created.body.id}` } },
  });
  const path = `/devices/${created.body.id}`;
  expect((await world.call('GET', path)).body).toEqual(created.body);
  const changed = await world.call('PATCH', path, { body: { disabled: 1, os: null, table_id: null } });
  expect(changed.body).toMatchObject({ disabled: 1, os: null, table_id: null, mac: 'aa:bb:cc:00:11:22' });
  expect((await world.call('DELETE', `${path}?change_of_authorization=none`)).status).toBe(204);
  expect((await world.call('GET', path)).status).toBe(404);
});

test('an address is one device, in whatever notation it comes', async () => {
  const id = await made({ mac: '02:ab:00:00:00:01' });
  for (const mac of ['02-AB-00-00-00-01', '02ab.0000.0001', '02AB00000001']) {
    const again = await post({ mac });
    expect([again.status, again.body.detail, again.body.conflicting_id]).toEqual([
      409,
      'A device with this MAC address exists',
      id,
    ]);
  }
  const other = await made();
  expect((await world.call('PATCH', `/devices/${other}`, { body: { mac: '02ab.0000.0001' } })).status).toBe(409);
  const same = await world.call('PATCH', `/devices/${id}`, { body: { mac: '02AB00000001' } });
  expect([same.status, same.headers.get('etag')]).toEqual([200, '"1"']);
});

test.each([
  [{}, '#/mac'],
  [{ mac: 'aa:bb' }, '#/mac'],
  [{ mac: 42 }, '#/mac'],
  [{ user_id: nowhere }, '#/user_id'],
  [{ user_id: 'anna' }, '#/user_id'],
  [{ table_id: nowhere }, '#/table_id'],
  [{ disabled: 2 }, '#/disabled'],
  [{ valid_until: 'tomorrow' }, '#/valid_until'],
  [{ source: nowhere }, '#/source'],
  [{ serial: 'x' }, '#/serial'],
])('%j is refused at %s', async (body, pointer) => {
  const answer = await post(pointer === '#/mac' ? body : { mac: freshMac(), ...body });
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ pointer, detail: expect.any(String) }]);
});

test('an ETag guards against lost updates', async () => {
  const path = `/devices/${await made()}`;
  const etag = (await world.call('GET', path)).headers.get('etag') ?? '';
  expect(
    (await world.call('PATCH', path, { body: { name: 'one' }, headers: { 'if-match': etag } })).headers.get('etag'),
  ).toBe('"2"');
  expect((await world.call('PATCH', path, { body: { name: 'two' }, headers: { 'if-match': etag } })).status).toBe(412);
  expect((await world.call('DELETE', path, { headers: { 'if-match': etag } })).status).toBe(412);
  expect((await world.call('DELETE', path, { headers: { 'if-match': '"2"' } })).status).toBe(204);
});

test('a list is filtered by address in any notation, by part of it, by owner; totals are exact', async () => {
  const other = await world.organization('Hotel with devices');
  for (const mac of ['0a:11:11:00:00:01', '0a:11:11:00:00:02', '0a:22:22:00:00:01'])
    await post({ mac, type: 'phone' }, other.token);
  const list = async (query: string) => {
    const { body } = await world.call('GET', `/devices?${query}`, { token: other.token });
    return [body.total_items, body._embedded.devices.map(({ mac }: { mac: string }) => mac)];
  };
  expect(await list('sort=mac:desc&page_size=2')).toEqual([3, ['0a:22:22:00:00:01', '0a:11:11:00:00:02']]);
  expect(await list('filter[mac]=0A-11-11-00-00-02')).toEqual([1, ['0a:11:11:00:00:02']]);
  expect(await list('filter[mac][like]=0A:11:11:%25&sort=mac')).toEqual([
    2,
    ['0a:11:11:00:00:01', '0a:11:11:00:00:02'],
  ]);
  expect(await list(`filter[type]=phone&filter[user_id]=${nowhere}`)).toEqual([0, []]);
  expect((await world.call('GET', '/devices?filter[serial]=1')).status).toBe(400);
});

test('a device goes with its user, and the total with it', async () => {
  const other = await world.organization('Hotel where people leave');
  const owner = await user(other.token);
  const { body } = await post({ mac: freshMac(), user_id: owner }, other.token);
  expect((await world.call('DELETE', `/users/${owner}`, { token: other.token })).status).toBe(204);
  expect((await world.call('GET', `/devices/${body.id}`, { token: other.token })).status).toBe(404);
  expect((await world.call('GET', '/devices', { token: other.token })).body.total_items).toBe(0);
});

test('a group that devices have cannot be deleted', async () => {
  const table = await group();
  await made({ table_id: table });
  const refused = await world.call('DELETE', `/user-groups/${table}`);
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('1 device')]);
});

test("another organization's users, groups and devices are out of reach, its addresses are free", async () => {
  const other = await world.organization('Hotel next door');
  const mac = freshMac();
  const id = await made({ mac });
  const [owner, table] = [await user(), await group()];
  expect((await post({ mac: freshMac(), user_id: owner }, other.token)).body.errors[0].pointer).toBe('#/user_id');
  expect((await post({ mac: freshMac(), table_id: table }, other.token)).body.errors[0].pointer).toBe('#/table_id');
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect(
      (
        await world.call(method, `/devices/${id}`, {
          token: other.token,
          body: method === 'PATCH' ? { name: 'theirs' } : undefined,
        })
      ).status,
    ).toBe(404);
  }
  expect((await post({ mac }, other.token)).status).toBe(201);
});

test('reading takes devices:read, writing devices:write', async () => {
  const { token } = await world.keyWith('devices:read');
  expect((await world.call('GET', '/devices', { token })).status).toBe(200);
  expect((await post({ mac: freshMac() }, token)).status).toBe(403);
});

test('devices are written in bulk, named by address, external_id or id', async () => {
  const existing = await made({ mac: '02:bb:00:00:00:01', external_id: 'bulk 1' });
  const { status, body } = await world.call('POST', '/bulk/devices', {
    body: {
      operations: [
        { op: 'create', data: { mac: '02bb.0000.0002', name: 'new' }, ref: 'mine' },
        { op: 'upsert', data: { mac: '02-BB-00-00-00-01', name: 'display' } },
        { op: 'update', match: { mac: '02BB00000002' }, data: { name: 'newer' } },
        { op: 'upsert', match: { external_id: 'bulk 1' }, data: { name: 'display' } },
        { op: 'update', match: { mac: 'no address' }, data: {} },
        { op: 'create', data: { mac: '02bb.0000.0003', user_id: nowhere } },
        { op: 'delete', id: existing },
      ],
    },
  });
  expect(status).toBe(200);
  expect(body.results.map((each: { status: string }) => each.status)).toEqual([
    'created',
    'updated',
    'updated',
    'unchanged',
    'failed',
    'failed',
    'deleted',
  ]);
  expect(body.results[5].error.errors).toEqual([{ pointer: '#/data/user_id', detail: `There is no user ${nowhere}` }]);
  expect((await world.call('GET', '/devices?filter[mac]=02bb00000002')).body._embedded.devices[0].name).toBe('newer');
});
