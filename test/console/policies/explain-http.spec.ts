import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NetworksModule } from '../../../src/console/networks/networks.module.js';
import { PoliciesModule } from '../../../src/console/policies/policies.module.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { UsersModule } from '../../../src/console/users/users.module.js';
import { VouchersModule } from '../../../src/console/vouchers/vouchers.module.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { type HttpWorld, httpWorld } from '../../http/http-world.js';

// Thursday, 15:00 in Vienna.
const clock = new ManualClock('2026-05-14T13:00:00.000Z');
let world: HttpWorld;
let guests: string;
let anna: string;
let quiet: string;
beforeAll(async () => {
  world = await httpWorld({
    clock,
    modules: [NetworksModule, PoliciesModule, UserGroupsModule, UsersModule, VouchersModule],
  });
  await world.fresh.database.query(
    systemContext(everyOrganization, 'test'),
    { name: '', text: 'update organizations set time_zone = $1' },
    ['Europe/Vienna'],
  );
  const made = async (path: string, body: object) => (await world.call('POST', path, { body })).body;
  const policy = {
    vlan: '20',
    bandwidth_down: 10_000_000,
    bandwidth_up: 2_000_000,
    session_timeout: 86_400,
    idle_timeout: 900,
    acct_interim_interval: 300,
    simultaneous_use: 3,
    login_time: 'Al0600-2259',
  };
  guests = (await made('/user-groups', { name: 'Guests', policy })).id;
  anna = (await made('/users', { username: 'Anna', table_id: guests, valid_until: '2026-05-14T14:00:00Z' })).id;
  quiet = (
    await made('/policies', {
      name: 'Conference',
      priority: 1,
      effect: 'permit',
      conditions: [{ field: 'ssid', op: 'eq', value: 'Conference' }],
      reply: { vlan: '30', bandwidth_down: 50_000_000 },
    })
  ).id;
  await made('/policies', {
    name: 'No printers',
    priority: 2,
    effect: 'deny',
    conditions: [{ field: 'device_type', op: 'eq', value: 'printer' }],
  });
});
afterAll(async () => {
  await world.close();
});

async function explain(body: object, token?: string) {
  const answer = await world.call('POST', '/policies/explain', { body, token });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body;
}

test('a guest is let in with the reply of the group, no longer than the stay', async () => {
  expect(await explain({ username: 'ANNA', ssid: 'Lindenhof' })).toEqual({
    decision: 'permit',
    reason: null,
    reasons: [],
    user: { id: anna, name: 'Anna' },
    voucher: null,
    device: null,
    group: { id: guests, name: 'Guests' },
    at: '2026-05-14T13:00:00.000Z',
    time_zone: 'Europe/Vienna',
    matched: [],
    reply: {
      vlan: '20',
      bandwidth_down: 10_000_000,
      bandwidth_up: 2_000_000,
      session_timeout: 3600,
      idle_timeout: 900,
      acct_interim_interval: 300,
      simultaneous_use: 3,
      login_time: 'Al0600-2259',
    },
    sources: expect.arrayContaining([
      { entry: 'vlan', from: 'group', policy_id: null },
      { entry: 'session_timeout', from: 'valid_until', policy_id: null },
    ]),
    radius: [
      ['Tunnel-Type', 'VLAN'],
      ['Tunnel-Medium-Type', 'IEEE-802'],
      ['Tunnel-Private-Group-Id', '20'],
      ['Session-Timeout', '3600'],
      ['Idle-Timeout', '900'],
      ['Acct-Interim-Interval', '300'],
      ['WISPr-Bandwidth-Max-Down', '10000000'],
      ['WISPr-Bandwidth-Max-Up', '2000000'],
    ].map(([attribute, value]) => ({ attribute, op: ':=', value, from: 'reply' })),
    led_to: null,
    checks: [],
  });
});

test('a policy about the SSID gives another VLAN, and the answer says so', async () => {
  const answer = await explain({ user_id: anna, ssid: 'Conference' });
  expect(answer).toMatchObject({
    decision: 'permit',
    matched: [{ id: quiet, name: 'Conference', priority: 1, effect: 'permit', decisive: true }],
    reply: { vlan: '30', bandwidth_down: 50_000_000, bandwidth_up: 2_000_000 },
  });
  expect(answer.sources).toContainEqual({ entry: 'vlan', from: 'policy', policy_id: quiet });
});

describe('why not', () => {
  test.each<[string, object, string, string[]]>([
    ['nobody of this name', { username: 'berta' }, 'unknown_user', ['unknown_user']],
    ['later than the stay', { username: 'anna', at: '2026-05-14T16:00:00+02:00' }, 'expired', ['expired']],
    ['in the night', { username: 'anna', at: '2026-05-13T23:30:00+02:00' }, 'outside_hours', ['outside_hours']],
    ['from a printer', { username: 'anna', device_type: 'Printer' }, 'policy_denied', ['policy_denied']],
    ['a MAC address that is not registered', { mac: 'AA-BB-CC-00-00-01' }, 'unknown_device', ['unknown_device']],
    [
      'a printer that is not registered',
      { mac: 'AA-BB-CC-00-00-01', device_type: 'printer' },
      'unknown_device',
      ['unknown_device'],
    ],
  ])('%s', async (_what, body, reason, codes) => {
    const answer = await explain(body);
    expect(answer).toMatchObject({ decision: 'deny', reason, reply: {}, radius: [] });
    expect(answer.reasons.map(({ code }: { code: string }) => code)).toEqual(codes);
  });

  test('a user who is disabled', async () => {
    const { body } = await world.call('POST', '/users', { body: { username: 'off', disabled: 1 } });
    expect(await explain({ user_id: body.id })).toMatchObject({
      decision: 'deny',
      reason: 'user_disabled',
      group: null,
    });
  });
});

test("a voucher is found by its code in any writing, and its time is the session's", async () => {
  const { body } = await world.call('POST', '/vouchers', { body: { table_id: guests, duration: 600, prefix: 'AB' } });
  const { id, code } = body._embedded.vouchers[0];
  expect(await explain({ username: code.toLowerCase().replaceAll('-', ' ') })).toMatchObject({
    decision: 'permit',
    voucher: { id, name: code },
    user: null,
    group: { id: guests },
    reply: { session_timeout: 600 },
  });
  await world.call('DELETE', `/vouchers/${id}`);
  expect(await explain({ username: code })).toMatchObject({ decision: 'deny', reason: 'voucher_disabled' });
});

test("a device signs in by its address in any notation, with its own group and its owner's standing", async () => {
  const insert = async (mac: string, fields: Record<string, unknown>) => {
    const row = {
      organization_id: world.organizationId,
      mac,
      created_at: clock.instant(),
      updated_at: clock.instant(),
      ...fields,
    };
    const names = Object.keys(row);
    await world.fresh.database.query(
      systemContext(everyOrganization, 'test'),
      {
        name: '',
        text: `insert into devices (id, ${names.join(', ')}) values (gen_random_uuid(),
          ${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      },
      Object.values(row),
    );
  };
  await insert('aabbcc000010', { name: 'Lobby screen', type: 'printer', group_id: guests });
  expect(await explain({ mac: 'AABB.CC00.0010', ssid: 'Lindenhof' })).toMatchObject({
    decision: 'deny',
    reason: 'policy_denied',
    device: { name: 'Lobby screen' },
    group: { id: guests },
  });
  await insert('aabbcc000011', { type: 'phone', user_id: anna });
  expect(await explain({ mac: 'aa:bb:cc:00:00:11' })).toMatchObject({
    decision: 'permit',
    user: { id: anna },
    group: { id: guests },
    reply: { session_timeout: 3600 },
  });
  expect(await explain({ mac: 'aa:bb:cc:00:00:11', at: '2026-05-14T15:00:00Z' })).toMatchObject({ reason: 'expired' });
  await insert('aabbcc000012', { disabled: true });
  expect(await explain({ username: 'anna', mac: 'aa-bb-cc-00-00-12' })).toMatchObject({
    reason: 'device_disabled',
    user: { id: anna },
  });
});

test('an access point is known by name and by address', async () => {
  const clients = [{ address: '10.20.0.0/24', short_name: 'AP-Lobby' }];
  expect(await world.call('POST', '/networks', { body: { name: 'House', clients } })).toMatchObject({ status: 201 });
  await world.call('POST', '/policies', {
    body: { name: 'Not in the lobby', effect: 'deny', conditions: [{ field: 'client', op: 'eq', value: 'ap-lobby' }] },
  });
  await world.call('POST', '/policies', {
    body: {
      name: 'Not in the cellar',
      effect: 'deny',
      conditions: [{ field: 'client', op: 'in', value: ['10.20.1.0/24'] }],
    },
  });
  expect(await explain({ username: 'anna', client: '10.20.0.7' })).toMatchObject({
    decision: 'deny',
    matched: [{ name: 'Not in the lobby' }],
  });
  expect(await explain({ username: 'anna', client: '10.20.1.7' })).toMatchObject({
    decision: 'deny',
    matched: [{ name: 'Not in the cellar' }],
  });
  expect(await explain({ username: 'anna', client: 'AP-Roof' })).toMatchObject({ decision: 'permit' });
});

describe('a question that says too little or too much', () => {
  test.each<[object, string]>([
    [{}, '#/username'],
    [{ username: 'a', user_id: '0190a0a0-0000-7000-8000-00000000dead' }, '#/user_id'],
    [{ user_id: '0190a0a0-0000-7000-8000-00000000dead' }, '#/user_id'],
    [{ mac: 'aa:bb:cc:dd:ee:xx' }, '#/mac'],
    [{ username: 'a', auth_method: 'WEP' }, '#/auth_method'],
    [{ username: 'a', at: 'tomorrow' }, '#/at'],
    [{ username: 'a', colour: 'red' }, '#/colour'],
  ])('%j', async (body, pointer) => {
    const answer = await world.call('POST', '/policies/explain', { body });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  test("another organization's users are unknown", async () => {
    const other = await world.organization('Hotel Bergblick');
    expect(await explain({ username: 'anna' }, other.token)).toMatchObject({
      decision: 'deny',
      reason: 'unknown_user',
      user: null,
      matched: [],
    });
    expect(
      (await world.call('POST', '/policies/explain', { token: other.token, body: { user_id: anna } })).status,
    ).toBe(422);
  });
});
