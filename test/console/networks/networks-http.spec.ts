import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CaptivePortalsModule } from '../../../src/console/captive-portals/captive-portals.module.js';
import { NetworksModule } from '../../../src/console/networks/networks.module.js';
import { radiusKeyLabel } from '../../../src/console/passwords/radius-passwords.js';
import { RadiusServersModule } from '../../../src/console/radius-servers/radius-servers.module.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { statement } from '../../../src/database/database.js';
import { systemContext } from '../../../src/kernel/context.js';
import { Secrets } from '../../../src/kernel/secrets.js';
import { httpWorld, type HttpWorld, type JsonBody } from '../../http/http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [NetworksModule, RadiusServersModule, CaptivePortalsModule, UserGroupsModule] });
});
afterAll(async () => {
  await world.close();
});

const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
let count = 0;
const name = () => `Network ${(count += 1)}`;
const freshAddress = () => `198.51.${(count += 1) >> 8}.${count & 255}`;
const post = (body: object, token = world.token) => world.call('POST', '/networks', { body, token });
const patch = (id: string, body: object, token = world.token) =>
  world.call('PATCH', `/networks/${id}`, { body, token });

async function made(body: object, token = world.token): Promise<JsonBody> {
  const answer = await post({ name: name(), ...body }, token);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

test('a network with clients is created, read, changed and deleted', async () => {
  const group = (await world.call('POST', '/user-groups', { body: { name: name() } })).body.id;
  const server = (await world.call('POST', '/radius-servers', { body: { name: name() } })).body.id;
  const created = await post({
    name: 'Guests',
    ssid: ' Guest',
    radius_server_id: server,
    default_table_id: group,
    unknown_users: 'accept',
    clients: [
      {
        address: '192.0.2.0/25',
        short_name: 'lobby',
        vendor: 'MikroTik',
        secret: 'testing123',
        coa_port: 1700,
        require_message_authenticator: 0,
      },
      { address: '2001:DB8::5' },
    ],
  });
  expect(created.status).toBe(201);
  const [lobby, other] = created.body.clients;
  expect(created.body).toEqual({
    id: expect.any(String),
    name: 'Guests',
    ssid: ' Guest',
    radius_server_id: server,
    captive_portal_id: null,
    default_table_id: group,
    unknown_users: 'accept',
    clients: [
      {
        id: expect.any(String),
        address: '192.0.2.0/25',
        short_name: 'lobby',
        vendor: 'mikrotik',
        coa_port: 1700,
        radsec: 0,
        require_message_authenticator: 0,
      },
      {
        id: expect.any(String),
        address: '2001:db8::5',
        short_name: '2001:db8::5',
        vendor: 'generic',
        coa_port: 3799,
        radsec: 0,
        require_message_authenticator: 1,
        secret: expect.stringMatching(/^\w{32}$/),
      },
    ],
    created_at: expect.any(String),
    updated_at: expect.any(String),
    _links: { self: { href: `/networks/${created.body.id}` } },
  });
  const { secret: _shownOnce, ...without } = other;
  const path = `/networks/${created.body.id}`;
  expect((await world.call('GET', path)).body).toEqual({ ...created.body, clients: [lobby, without] });
  const listed = (await world.call('GET', '/networks?filter[ssid]=%20Guest')).body;
  expect([listed.total_items, listed._embedded.networks[0].clients]).toEqual([1, [lobby, without]]);
  const changed = await world.call('PATCH', path, { body: { ssid: null }, headers: { 'if-match': '"1"' } });
  expect([changed.status, changed.headers.get('etag'), changed.body.ssid, changed.body.clients]).toEqual([
    200,
    '"2"',
    null,
    [lobby, without],
  ]);
  expect((await world.call('DELETE', path, { headers: { 'if-match': '"1"' } })).status).toBe(412);
  expect((await world.call('DELETE', path)).status).toBe(204);
  expect((await world.call('GET', path)).status).toBe(404);
});

test.each([
  [{}, '#/name'],
  [{ name: 'x', ssid: 'x'.repeat(33) }, '#/ssid'],
  [{ name: 'x', unknown_users: 'maybe' }, '#/unknown_users'],
  [{ name: 'x', radius_server_id: nowhere }, '#/radius_server_id'],
  [{ name: 'x', default_table_id: nowhere }, '#/default_table_id'],
  [{ name: 'x', clients: {} }, '#/clients'],
  [{ name: 'x', clients: [{}] }, '#/clients/0/address'],
  [{ name: 'x', clients: [{ address: '198.18.0.1' }, { address: 'lobby' }] }, '#/clients/1/address'],
  [{ name: 'x', clients: [{ address: '198.18.0.1' }, { address: '198.18.0.1/32' }] }, '#/clients/1/address'],
  [{ name: 'x', clients: [{ address: '198.18.0.1', secret: 'x' }] }, '#/clients/0/secret'],
  [{ name: 'x', clients: [{ address: '198.18.0.1', vendor: 'nobody' }] }, '#/clients/0/vendor'],
  [{ name: 'x', clients: [{ address: '198.18.0.1', id: nowhere }] }, '#/clients/0/id'],
  [{ name: 'x', clients: [{ address: '198.18.0.1', port: 1 }] }, '#/clients/0/port'],
])('%j is refused at %s', async (body, pointer) => {
  const answer = await post(body);
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
});

describe('clients in a change', () => {
  test('keep their ids and the fields that are not given; those left out are removed, new ones are added', async () => {
    const [stays, moves, goes, comes, to] = Array.from({ length: 5 }, freshAddress);
    const network = await made({
      clients: [
        { address: stays, vendor: 'cisco', secret: 'testing123' },
        { address: moves, short_name: 'attic' },
        { address: goes },
      ],
    });
    const [first, second] = network.clients;
    const answer = await patch(network.id, {
      clients: [{ address: comes }, { address: stays, coa_port: 1700 }, { id: second.id, address: to }],
    });
    expect(answer.body.clients).toEqual([
      {
        ...first,
        id: expect.not.stringMatching(first.id),
        address: comes,
        short_name: comes,
        vendor: 'generic',
        secret: expect.any(String),
      },
      { ...first, coa_port: 1700 },
      {
        id: second.id,
        address: to,
        short_name: 'attic',
        vendor: 'generic',
        coa_port: 3799,
        radsec: 0,
        require_message_authenticator: 1,
      },
    ]);
    expect(
      (await world.call('GET', `/networks/${network.id}`)).body.clients.map(({ id }: { id: string }) => id),
    ).toEqual(answer.body.clients.map(({ id }: { id: string }) => id));
  });

  test('that say nothing new change nothing', async () => {
    const address = freshAddress();
    const network = await made({ clients: [{ address, secret: 'testing123' }] });
    const [{ id }] = network.clients;
    for (const clients of [[{ address }], [{ id, address }], [{ address, secret: 'testing123' }]]) {
      expect((await patch(network.id, { clients })).headers.get('etag')).toBe('"1"');
    }
    const renewed = await patch(network.id, { clients: [{ address, secret: null }] });
    expect([renewed.headers.get('etag'), renewed.body.clients[0].id, typeof renewed.body.clients[0].secret]).toEqual([
      '"2"',
      id,
      'string',
    ]);
  });

  test('may exchange their addresses', async () => {
    const [one, other] = [freshAddress(), freshAddress()];
    const network = await made({ clients: [{ address: one }, { address: other }] });
    const [first, second] = network.clients.map(({ id }: { id: string }) => id);
    const { body } = await patch(network.id, {
      clients: [
        { id: first, address: other },
        { id: second, address: one },
      ],
    });
    expect(body.clients.map(({ id, address }: { id: string; address: string }) => [id, address])).toEqual([
      [first, other],
      [second, one],
    ]);
  });
});

test("a client's secret is in the database as FreeRADIUS opens it: with pgcrypto, under the derived key", async () => {
  const network = await made({ clients: [{ address: freshAddress(), secret: 'known to both' }] });
  const [key] = world.app.get(Secrets, { strict: false }).derivedKeys(radiusKeyLabel);
  await world.fresh.dataSource.query('create extension if not exists pgcrypto');
  const row = await world.fresh.database.one<{ secret: string }>(
    systemContext(world.organizationId, 'test'),
    statement(
      'test_client_secret',
      `
    select convert_from(decrypt_iv(substring(secret_sealed from 17), $2, substring(secret_sealed for 16),
      'aes-cbc/pad:pkcs'), 'UTF8') as secret
    from network_clients where network_id = $1`,
    ),
    [network.id, key],
  );
  expect(row?.secret).toBe('known to both');
});

describe('a client address', () => {
  const shared = 'one secret of both';

  test('serves several networks when their SSIDs differ and the secret is the same', async () => {
    const address = freshAddress();
    const house = await made({ ssid: 'House', clients: [{ address, secret: shared }] });
    const same = await post({ name: name(), ssid: 'House', clients: [{ address, secret: shared }] });
    expect([same.status, same.body.detail]).toEqual([
      409,
      `The client address ${address} with the SSID House belongs to the network ${house.name} already`,
    ]);
    const different = await post({ name: name(), ssid: 'Staff', clients: [{ address, secret: 'another secret' }] });
    expect([different.status, different.body.detail]).toEqual([409, expect.stringContaining('same secret')]);
    const staff = await made({ ssid: 'Staff', clients: [{ address, secret: shared }] });
    await made({ ssid: null, clients: [{ address, secret: shared }] });
    expect((await patch(staff.id, { ssid: 'House' })).status).toBe(409);
    expect((await patch(staff.id, { clients: [{ address, secret: 'a new secret' }] })).status).toBe(409);
    expect((await world.call('GET', `/networks/${staff.id}`)).headers.get('etag')).toBe('"1"');
  });

  test('may lie within a range of the same organization: the narrower one is meant', async () => {
    await made({ clients: [{ address: '198.18.7.0/24' }] });
    await made({ clients: [{ address: '198.18.7.7' }] });
  });

  test('is free on another port', async () => {
    const address = freshAddress();
    const server = (await world.call('POST', '/radius-servers', { body: { name: name(), auth_port: 4812 } })).body.id;
    await made({ ssid: 'House', clients: [{ address }] });
    const apart = await made({ ssid: 'House', radius_server_id: server, clients: [{ address }] });
    expect((await patch(apart.id, { radius_server_id: null })).status).toBe(409);
  });

  test('a shared address is told apart by SSID, for organizations that know its secret', async () => {
    const tenant = await world.organization(name());
    const address = '203.0.113.20';
    await made({
      name: 'secret name',
      ssid: 'House',
      clients: [{ address, secret: shared }, { address: '203.0.113.64/26' }],
    });
    const attempts = [
      { ssid: 'House', clients: [{ address, secret: shared }] },
      { ssid: 'Tenant', clients: [{ address, secret: 'a wrong guess' }] },
      { ssid: 'Tenant', clients: [{ address: '203.0.113.0/25', secret: shared }] },
      { ssid: 'Tenant', clients: [{ address: '203.0.113.65', secret: shared }] },
    ];
    for (const attempt of attempts) {
      const answer = await post({ name: name(), ...attempt }, tenant.token);
      expect([answer.status, answer.body.detail]).toEqual([
        409,
        expect.stringContaining(`The client address ${attempt.clients[0].address} is in use elsewhere`),
      ]);
      expect(answer.text).not.toMatch(/secret name|House/);
    }
    await made({ ssid: 'Tenant', clients: [{ address, secret: shared }] }, tenant.token);
    expect((await world.call('GET', '/networks', { token: tenant.token })).body.total_items).toBe(1);
  });

  test('is given to one of two that ask for it at the same time', async () => {
    const tenants = await Promise.all([1, 2, 3, 4].map(() => world.organization(name())));
    const answers = await Promise.all(
      tenants.map(({ token }) => post({ name: 'Race', ssid: 'House', clients: [{ address: '203.0.113.30' }] }, token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

test('the captive portal of a network is read from the portal that names it, in lists, too', async () => {
  const [first, second] = [await made({ name: name() }), await made({ name: name() })];
  const portal = (await world.call('POST', '/captive-portals', { body: { name: name(), network_id: first.id } })).body;
  const shown = async ({ id }: JsonBody) => {
    const { body, headers } = await world.call('GET', `/networks/${id}`);
    return [body.captive_portal_id, headers.get('etag')];
  };
  const listed = async (query: string) =>
    (await world.call('GET', `/networks?${query}`)).body._embedded.networks.map(
      ({ id, captive_portal_id }: JsonBody) => [id, captive_portal_id],
    );
  expect([await shown(first), await shown(second)]).toEqual([
    [portal.id, '"2"'],
    [null, '"1"'],
  ]);
  expect(await listed(`filter[captive_portal_id]=${portal.id}`)).toEqual([[first.id, portal.id]]);
  expect(
    await listed(`filter=${encodeURIComponent(JSON.stringify({ captive_portal_id: null }))}&page_size=100`),
  ).not.toContainEqual([first.id, portal.id]);
  expect((await listed('sort=captive_portal_id:asc'))[0]).toEqual([first.id, portal.id]);
  const renamed = await patch(first.id, { name: name() });
  expect([renamed.body.captive_portal_id, renamed.headers.get('etag')]).toEqual([portal.id, '"3"']);
  await world.call('PATCH', `/captive-portals/${portal.id}`, { body: { network_id: second.id } });
  expect([await shown(first), await shown(second)]).toEqual([
    [null, '"4"'],
    [portal.id, '"2"'],
  ]);
  await world.call('DELETE', `/captive-portals/${portal.id}`);
  expect(await shown(second)).toEqual([null, '"3"']);
});

test('the captive portal of a network cannot be written: the refusal says where it is set', async () => {
  const network = await made({});
  const portal = (await world.call('POST', '/captive-portals', { body: { name: name() } })).body;
  for (const said of [portal.id, null, nowhere]) {
    for (const refused of [
      await post({ name: name(), captive_portal_id: said }),
      await patch(network.id, { captive_portal_id: said }),
    ]) {
      expect([refused.status, refused.body.errors]).toEqual([
        422,
        [{ pointer: '#/captive_portal_id', detail: expect.stringContaining('set network_id of the captive portal') }],
      ]);
    }
  }
});

test('a network that a captive portal uses stays, and the refusal names it', async () => {
  const network = await made({});
  const portal = (
    await world.call('POST', '/captive-portals', { body: { name: 'Lobby portal', network_id: network.id } })
  ).body;
  const refused = await world.call('DELETE', `/networks/${network.id}`);
  expect([refused.status, refused.body.used_by]).toEqual([409, { captive_portals: ['Lobby portal'] }]);
  await world.call('DELETE', `/captive-portals/${portal.id}`);
  expect((await world.call('DELETE', `/networks/${network.id}`)).status).toBe(204);
});

test('a group is kept by what surrounds the network, too: the refusal counts every kind', async () => {
  const group = (await world.call('POST', '/user-groups', { body: { name: name() } })).body.id;
  await made({ default_table_id: group });
  for (const _ of [1, 2]) await world.call('POST', '/captive-portals', { body: { name: name(), table_id: group } });
  const refused = await world.call('DELETE', `/user-groups/${group}`);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringContaining('1 network and 2 captive portals'),
  ]);
});

test("another organization's networks, servers and groups are out of reach", async () => {
  const other = await world.organization(name());
  const network = await made({});
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect(
      (
        await world.call(method, `/networks/${network.id}`, {
          token: other.token,
          body: method === 'PATCH' ? { name: 'theirs' } : undefined,
        })
      ).status,
    ).toBe(404);
  }
  const foreign: [string, string][] = [
    ['radius-servers', 'radius_server_id'],
    ['user-groups', 'default_table_id'],
  ];
  for (const [path, field] of foreign) {
    const { body } = await world.call('POST', `/${path}`, { body: { name: name() } });
    const answer = await post({ name: name(), [field]: body.id }, other.token);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, `#/${field}`]);
  }
  const own = await made({}, other.token);
  const client = (await made({ clients: [{ address: freshAddress() }] })).clients[0];
  expect(
    (await patch(own.id, { clients: [{ id: client.id, address: freshAddress() }] }, other.token)).body.errors[0]
      .pointer,
  ).toBe('#/clients/0/id');
});

test('names are unique without regard to case; writing takes networks:write', async () => {
  await made({ name: 'Staff' });
  expect((await post({ name: 'STAFF' })).body.detail).toBe('A network with this name exists');
  const { token } = await world.keyWith('networks:read');
  expect([
    (await world.call('GET', '/networks', { token })).status,
    (await post({ name: name() }, token)).status,
  ]).toEqual([200, 403]);
});
