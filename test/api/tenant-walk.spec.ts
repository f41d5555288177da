import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer } from './ask.js';
import { dumpOf, type Furnished, furnished, tablesIn, type Thing } from './one-of-everything.js';
import { type Case, cases } from './tenant-cases.js';
import { type Route, usherWorld, type UsherWorld } from './usher-world.js';

const prefixes = ['', '/v1', '/api'];

let world: UsherWorld;
let house: Furnished;
let stranger: Furnished;
let beneath: { id: string; token: string };
let before: string[];
let kept: Route[];
beforeAll(async () => {
  world = await usherWorld();
  house = await furnished(world, 'Hotel Seeblick', 'mark-of-the-house');
  stranger = await furnished(world, 'Hotel Bergblick', 'mark-of-the-stranger');
  beneath = await world.organization('Seeblick Annex', house.organizationId);
  before = await dumpOf(world, house.organizationId);
  // A stream has no end: test/people/live.spec.ts says who hears what.
  kept = world.routes.filter(({ isPublic, path }) => !isPublic && path !== '/live');
});
afterAll(async () => {
  await world.close();
});

/** The route about the house's records, and what was sent of them. */
function callOf(route: Route): { path: string; body?: object; own?: number } {
  const { params, query, body, own } = caseOf(route);
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const thing = params?.[name];
    if (!thing) throw new Error(`${route.method} ${route.path}: the case does not say whose id {${name}} is`);
    return house.ids[thing];
  });
  return { path: query ? `${path}?${query}` : path, body: body ?? (route.method === 'POST' ? {} : undefined), own };
}

function caseOf({ method, path }: Route): Case {
  const found = cases[`${method} ${path}`];
  if (!found) throw new Error(`${method} ${path} is new: say in tenant-cases.ts how a stranger would call it`);
  return found;
}

function expectNothingOfTheHouse({ text, headers }: Answer, sent: string): void {
  expect(text).not.toContain(house.mark);
  for (const id of Object.values(house.ids))
    if (!sent.includes(id)) expect(text + JSON.stringify(headers)).not.toContain(id);
}

async function expectUnchanged(): Promise<void> {
  expect(await dumpOf(world, house.organizationId)).toEqual(before);
}

test('the house has a record in every table that a tenant can have records in', () => {
  expect(tablesIn(before)).toEqual([
    'accounting_sessions',
    'alert_contacts',
    'alert_messages',
    'alert_rounds',
    'alerts',
    'api_keys',
    'audit_blocks',
    'audit_entries',
    'audit_heads',
    'authentication_log',
    'authentication_provider_groups',
    'authentication_providers',
    'awaited_answers',
    'bindings',
    'bulk_chunks',
    'bulk_jobs',
    'captive_portals',
    'certificate_authorities',
    'certificates',
    // Filled on a Citus only: docs/decisions/0029-on-citus-every-node-knows-where-radius-is-asked-from.md
    ...(process.env.USHER_TEST_DISTRIBUTED ? ['client_addresses'] : []),
    'connection_privacy',
    'connection_states',
    'connection_tokens',
    'connection_vendor_tokens',
    'connections',
    'controller_sessions',
    'credential_deliveries',
    'delivered_file_parts',
    'delivered_files',
    'delivery_settings',
    'devices',
    'entitlements',
    'erasures',
    'gateways',
    'guest_registrations',
    'identities',
    'inbox_events',
    'listed_pages',
    'network_clients',
    'networks',
    'operations',
    'operator_linked_accounts',
    'operator_sessions',
    'operators',
    'organizations',
    'outbox_events',
    'payment_providers',
    'policies',
    'policy_groups',
    'portal_attempts',
    'portal_consents',
    'portal_payments',
    'portal_tickets',
    'profiles',
    'provision_log',
    'radius_attributes',
    'radius_contacts',
    'radius_servers',
    'recent_endings',
    'registrations',
    'report_file_chunks',
    'report_schedules',
    'report_tasks',
    'resource_counts',
    'roles',
    'room_postings',
    'run_items',
    'runs',
    'scim_emails',
    'scim_groups',
    'scim_members',
    'scim_users',
    'session_endings',
    'subjects',
    'user_groups',
    'users',
    'voucher_presets',
    'vouchers',
    'webhook_deliveries',
    'webhooks',
  ]);
});

test('every route has a case, and no case is of a route that is gone', () => {
  expect(kept.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(cases).sort());
  for (const route of kept) expect(() => callOf(route)).not.toThrow();
});

describe.each(prefixes)('under "%s"', (prefix) => {
  test("with a stranger's key, what is the house's is not there", async () => {
    for (const route of kept) {
      const { path, body, own = 404 } = callOf(route);
      const answer = await world.ask(route.method, prefix + path, { body, token: stranger.token });
      expect(`${route.method} ${route.path} ${answer.status}`).toBe(`${route.method} ${route.path} ${own}`);
      expectNothingOfTheHouse(answer, path);
      if (route.method === 'GET')
        expect((await world.ask('HEAD', prefix + path, { token: stranger.token })).status).toBe(own);
    }
    await expectUnchanged();
  });

  test.each([
    ['a stranger', () => stranger.token],
    ['an organization beneath', () => beneath.token],
  ])('%s cannot choose the house, by header or by path', async (_who, token) => {
    for (const route of kept) {
      const { path, body } = callOf(route);
      const asked = { body, token: token() };
      const byHeader = await world.ask(route.method, prefix + path, {
        ...asked,
        headers: { 'x-organization-id': house.organizationId },
      });
      const byPath = await world.ask(
        route.method,
        `${prefix}/organizations/${house.organizationId.toUpperCase()}${path}`,
        asked,
      );
      for (const answer of [byHeader, byPath]) {
        expect(`${route.method} ${route.path} ${answer.status}`).toBe(`${route.method} ${route.path} 403`);
        expectNothingOfTheHouse(answer, path + house.organizationId);
      }
    }
    await expectUnchanged();
  });
});

test("lists that are asked for the house's records by filter are empty", async () => {
  const filters: [string, Thing, string][] = [
    ['users', 'user', 'id'],
    ['users', 'group', 'table_id'],
    ['user-groups', 'group', 'id'],
    ['vouchers', 'voucher', 'id'],
    ['certificates', 'certificate', 'id'],
    ['profiles', 'profile', 'id'],
    ['profiles', 'user', 'user_id'],
    ['policies', 'policy', 'id'],
    ['vouchers', 'group', 'table_id'],
    ['voucher-presets', 'voucherPreset', 'id'],
    ['voucher-presets', 'group', 'table_id'],
    ['devices', 'device', 'id'],
    ['devices', 'user', 'user_id'],
    ['devices', 'group', 'table_id'],
    ['radius-servers', 'radiusServer', 'id'],
    ['networks', 'network', 'id'],
    ['networks', 'radiusServer', 'radius_server_id'],
    ['networks', 'group', 'default_table_id'],
    ['captive-portals', 'portal', 'id'],
    ['captive-portals', 'network', 'network_id'],
    ['gateways', 'gateway', 'id'],
    ['gateways', 'network', 'network_id'],
    ['gateways', 'portal', 'captive_portal_id'],
    ['payments', 'payment', 'id'],
    ['payment-providers', 'paymentProvider', 'id'],
    ['room-postings', 'roomPosting', 'id'],
    ['room-postings', 'connection', 'connection_id'],
    ['registrations', 'registration', 'id'],
    ['registrations', 'portal', 'captive_portal_id'],
    ['online', 'session', 'id'],
    ['guests', 'subject', 'id'],
    ['portal-attempts', 'portalAttempt', 'id'],
    ['portal-attempts', 'portal', 'captive_portal_id'],
    ['authentication-providers', 'provider', 'id'],
    ['alertcontacts', 'alertcontact', 'id'],
    ['alerts', 'alert', 'id'],
    ['operators', 'operator', 'id'],
    ['operators', 'role', 'role_id'],
    ['roles', 'role', 'id'],
    ['keys', 'key', 'id'],
    ['organizations', 'annex', 'id'],
    ['connections', 'connection', 'id'],
    ['audit', 'auditEntry', 'id'],
    ['audit', 'user', 'resource_id'],
    ['audit', 'key', 'actor_id'],
    ['operations', 'operation', 'id'],
    ['operations', 'connection', 'connection_id'],
    ['operations', 'subject', 'subject_id'],
    ['operations', 'run', 'run_id'],
  ];
  for (const [resource, thing, field] of filters) {
    const path = `/${resource}?filter[${field}]=${house.ids[thing]}`;
    const answer = await world.ask('GET', path, { token: stranger.token });
    expect([path, answer.status, answer.body.total_items]).toEqual([path, 200, 0]);
    expectNothingOfTheHouse(answer, path);
  }
});

test.each<[string, string, (ids: Furnished['ids']) => object, number]>([
  ['a user into its group', 'POST /users', ({ group }) => ({ username: 'x', table_id: group }), 422],
  ['a certificate for its user', 'POST /certificates', ({ user }) => ({ user_id: user }), 422],
  ['a certificate for its device', 'POST /certificates', ({ device }) => ({ device_id: device }), 422],
  [
    'a profile for its user',
    'POST /profiles',
    ({ user }) => ({ ssid: 'x', eap_type: 'PEAP', platform: 'ios', user_id: user }),
    422,
  ],
  [
    'a profile with its certificate',
    'POST /profiles',
    ({ certificate }) => ({ ssid: 'x', eap_type: 'EAP-TLS', platform: 'windows', certificate_id: certificate }),
    422,
  ],
  ['a voucher for its group', 'POST /vouchers', ({ group }) => ({ table_id: group }), 422],
  ['a device of its user', 'POST /devices', ({ user }) => ({ mac: '02:00:00:00:00:01', user_id: user }), 422],
  ['a device in its group', 'POST /devices', ({ group }) => ({ mac: '02:00:00:00:00:01', table_id: group }), 422],
  [
    'a network on its RADIUS server',
    'POST /networks',
    ({ radiusServer }) => ({ name: 'x', radius_server_id: radiusServer }),
    422,
  ],
  ['a network with its group', 'POST /networks', ({ group }) => ({ name: 'x', default_table_id: group }), 422],
  ['a portal of its network', 'POST /captive-portals', ({ network }) => ({ name: 'x', network_id: network }), 422],
  ['a portal with its group', 'POST /captive-portals', ({ group }) => ({ name: 'x', table_id: group }), 422],
  [
    'a gateway of its network',
    'POST /gateways',
    ({ network }) => ({ name: 'x', network_id: network, vendor: 'coova' }),
    422,
  ],
  [
    'a provider with its group',
    'POST /authentication-providers',
    ({ group }) => ({
      name: 'x',
      type: 'oidc',
      settings: { issuer: 'https://login.example.com', client_id: 'x' },
      table_id: group,
    }),
    422,
  ],
  ['a key with its role', 'POST /keys', ({ role }) => ({ name: 'x', role_id: role }), 422],
  [
    'an operator with its role',
    'POST /operators',
    ({ role }) => ({ email: 'x@example.com', name: 'x', role_id: role }),
    422,
  ],
  [
    'an attribute of its user',
    'POST /attributes',
    ({ user }) => ({ userid: user, table: 'radreply', attribute: 'Class', value: 'x' }),
    404,
  ],
  [
    'a password of its user',
    'POST /attributes',
    ({ user }) => ({ userid: user, table: 'radcheck', attribute: 'Cleartext-Password', value: 'x' }),
    404,
  ],
  [
    'an attribute of its group',
    'POST /attributes',
    ({ group }) => ({ userid: group, table: 'radgroupreply', attribute: 'Class', value: 'x' }),
    404,
  ],
])('a stranger cannot make %s', async (_what, route, body, status) => {
  const [method, path] = route.split(' ');
  const answer = await world.ask(method, path, { body: body(house.ids), token: stranger.token });
  expect(answer.status).toBe(status);
  expectNothingOfTheHouse(answer, JSON.stringify(body(house.ids)));
  await expectUnchanged();
});

test("own records cannot be moved to the house's", async () => {
  const { ids, token } = stranger;
  const moves: [string, object][] = [
    [`/users/${ids.user}`, { table_id: house.ids.group }],
    [`/vouchers/${ids.voucher}`, { table_id: house.ids.group }],
    [`/keys/${ids.key}`, { role_id: house.ids.role }],
    [`/profiles/${ids.profile}`, { user_id: house.ids.user }],
    [`/devices/${ids.device}`, { user_id: house.ids.user }],
    [`/devices/${ids.device}`, { table_id: house.ids.group }],
    [`/networks/${ids.network}`, { radius_server_id: house.ids.radiusServer }],
    [`/captive-portals/${ids.portal}`, { network_id: house.ids.network }],
    [`/gateways/${ids.gateway}`, { network_id: house.ids.network }],
    [`/gateways/${ids.gateway}`, { captive_portal_id: house.ids.portal }],
    [`/authentication-providers/${ids.provider}`, { table_id: house.ids.group }],
  ];
  for (const [path, body] of moves)
    expect([path, (await world.ask('PATCH', path, { body, token })).status]).toEqual([path, 422]);
  await expectUnchanged();
});

test("attributes of the house's user and group are not listed", async () => {
  for (const [of, thing] of [
    ['radcheck', 'user'],
    ['radreply', 'user'],
    ['radgroupcheck', 'group'],
    ['radgroupreply', 'group'],
  ] as const) {
    const path = `/attributes?table=${of}&userid=${house.ids[thing]}`;
    expect((await world.ask('GET', path, { token: stranger.token })).status).toBe(404);
  }
});

const required: Readonly<Record<string, object>> = { users: { username: 'y' }, devices: { mac: '02:00:00:00:00:02' } };

test.each<[string, Thing]>([
  ['users', 'user'],
  ['user-groups', 'group'],
  ['vouchers', 'voucher'],
  ['devices', 'device'],
])("bulk %s by the house's ids fail one by one", async (resource, thing) => {
  const id = house.ids[thing];
  const data = resource === 'devices' ? { name: 'taken' } : { comment: 'taken' };
  const operations = [
    { op: 'update', id, data },
    { op: 'upsert', id, data },
    { op: 'delete', id },
    { op: 'update', match: { external_id: house.mark }, data },
    ...(resource === 'user-groups'
      ? []
      : [{ op: 'create', data: { ...required[resource], table_id: house.ids.group } }]),
  ];
  const { status, body, text } = await world.ask('POST', `/bulk/${resource}`, {
    body: { operations },
    token: stranger.token,
  });
  expect(status).toBe(200);
  expect(body.summary.failed).toBe(operations.length);
  expect(text).not.toContain(`${house.mark}!`);
  await expectUnchanged();
});

test('names, external ids and kept answers of one organization mean nothing in another', async () => {
  const headers = { 'idempotency-key': 'same-key' };
  const body = { username: 'same name', external_id: 'same id' };
  const first = await world.ask('POST', '/users', { body, headers, token: house.token });
  const second = await world.ask('POST', '/users', { body, headers, token: stranger.token });
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers['idempotency-replayed']).toBeUndefined();
  expect(second.body.id).not.toBe(first.body.id);
  await world.made(204, 'DELETE', `/users/${first.body.id}`, { token: house.token });
});

test("pushing to the house's address without its secret stores nothing", async () => {
  const stored = () => world.sql('select id from inbox_events');
  const count = (await stored()).length;
  for (const end of ['', '/', '/another-webhook-token-of-16', '/%00', `/${stranger.ids.connection}`]) {
    const answer = await world.ask('POST', `/hooks/${house.ids.connection}${end}`, {
      body: { Events: [] },
      token: stranger.token,
    });
    expect([401, 404]).toContain(answer.status);
    expectNothingOfTheHouse(answer, house.ids.connection);
  }
  expect((await stored()).length).toBe(count);
});

test("what anyone may read names nobody's records", async () => {
  for (const { method, path } of world.routes.filter(
    ({ isPublic, path: each }) => isPublic && !each.startsWith('/hooks'),
  )) {
    expectNothingOfTheHouse(await world.ask(method, path, { token: null }), '');
  }
});

test("the same calls reach the house's records with its own key", async () => {
  // What belongs to a record goes before the record; registrations go with their portal.
  const rankOf = ({ path }: Route) => path.split('/').length - (path.startsWith('/captive-portals') ? 0.5 : 0);
  const deepestFirst = kept.toSorted((one, other) => rankOf(other) - rankOf(one));
  const inOrder = ['GET', 'PATCH', 'POST', 'DELETE'].flatMap((method) =>
    deepestFirst.filter((route) => route.method === method && !caseOf(route).isNobodys),
  );
  for (const route of inOrder) {
    const { path, body } = callOf(route);
    const { status } = await world.ask(route.method, path, { body, token: house.token });
    expect({ route, status: [401, 403, 404].includes(status) ? status : 'reached' }).toEqual({
      route,
      status: 'reached',
    });
  }
});
