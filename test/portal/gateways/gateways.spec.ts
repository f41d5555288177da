import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AlarmsModule } from '../../../src/console/alarms/alarms.module.js';
import { CaptivePortalsModule } from '../../../src/console/captive-portals/captive-portals.module.js';
import { NetworksModule } from '../../../src/console/networks/networks.module.js';
import { systemContext } from '../../../src/kernel/context.js';
import type { GatewayAdmission } from '../../../src/portal/gateways/contract/gateway.js';
import { PortalGatewaysModule } from '../../../src/portal/gateways/gateways.module.js';
import { Gateways } from '../../../src/portal/gateways/gateways.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';

let world: HttpWorld;
let gateways: Gateways;
beforeAll(async () => {
  world = await httpWorld({ modules: [AlarmsModule, CaptivePortalsModule, NetworksModule, PortalGatewaysModule] });
  gateways = world.app.get(Gateways, { strict: false });
});
afterAll(async () => {
  await world.close();
});

let count = 0;
async function house(clients: object[] = []) {
  const mark = String((count += 1));
  const { id: networkId } = (await world.call('POST', '/networks', { body: { name: `N ${mark}`, clients } })).body;
  const body = { name: `P ${mark}`, network_id: networkId };
  const { id } = (await world.call('POST', '/captive-portals', { body })).body;
  return { id: id as string, networkId: networkId as string };
}
async function gateway(networkId: string, more: object) {
  const body = { name: `G ${(count += 1)}`, network_id: networkId, ...more };
  const answer = await world.call('POST', '/gateways', { body });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as { id: string; secrets_set: string[] };
}
const context = () => systemContext(world.organizationId, 'portal');
const admission: GatewayAdmission = {
  registrationId: 'r',
  username: 'stay-204',
  ticket: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  mac: 'aa:bb:cc:00:11:22',
  endsAt: null,
  returnUrl: 'https://wifi.example.com/p/x/status',
};
const challenge = '0123456789abcdef0123456789abcdef';
const device = '&mac=AA-BB-CC-00-11-22&nasid=lobby';
const redirect = `res=notyet&uamip=10.1.0.1&uamport=3990&challenge=${challenge}${device}`;

test('a guest whom the gateway sent is sent back to it; what came is kept without what lets somebody in', async () => {
  const portal = await house();
  const { id, secrets_set: set } = await gateway(portal.networkId, {
    vendor: 'coova',
    login_hosts: ['10.1.0.1'],
    secrets: { uamsecret: 'a shared word' },
  });
  expect(set).toEqual(['uamsecret']);
  const address = `https://wifi.example.com/p/x?${redirect}`;
  const md = createHash('md5').update(`${address}a shared word`).digest('hex').toUpperCase();
  const query = new URLSearchParams(`${redirect}&md=${md}`);
  const arrival = await gateways.arrive(context(), portal, null, query, `${address}&md=${md}`);
  expect(arrival).toMatchObject({
    gatewayId: id,
    vendor: 'coova',
    clientMac: 'aa:bb:cc:00:11:22',
    nasId: 'lobby',
    problem: null,
    proof: 'signed',
  });
  expect(await gateways.arrive(context(), portal, null, query, `${address}&mac=x&md=${md}`)).toMatchObject({
    proof: 'none',
  });
  const step = await gateways.admit(context(), arrival, admission);
  expect(step).toMatchObject({ kind: 'get', url: expect.stringMatching(/^http:\/\/10\.1\.0\.1:3990\/logon\?/) });
  expect(await gateways.admit(context(), arrival, admission)).toEqual(step);
  const last = await world.call('GET', `/gateways/${id}/last-arrival`);
  expect([last.status, last.body]).toMatchObject([200, { proof: 'signed', parameters: { mac: 'AA-BB-CC…' } }]);
  for (const secret of [challenge, md, '00-11-22', 'a shared word'])
    expect(JSON.stringify(last.body)).not.toContain(secret);
  expect((await world.call('GET', `/gateways/${id}`)).body.last_arrival_at).toEqual(last.body.at);
});

test('nothing is sent to a host that is not listed, and the reason is told', async () => {
  const portal = await house();
  await gateway(portal.networkId, { vendor: 'coova', login_hosts: ['10.1.0.1'] });
  for (const [uamip, port] of [
    ['evil.example', '3990'],
    ['10.1.0.1', '22'],
    ['10.1.0.1@evil.example', '3990'],
    ['10.1.0.1\r\nLocation: http://evil.example', '3990'],
  ]) {
    const query = new URLSearchParams({ uamip, uamport: port, challenge, mac: 'aa:bb:cc:00:11:22' });
    const arrival = await gateways.arrive(context(), portal, null, query);
    expect(await gateways.admit(context(), arrival, admission)).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/login (host|address)/),
    });
  }
});

test('of several gateways the one with the login host sent the guest; of another portal none did', async () => {
  const [portal, other] = [await house(), await house()];
  const first = await gateway(portal.networkId, { vendor: 'coova', login_hosts: ['10.1.0.1'] });
  const second = await gateway(portal.networkId, { vendor: 'coova', login_hosts: ['10.1.0.2'] });
  const cisco = await gateway(portal.networkId, { vendor: 'cisco', login_hosts: ['192.0.2.1'] });
  const arrive = async (query: string, maker: string | null = null, at = portal) =>
    (await gateways.arrive(context(), at, maker, new URLSearchParams(query))).gatewayId;
  expect(await arrive(redirect)).toBe(first.id);
  expect(await arrive(redirect.replace('10.1.0.1', '10.1.0.2'))).toBe(second.id);
  expect(await arrive(redirect.replace('10.1.0.1', '10.1.0.3'))).toBeNull();
  expect(await arrive('switch_url=https://192.0.2.1/login.html')).toBe(cisco.id);
  expect(await arrive('switch_url=https://192.0.2.1/login.html', 'coova')).toBeNull();
  expect(await arrive(redirect, null, other)).toBeNull();
  expect(await gateways.formActions(context(), portal)).toEqual([
    'http://10.1.0.1:3990',
    'https://10.1.0.1:4990',
    'http://10.1.0.2:3990',
    'https://10.1.0.2:4990',
    'https://192.0.2.1',
    'http://192.0.2.1',
  ]);
  const moved = { captive_portal_id: other.id };
  expect((await world.call('PATCH', `/gateways/${first.id}`, { body: moved })).status).toBe(200);
  expect([await arrive(redirect), await arrive(redirect, null, other)]).toEqual([null, first.id]);
  expect((await world.call('DELETE', `/captive-portals/${other.id}`)).status).toBe(204);
  expect(await arrive(redirect)).toBe(first.id);
});

test('a test says step by step what is missing, and finds nothing where all is there', async () => {
  const portal = await house([{ address: '198.18.77.1', short_name: 'gw', secret: 'testing123' }]);
  const bare = await world.call('POST', '/networks', { body: { name: `N ${(count += 1)}` } });
  const { id } = await gateway(bare.body.id, { vendor: 'coova' });
  const lacking = await world.call('POST', `/gateways/${id}/test`);
  expect(lacking.body.ok).toBe(false);
  const failed = lacking.body.checks.filter(({ ok }: { ok: boolean }) => !ok);
  expect(failed.map(({ name }: { name: string }) => name)).toEqual([
    'portal',
    'login_hosts',
    'radius_clients',
    'last_arrival',
  ]);
  expect(failed.every(({ remedy }: { remedy: string | null }) => remedy)).toBe(true);
  const whole = await gateway(portal.networkId, { vendor: 'coova', login_hosts: ['10.1.0.1'] });
  await gateways.arrive(context(), portal, null, new URLSearchParams(redirect));
  expect((await world.call('POST', `/gateways/${whole.id}/test`)).body).toMatchObject({ ok: true });
});

describe('a gateway of no known make', () => {
  const handOver = {
    mac_in: 'device',
    address_in: 'login',
    error_in: 'why',
    path: '/in',
    username_field: 'who',
    password_field: 'code',
    sent_back: ['token'],
  };
  const generic = { vendor: 'generic', login_hosts: ['login.gear.example'], hand_over: handOver };
  const from = (more: Record<string, string>) =>
    new URLSearchParams({ device: 'AA-BB-CC-00-11-22', login: 'login.gear.example', token: 'a1', ...more });

  test('is told as its record says, and told of again when a guest is back', async () => {
    const portal = await house();
    const { id } = await gateway(portal.networkId, generic);
    const arrival = await gateways.arrive(context(), portal, null, from({ why: 'no such guest', other: 'x' }));
    expect(arrival).toMatchObject({ gatewayId: id, clientMac: 'aa:bb:cc:00:11:22', problem: 'refused' });
    expect(await gateways.admit(context(), arrival, admission)).toEqual({
      kind: 'post',
      url: 'https://login.gear.example/in',
      fields: { who: 'stay-204', code: admission.ticket, token: 'a1' },
      leadsAnywhere: true,
    });
    const { parameters } = (await world.call('GET', `/gateways/${id}/last-arrival`)).body;
    expect(parameters).toMatchObject({ device: 'AA-BB-CC…', token: '…' });
    expect(parameters).not.toHaveProperty('other');
  });

  test.each([
    ['another host', { login: 'https://evil.example/in' }],
    ['another port', { login: 'login.gear.example:8443' }],
    ['an address in front of the host', { login: 'https://login.gear.example@evil.example/' }],
    ['a host that only ends like it', { login: 'login.gear.example.evil.example' }],
    ['a backslash', { login: String.raw`https://evil.example\.login.gear.example` }],
    ['a script', { login: 'javascript:alert(1)//login.gear.example' }],
  ])('nothing leaves for %s', async (_, more) => {
    const portal = await house();
    await gateway(portal.networkId, generic);
    const arrival = await gateways.arrive(context(), portal, null, from(more));
    expect((await gateways.admit(context(), arrival, admission)).kind).toBe('refused');
  });

  test('whose record does not say how, or a known make whose record does, is refused', async () => {
    const { networkId } = await house();
    for (const [vendor, more, detail] of [
      ['generic', {}, 'is required'],
      ['coova', { hand_over: handOver }, 'leave it out'],
    ] as const) {
      const body = { name: `G ${(count += 1)}`, network_id: networkId, vendor, ...more };
      const answer = await world.call('POST', '/gateways', { body });
      expect([answer.status, answer.body.errors]).toMatchObject([
        422,
        [{ pointer: '#/hand_over', detail: expect.stringContaining(detail) }],
      ]);
    }
  });
});

test('shared words are those of the make, never shown, and go with null', async () => {
  const { networkId } = await house();
  const nds = { name: 'x', network_id: networkId, vendor: 'opennds', secrets: { uamsecret: 'x' } };
  expect((await world.call('POST', '/gateways', { body: nds })).body.errors).toEqual([
    { pointer: '#/secrets/uamsecret', detail: expect.stringContaining('faskey') },
  ]);
  const { id } = await gateway(networkId, { vendor: 'opennds', secrets: { faskey: 'seen by nobody' } });
  const set = async () => (await world.call('GET', `/gateways/${id}`)).body.secrets_set;
  await world.call('PATCH', `/gateways/${id}`, { body: { name: `renamed ${id}` } });
  expect(await set()).toEqual(['faskey']);
  await world.call('PATCH', `/gateways/${id}`, { body: { secrets: { faskey: null } } });
  expect(await set()).toEqual([]);
  expect((await world.call('PATCH', `/gateways/${id}`, { body: { vendor: 'coova' } })).body.errors).toEqual([
    { pointer: '#/vendor', detail: expect.stringContaining('make another gateway') },
  ]);
});

test.each([
  ['another host', 'https://unifi.attacker.example'],
  ['another port', 'https://unifi.example.com:8443'],
  ['another scheme', 'http://unifi.example.com'],
])('the words of a controller do not go to %s unless they are given again, or taken away', async (_place, url) => {
  const { networkId } = await house();
  const secrets = { username: 'usher', password: 'never shown' };
  const there = { url: 'https://unifi.example.com' };
  const { id } = await gateway(networkId, { vendor: 'unifi', controller: there, secrets });
  const change = (body: object) => world.call('PATCH', `/gateways/${id}`, { body });
  const refused = await change({ controller: { url } });
  expect([refused.status, refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()]).toEqual([
    422,
    ['#/secrets/password', '#/secrets/username'],
  ]);
  expect((await change({ controller: { url }, secrets: { username: 'usher' } })).status).toBe(422);
  expect((await world.call('GET', `/gateways/${id}`)).body.controller.url).toBe(there.url);

  expect((await change({ controller: { url: `${there.url}/network`, site: 'lobby' } })).status).toBe(200);
  const moved = await change({ controller: { url }, secrets: { username: null, password: null } });
  expect([moved.status, moved.body.secrets_set]).toEqual([200, []]);
  const back = await change({ controller: there, secrets });
  expect([back.status, back.body.secrets_set.toSorted()]).toEqual([200, ['password', 'username']]);
});
