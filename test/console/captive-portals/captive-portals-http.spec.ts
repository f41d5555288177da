import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CaptivePortalsModule } from '../../../src/console/captive-portals/captive-portals.module.js';
import { slugOf } from '../../../src/console/captive-portals/captive-portal.dto.js';
import { NetworksModule } from '../../../src/console/networks/networks.module.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [CaptivePortalsModule, NetworksModule, UserGroupsModule] });
});
afterAll(async () => {
  await world.close();
});

const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
let count = 0;
const name = () => `Portal ${(count += 1)}`;
const post = (body: object, token = world.token) => world.call('POST', '/captive-portals', { body, token });

test('a portal is created, read, changed and deleted', async () => {
  const network = (await world.call('POST', '/networks', { body: { name: name() } })).body.id;
  const group = (await world.call('POST', '/user-groups', { body: { name: name() } })).body.id;
  const theme = { title: 'Welcome', colour: '#1A73E8' };
  const terms = { version: '1', texts: { en: 'Be kind.\nSleep well.' } };
  const created = await post({
    name: 'Lindenhof',
    slug: 'linden-hof',
    network_id: network,
    methods: ['room_surname', 'voucher'],
    table_id: group,
    duration: 86_400,
    theme,
    languages: ['de', 'en'],
    texts: { de: { title: 'Willkommen' } },
    terms,
    privacy_url: 'https://example.com/privacy',
    support: 'Dial 9',
    success_url: 'https://example.com/',
    vendor: 'unifi',
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    name: 'Lindenhof',
    slug: 'linden-hof',
    network_id: network,
    methods: ['room_surname', 'voucher'],
    table_id: group,
    duration: 86_400,
    room_rules: {},
    remember_days: null,
    provider_minutes: null,
    fields: [],
    confirmation: {},
    marketing: null,
    approval: {},
    tiers: [],
    theme: { ...theme, colour: '#1a73e8' },
    languages: ['de', 'en'],
    texts: { de: { title: 'Willkommen' } },
    terms,
    privacy_url: 'https://example.com/privacy',
    support: 'Dial 9',
    logo: null,
    background: null,
    success_url: 'https://example.com/',
    vendor: 'unifi',
    created_at: expect.any(String),
    updated_at: expect.any(String),
    _links: { self: { href: `/captive-portals/${created.body.id}` } },
  });
  const path = `/captive-portals/${created.body.id}`;
  expect((await world.call('GET', path)).body).toEqual(created.body);
  const changed = await world.call('PATCH', path, {
    body: { theme: { title: 'Hello', colour: null }, terms: null },
    headers: { 'if-match': '"1"' },
  });
  expect([changed.headers.get('etag'), changed.body.theme, changed.body.terms]).toEqual([
    '"2"',
    { title: 'Hello' },
    null,
  ]);
  expect((await world.call('PATCH', path, { body: { theme: { title: 'Hello' } } })).headers.get('etag')).toBe('"2"');
  expect((await world.call('PATCH', path, { body: { name: 'x' }, headers: { 'if-match': '"1"' } })).status).toBe(412);
  expect((await world.call('DELETE', path)).status).toBe(204);
  expect((await world.call('GET', path)).status).toBe(404);
});

test('a portal needs a name only', async () => {
  const { status, body } = await post({ name: 'Haus Österreich' });
  expect([status, body.slug, body.methods, body.vendor, body.theme]).toEqual([
    201,
    'haus-osterreich',
    ['voucher'],
    'generic',
    {},
  ]);
});

test.each([
  ['Hotel Lindenhof', 'hotel-lindenhof'],
  ['  --Čapek & Söhne--  ', 'capek-sohne'],
  ['!!!', 'portal'],
  ['x'.repeat(128), 'x'.repeat(63)],
])('the slug of %s is %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test.each([
  [{}, '#/name'],
  [{ name: 'x', slug: 'Upper' }, '#/slug'],
  [{ name: 'x', slug: '-x' }, '#/slug'],
  [{ name: 'x', methods: [] }, '#/methods'],
  [{ name: 'x', methods: ['voucher', 'voucher'] }, '#/methods'],
  [{ name: 'x', methods: ['handshake'] }, '#/methods'],
  [{ name: 'x', theme: { colour: 'red' } }, '#/theme/colour'],
  [{ name: 'x', theme: { font: 'serif' } }, '#/theme'],
  [{ name: 'x', theme: { colour: '#ffcc00' } }, '#/theme/colour'],
  [{ name: 'x', theme: { logo_url: 'https://example.com/x.png' } }, '#/theme'],
  [{ name: 'x', languages: ['tlh'] }, '#/languages'],
  [{ name: 'x', texts: { en: { footer: 'x' } } }, '#/texts/en'],
  [{ name: 'x', terms: 'Be kind.' }, '#/terms'],
  [{ name: 'x', terms: { version: '1', texts: { en: '' } } }, '#/terms/texts'],
  [{ name: 'x', privacy_url: 'javascript:alert(1)' }, '#/privacy_url'],
  [{ name: 'x', success_url: 'javascript:alert(1)' }, '#/success_url'],
  [{ name: 'x', success_url: 'https://user:pass@example.com' }, '#/success_url'],
  [{ name: 'x', duration: 0 }, '#/duration'],
  [{ name: 'x', vendor: 'nobody' }, '#/vendor'],
  [{ name: 'x', network_id: nowhere }, '#/network_id'],
  [{ name: 'x', table_id: nowhere }, '#/table_id'],
])('%j is refused at %s', async (body, pointer) => {
  const answer = await post(body);
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
});

test("a slug is one portal's over all organizations, until that one gives it up", async () => {
  const other = await world.organization(name());
  const { body: first } = await post({ name: name(), slug: 'one' });
  for (const token of [world.token, other.token]) {
    const taken = await post({ name: name(), slug: 'one' }, token);
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining('slug')]);
  }
  const { body: theirs } = await post({ name: name(), slug: 'theirs' }, other.token);
  const changed = await world.call('PATCH', `/captive-portals/${first.id}`, { body: { slug: 'theirs' } });
  expect(changed.status).toBe(409);
  await world.call('PATCH', `/captive-portals/${first.id}`, { body: { slug: 'two' } });
  expect((await post({ name: name(), slug: 'one' }, other.token)).status).toBe(201);
  await world.call('DELETE', `/captive-portals/${theirs.id}`, { token: other.token });
  expect((await post({ name: name(), slug: 'theirs' })).status).toBe(201);
});

test('a slug that is made of the name is another where one has it already', async () => {
  const first = await post({ name: 'Seeblick' });
  const second = await post({ name: 'Seeblick' }, (await world.organization(name())).token);
  expect(first.body.slug).toBe('seeblick');
  expect(second.body.slug).toMatch(/^seeblick-[0-9a-f]{8}$/);
});

test('a network has one portal: another one is refused by name, and a portal that is deleted frees it', async () => {
  const network = (await world.call('POST', '/networks', { body: { name: 'Lobby' } })).body;
  const first = (await post({ name: 'First portal', network_id: network.id })).body;
  const second = (await post({ name: name() })).body;
  const link = () => world.call('PATCH', `/captive-portals/${second.id}`, { body: { network_id: network.id } });
  for (const refused of [await post({ name: name(), network_id: network.id }), await link()]) {
    expect([refused.status, refused.body.used_by, refused.body.detail]).toEqual([
      409,
      { captive_portals: ['First portal'] },
      expect.stringContaining(`First portal (${first.id})`),
    ]);
  }
  const same = await world.call('PATCH', `/captive-portals/${first.id}`, {
    body: { network_id: network.id, support: 'Dial 9' },
  });
  expect([same.status, same.body.network_id]).toEqual([200, network.id]);
  expect((await world.call('DELETE', `/captive-portals/${first.id}`)).status).toBe(204);
  expect([(await link()).status, (await world.call('GET', `/networks/${network.id}`)).body.captive_portal_id]).toEqual([
    200,
    second.id,
  ]);
});

test('of portals that name a network at once one has it', async () => {
  const network = (await world.call('POST', '/networks', { body: { name: name() } })).body;
  const answers = await Promise.all([1, 2, 3, 4].map(() => post({ name: name(), network_id: network.id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const [made] = answers.filter(({ status }) => status === 201);
  for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.detail).toContain(made.body.id);
});

test('a list is filtered and sorted, with an exact total', async () => {
  const other = await world.organization(name());
  for (const [each, vendor] of [
    ['Berlin', 'cisco'],
    ['Aachen', 'cisco'],
    ['Celle', 'aruba'],
  ])
    await post({ name: each, vendor }, other.token);
  const { body } = await world.call('GET', '/captive-portals?filter[vendor]=cisco&sort=name:asc&page_size=1', {
    token: other.token,
  });
  expect([body.total_items, body.page_count, body._embedded.captive_portals[0].name]).toEqual([2, 2, 'Aachen']);
});

test("another organization's portals, networks and groups are out of reach; writing takes its permission", async () => {
  const other = await world.organization(name());
  const portal = (await post({ name: name() })).body;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect(
      (
        await world.call(method, `/captive-portals/${portal.id}`, {
          token: other.token,
          body: method === 'PATCH' ? { name: 'theirs' } : undefined,
        })
      ).status,
    ).toBe(404);
  }
  const network = (await world.call('POST', '/networks', { body: { name: name() } })).body.id;
  const group = (await world.call('POST', '/user-groups', { body: { name: name() } })).body.id;
  expect((await post({ name: name(), network_id: network }, other.token)).body.errors[0].pointer).toBe('#/network_id');
  expect((await post({ name: name(), table_id: group }, other.token)).body.errors[0].pointer).toBe('#/table_id');
  const { token } = await world.keyWith('captive-portals:read');
  expect([
    (await world.call('GET', '/captive-portals', { token })).status,
    (await post({ name: name() }, token)).status,
  ]).toEqual([200, 403]);
});
