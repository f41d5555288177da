import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NetworksModule } from '../../../src/console/networks/networks.module.js';
import { RadiusSecrets } from '../../../src/console/passwords/radius-secrets.js';
import { RadiusServersModule } from '../../../src/console/radius-servers/radius-servers.module.js';
import { statement } from '../../../src/database/database.js';
import { systemContext } from '../../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [RadiusServersModule, NetworksModule] });
});
afterAll(async () => {
  await world.close();
});

let count = 0;
const name = () => `House ${(count += 1)}`;
const post = (body: object, token = world.token) => world.call('POST', '/radius-servers', { body, token });

async function storedSecret(id: string): Promise<string> {
  const row = await world.fresh.database.one<{ sealed: Buffer }>(
    systemContext(world.organizationId, 'test'),
    statement('test_radius_secret', 'select secret_sealed as sealed from radius_servers where id = $1'),
    [id],
  );
  return world.app.get(RadiusSecrets, { strict: false }).open(row?.sealed ?? Buffer.alloc(0));
}

test('a server is created with the usual ports, read, changed and deleted', async () => {
  const created = await post({
    name: 'House one',
    region: 'europe-west',
    address: 'Radius.Example.com',
    secret: 'testing123',
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    name: 'House one',
    region: 'europe-west',
    address: 'radius.example.com',
    auth_port: 1812,
    acct_port: 1813,
    coa_port: 3799,
    radsec: 0,
    created_at: expect.any(String),
    updated_at: created.body.created_at,
    _links: { self: { href: `/radius-servers/${created.body.id}` } },
  });
  const path = `/radius-servers/${created.body.id}`;
  expect((await world.call('GET', path)).body).toEqual(created.body);
  expect(await storedSecret(created.body.id)).toBe('testing123');
  const changed = await world.call('PATCH', path, {
    body: { auth_port: 2812, radsec: 1 },
    headers: { 'if-match': '"1"' },
  });
  expect([changed.headers.get('etag'), changed.body.auth_port, changed.body.radsec, changed.body.acct_port]).toEqual([
    '"2"',
    2812,
    1,
    1813,
  ]);
  expect((await world.call('PATCH', path, { body: { region: null }, headers: { 'if-match': '"1"' } })).status).toBe(
    412,
  );
  expect((await world.call('DELETE', path)).status).toBe(204);
  expect((await world.call('GET', path)).status).toBe(404);
});

test('a secret that is made is shown in that answer and in no other', async () => {
  const created = await post({ name: name() });
  expect(created.body.secret).toMatch(/^[A-Za-z2-9]{32}$/);
  const path = `/radius-servers/${created.body.id}`;
  expect(await storedSecret(created.body.id)).toBe(created.body.secret);
  expect((await world.call('GET', path)).body.secret).toBeUndefined();
  const renewed = await world.call('PATCH', path, { body: { secret: null } });
  expect(renewed.body.secret).toMatch(/^[A-Za-z2-9]{32}$/);
  expect(renewed.body.secret).not.toBe(created.body.secret);
  const given = await world.call('PATCH', path, { body: { secret: 'a secret of our own' } });
  expect([given.headers.get('etag'), given.body.secret]).toEqual(['"3"', undefined]);
  expect((await world.call('PATCH', path, { body: { secret: 'a secret of our own' } })).headers.get('etag')).toBe(
    '"3"',
  );
  expect(JSON.stringify((await world.call('GET', '/radius-servers')).body)).not.toMatch(/secret/);
});

test.each([
  [{}, '#/name'],
  [{ name: 'x', auth_port: 0 }, '#/auth_port'],
  [{ name: 'x', acct_port: 65_536 }, '#/acct_port'],
  [{ name: 'x', address: 'no host name' }, '#/address'],
  [{ name: 'x', address: '300.1.1.1' }, '#/address'],
  [{ name: 'x', secret: 'short' }, '#/secret'],
  [{ name: 'x', secret: 'ümläutsecret' }, '#/secret'],
  [{ name: 'x', radsec: 'yes' }, '#/radsec'],
  [{ name: 'x', colour: 'red' }, '#/colour'],
])('%j is refused at %s', async (body, pointer) => {
  const answer = await post(body);
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
});

test('names are unique without regard to case; a list is filtered and sorted', async () => {
  const other = await world.organization('Chain');
  for (const each of ['Berlin', 'Aachen', 'Celle'])
    await post({ name: each, region: each === 'Celle' ? 'north' : null }, other.token);
  const taken = await post({ name: 'BERLIN' }, other.token);
  expect([taken.status, taken.body.detail]).toEqual([409, 'A RADIUS server with this name exists']);
  const names = async (query: string) =>
    (await world.call('GET', `/radius-servers?${query}`, { token: other.token })).body;
  const page = await names('sort=name:desc&page_size=2');
  expect([page.total_items, page._embedded.radius_servers.map((each: { name: string }) => each.name)]).toEqual([
    3,
    ['Celle', 'Berlin'],
  ]);
  expect((await names('filter[region]=north')).total_items).toBe(1);
});

test('a server that networks use stays, and the refusal names them', async () => {
  const server = (await post({ name: name() })).body;
  const network = (await world.call('POST', '/networks', { body: { name: 'Guests', radius_server_id: server.id } }))
    .body;
  const refused = await world.call('DELETE', `/radius-servers/${server.id}`);
  expect([refused.status, refused.body.used_by]).toEqual([409, { networks: ['Guests'] }]);
  expect((await world.call('DELETE', `/networks/${network.id}`)).status).toBe(204);
  expect((await world.call('DELETE', `/radius-servers/${server.id}`)).status).toBe(204);
});

test('a server moves to another port only while its clients can still be told apart there', async () => {
  const [one, two] = [(await post({ name: name() })).body, (await post({ name: name(), auth_port: 2812 })).body];
  for (const server of [one, two]) {
    const answer = await world.call('POST', '/networks', {
      body: { name: name(), ssid: 'House', radius_server_id: server.id, clients: [{ address: '203.0.113.9' }] },
    });
    expect(answer.status).toBe(201);
  }
  const moved = await world.call('PATCH', `/radius-servers/${two.id}`, { body: { auth_port: 1812 } });
  expect([moved.status, moved.body.detail]).toEqual([409, expect.stringContaining('203.0.113.9')]);
  expect((await world.call('GET', `/radius-servers/${two.id}`)).body.auth_port).toBe(2812);
});

test('another organization sees no servers and may use the same names; writing needs its permission', async () => {
  const other = await world.organization('Next door');
  const server = (await post({ name: 'Ours' })).body;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect(
      (
        await world.call(method, `/radius-servers/${server.id}`, {
          token: other.token,
          body: method === 'PATCH' ? { name: 'theirs' } : undefined,
        })
      ).status,
    ).toBe(404);
  }
  expect((await post({ name: 'Ours' }, other.token)).status).toBe(201);
  const { token } = await world.keyWith('radius-servers:read');
  expect([
    (await world.call('GET', '/radius-servers', { token })).status,
    (await post({ name: name() }, token)).status,
  ]).toEqual([200, 403]);
});
