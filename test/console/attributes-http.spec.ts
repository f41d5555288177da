import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AttributesModule } from '../../src/console/attributes/attributes.module.js';
import { RadiusPasswords } from '../../src/console/passwords/radius-passwords.js';
import { UserGroupsModule } from '../../src/console/user-groups/user-groups.module.js';
import { statement } from '../../src/database/database.js';
import { systemContext } from '../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';

let world: HttpWorld;
let userid: string;
let count = 0;
beforeAll(async () => {
  world = await httpWorld({ modules: [AttributesModule, UserGroupsModule] });
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  count += 1;
  userid = (await world.call('POST', '/users', { body: { username: `anna ${count}` } })).body.id;
});

const set = (attribute: string, value: string, more: object = {}) =>
  world.call('POST', '/api/attributes', {
    body: { userid, attribute, operator: ':=', table: 'radcheck', value, ...more },
  });
const listed = async (table = 'radcheck', of = userid) =>
  (await world.call('GET', `/api/attributes?table=${table}&userid=${of}`)).body._embedded.attributes;

test('a password attribute sets the password of the user and its value never comes back', async () => {
  const created = await set('Cleartext-Password', 'Passw0rd!');
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({
    id: expect.any(String),
    userid,
    attribute: 'Cleartext-Password',
    operator: ':=',
    table: 'radcheck',
    value: null,
  });
  expect(JSON.stringify(await listed())).not.toContain('Passw0rd!');
  const row = await world.fresh.database.one<{ hash: string; sealed: Buffer }>(
    systemContext(world.organizationId, 'test'),
    statement(
      'test_attribute_password',
      'select password_ssha512 as hash, nt_hash_sealed as sealed from users where id = $1',
    ),
    [userid],
  );
  const passwords = world.app.get(RadiusPasswords);
  expect(passwords.matches('Passw0rd!', row?.hash ?? '')).toBe(true);
  expect(passwords.openNtHash(row?.sealed ?? Buffer.alloc(0)).toString('hex')).toBe('fc525c9683e8fe067095ba2ddc971889');
});

test('deleting the password attribute takes the password away', async () => {
  const { body } = await set('User-Password', 'one');
  expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([body.id]);
  expect((await world.call('DELETE', `/api/attributes/${body.id}?table=radcheck`)).status).toBe(204);
  expect(await listed()).toEqual([]);
  expect((await world.call('DELETE', `/api/attributes/${body.id}?table=radcheck`)).status).toBe(404);
});

test.each([
  ['radcheck', 'Cleartext-Password'],
  ['radreply', 'Reply-Message'],
])('the links of an attribute in %s lead to it, until it is taken away', async (table, name) => {
  const made = await set(name, 'Welcome', { table });
  const { href } = made.body._links.self;
  expect(made.headers.get('location')).toBe(href);
  expect([await listed(table), (await world.call('GET', href)).body]).toEqual([[made.body], made.body]);
  expect((await world.call('DELETE', href)).status).toBe(204);
  expect((await world.call('GET', href)).status).toBe(404);
});

test('Auth-Type Reject disables the user, and taking it away enables', async () => {
  const disabled = async () => (await world.call('GET', `/users/${userid}`)).body.disabled;
  const { body } = await set('Auth-Type', 'Reject');
  expect(await disabled()).toBe(1);
  expect(await listed()).toMatchObject([{ attribute: 'Auth-Type', operator: ':=', value: 'Reject' }]);
  await world.call('DELETE', `/api/attributes/${body.id}?table=radcheck`);
  expect(await disabled()).toBe(0);
});

test.each([
  ['May 16 2036 11:00:00', '2036-05-16T09:00:00.000Z'],
  ['16 May 2036 11:00', '2036-05-16T09:00:00.000Z'],
  ['16 May 2036', '2036-05-15T22:00:00.000Z'],
  ['May 16 2036 11:00:00 UTC', '2036-05-16T11:00:00.000Z'],
  ['2036-05-16T11:00:00+02:00', '2036-05-16T09:00:00.000Z'],
  ['2094541200', '2036-05-16T09:00:00.000Z'],
])("Expiration %s ends the user at %s, in the organization's own time", async (value, until) => {
  await world.call('PATCH', `/organizations/${world.organizationId}`, { body: { time_zone: 'Europe/Vienna' } });
  const { body } = await set('Expiration', value);
  expect((await world.call('GET', `/users/${userid}`)).body.valid_until).toBe(until);
  // What is listed can be said again.
  expect((await set('Expiration', body.value)).body).toEqual(body);
  expect((await world.call('GET', `/users/${userid}`)).body.valid_until).toBe(until);
  expect((await world.call('DELETE', `/api/attributes/${body.id}?table=radcheck`)).status).toBe(204);
  expect((await world.call('GET', `/users/${userid}`)).body.valid_until).toBeNull();
});

test('Simultaneous-Use in radcheck is how many devices a user may have', async () => {
  const { body } = await set('simultaneous-use', '3');
  expect(body).toMatchObject({ attribute: 'Simultaneous-Use', operator: ':=', value: '3' });
  expect((await world.call('GET', `/users/${userid}`)).body.max_devices).toBe(3);
});

test.each([
  ['radgroupcheck', 'Login-Time', 'Wk0800-1800,Sa', 'login_time', 'Wk0800-1800,Sa'],
  ['radgroupcheck', 'Simultaneous-Use', '2', 'simultaneous_use', 2],
  ['radgroupreply', 'Session-Timeout', '3600', 'session_timeout', 3600],
  ['radgroupreply', 'Idle-Timeout', '600', 'idle_timeout', 600],
  ['radgroupreply', 'Acct-Interim-Interval', '300', 'acct_interim_interval', 300],
  ['radgroupreply', 'WISPr-Bandwidth-Max-Down', '20000000', 'bandwidth_down', 20_000_000],
  ['radgroupreply', 'WISPr-Bandwidth-Max-Up', '5000000', 'bandwidth_up', 5_000_000],
  ['radgroupreply', 'Tunnel-Private-Group-ID', '120', 'vlan', '120'],
] as const)("%s %s is an entry of the group's policy, both ways", async (table, attribute, value, entry, kept) => {
  const group = (
    await world.call('POST', '/user-groups', {
      body: { name: `${attribute} ${count}`, policy: { daily_quota_bytes: 5 } },
    })
  ).body.id;
  const policy = async () => (await world.call('GET', `/user-groups/${group}`)).body.policy;
  const { status, body } = await set(attribute, value, { table, userid: group });
  expect([status, body.value]).toEqual([201, value]);
  expect(await policy()).toEqual({ daily_quota_bytes: 5, [entry]: kept });
  expect(await listed(table, group)).toEqual([expect.objectContaining({ id: body.id, value })]);
  expect((await world.call('DELETE', `/api/attributes/${body.id}?table=${table}`)).status).toBe(204);
  expect(await policy()).toEqual({ daily_quota_bytes: 5 });
  await world.call('PATCH', `/user-groups/${group}`, { body: { policy: { [entry]: kept } } });
  expect(await listed(table, group)).toMatchObject([{ value }]);
});

test.each([
  ['radreply', 'reply-message', '=', 'Welcome back', 'Reply-Message'],
  ['radreply', 'Tunnel-Type:1', ':=', 'vlan', 'Tunnel-Type:1'],
  ['radreply', 'Cisco-AVPair', '+=', 'ip:addr-pool=guests', 'Cisco-AVPair'],
  ['radreply', 'Framed-IPv6-Prefix', ':=', '2001:db8::/64', 'Framed-IPv6-Prefix'],
  ['radreply', 'Class', ':=', '0xcafe', 'Class'],
  ['radcheck', 'Calling-Station-Id', '=~', '^02-', 'Calling-Station-Id'],
  ['radcheck', 'NAS-Port-Type', '==', 'Wireless-802.11', 'NAS-Port-Type'],
  ['radcheck', 'NAS-IP-Address', '!=', '10.0.0.1', 'NAS-IP-Address'],
])('%s %s %s %s is kept as %s', async (table, attribute, operator, value, name) => {
  const { status, body } = await set(attribute, value, { table, operator });
  expect([status, body.attribute, body.operator, body.value]).toEqual([201, name, operator, value]);
});

test('a user disabled by the newer form shows it in the older one', async () => {
  await world.call('PATCH', `/users/${userid}`, { body: { disabled: 1 } });
  expect(await listed()).toMatchObject([{ attribute: 'Auth-Type', value: 'Reject' }]);
});

test.each(['radcheck', 'radreply'])('other attributes of %s are kept, listed and deleted', async (table) => {
  const { status, body } = await set('Session-Timeout', '3600', { table });
  expect(status).toBe(201);
  expect(await listed(table)).toMatchObject([
    { id: body.id, attribute: 'Session-Timeout', operator: ':=', value: '3600', table },
  ]);
  const other = table === 'radcheck' ? 'radreply' : 'radcheck';
  expect((await world.call('DELETE', `/api/attributes/${body.id}?table=${other}`)).status).toBe(404);
  expect((await world.call('DELETE', `/api/attributes/${body.id}?table=${table}`)).status).toBe(204);
  expect(await listed(table)).toEqual([]);
});

test.each(['radgroupcheck', 'radgroupreply'])('attributes of %s belong to a group', async (table) => {
  const group = (await world.call('POST', '/user-groups', { body: { name: `${table} ${count}` } })).body.id;
  expect((await set('Tunnel-Type', 'VLAN', { table, userid: group })).status).toBe(201);
  expect(await listed(table, group)).toMatchObject([{ attribute: 'Tunnel-Type', userid: group }]);
  expect((await set('Tunnel-Type', 'VLAN', { table })).status).toBe(404);
  const { token } = await world.keyWith('users:read', 'users:write');
  expect((await world.call('GET', `/api/attributes?table=${table}&userid=${group}`, { token })).status).toBe(403);
});

test('a secret in a reply is sealed and not shown', async () => {
  await set('Tunnel-Password', 'psk of room 12', { table: 'radreply' });
  expect(await listed('radreply')).toMatchObject([{ attribute: 'Tunnel-Password', value: null }]);
  const rows = await world.fresh.database.query(
    systemContext(world.organizationId, 'test'),
    statement('test_attribute_rows', 'select a::text from radius_attributes a'),
  );
  expect(JSON.stringify(rows)).not.toContain('psk of room 12');
});

test.each([
  [{ attribute: 'two words' }, '#/attribute'],
  [{ operator: '~' }, '#/operator'],
  [{ table: 'users' }, '#/table'],
  [{ value: 5 }, '#/value'],
  [{ attribute: 'Cleartext-Password', value: '' }, '#/value'],
  [{ attribute: 'NT-Password', value: '0x8846f7eaee8fb117ad06bdd830b7586c' }, '#/attribute'],
  [{ attribute: 'Auth-Type', value: 'Accept' }, '#/value'],
  [{ attribute: 'Auth-Type', value: 'Reject', table: 'radreply' }, '#/attribute'],
  [{ attribute: 'Exec-Program', value: '/bin/true', table: 'radreply' }, '#/attribute'],
  [{ attribute: 'Login-Time', value: 'Wk' }, '#/attribute'],
  [{ attribute: 'Session-Timeout:1' }, '#/attribute'],
  [{ attribute: 'Session-Timeout', value: 'an hour' }, '#/value'],
  [{ attribute: 'Session-Timeout', value: '4294967296' }, '#/value'],
  [{ attribute: 'Framed-IP-Address', value: '10.0.0.256' }, '#/value'],
  [{ attribute: 'Tunnel-Type', value: 'VLANS' }, '#/value'],
  [{ attribute: 'Vendor-Specific', value: '0x00' }, '#/value'],
  [{ attribute: 'Reply-Message', value: '`id`' }, '#/value'],
  [{ attribute: 'Reply-Message', value: '"%{User-Name}"' }, '#/value'],
  [{ attribute: 'Reply-Message', value: 'at the end \\' }, '#/value'],
  [{ attribute: 'Class', value: '0xabc' }, '#/value'],
  [{ attribute: 'Session-Timeout', operator: '==', table: 'radreply' }, '#/operator'],
  [{ attribute: 'Cleartext-Password', operator: '+=' }, '#/operator'],
  [{ attribute: 'Expiration', value: 'some day' }, '#/value'],
  [{ attribute: 'Simultaneous-Use', value: '0' }, '#/value'],
  [{ attribute: 'Simultaneous-Use', value: 'many' }, '#/value'],
  [{ colour: 'red' }, '#/colour'],
])('%j is refused at %s', async (wrong, pointer) => {
  const answer = await set('Session-Timeout', '60', wrong);
  expect(answer.status).toBe(422);
  expect(answer.body.errors[0].pointer).toBe(pointer);
});

test('an unknown user is 404, missing parameters are 400', async () => {
  const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
  expect((await set('Session-Timeout', '60', { userid: nowhere })).status).toBe(404);
  expect((await set('Cleartext-Password', 'x', { userid: nowhere })).status).toBe(404);
  expect((await set('Cleartext-Password', 'x', { userid: 'anna' })).status).toBe(404);
  expect((await world.call('GET', `/api/attributes?table=radcheck&userid=${nowhere}`)).status).toBe(404);
  expect((await world.call('GET', '/api/attributes?table=radcheck')).status).toBe(400);
  expect((await world.call('GET', `/api/attributes?userid=${userid}`)).status).toBe(400);
  expect((await world.call('GET', `/api/attributes?table=elsewhere&userid=${userid}`)).status).toBe(400);
  expect((await world.call('DELETE', '/api/attributes/password-anna?table=radcheck')).status).toBe(404);
});

test('another organization can neither see nor set them', async () => {
  const other = await world.organization(`Hotel Post ${count}`);
  const { body } = await set('Session-Timeout', '60');
  expect((await world.call('GET', `/attributes?table=radcheck&userid=${userid}`, { token: other.token })).status).toBe(
    404,
  );
  expect((await world.call('DELETE', `/attributes/${body.id}?table=radcheck`, { token: other.token })).status).toBe(
    404,
  );
  expect(
    (await world.call('DELETE', `/attributes/password-${userid}?table=radcheck`, { token: other.token })).status,
  ).toBe(404);
});
