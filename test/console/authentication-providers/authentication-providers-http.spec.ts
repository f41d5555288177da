import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { rootCertificates } from 'node:tls';
import { AuthenticationProvidersModule } from '../../../src/console/authentication-providers/authentication-providers.module.js';
import { AuthenticationProvidersService } from '../../../src/console/authentication-providers/authentication-providers.service.js';
import { ProviderSecrets } from '../../../src/console/authentication-providers/provider-secrets.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { statement } from '../../../src/database/database.js';
import { systemContext } from '../../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';

let world: HttpWorld;
let closed: HttpWorld;
const modules = [AuthenticationProvidersModule, UserGroupsModule];
beforeAll(async () => {
  world = await httpWorld({ modules });
  closed = await httpWorld({ modules, shared: world, settings: { allowPrivateTargets: false } });
});
afterAll(async () => {
  await closed.close();
  await world.close();
});

const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
const [certificate] = rootCertificates;
let count = 0;
const name = () => `Provider ${(count += 1)}`;
const post = (body: object, token = world.token) =>
  world.call('POST', '/authentication-providers', { body: { name: name(), ...body }, token });

async function openedSettings(id: string): Promise<object> {
  const context = systemContext(world.organizationId, 'test');
  const provider = await world.app.get(AuthenticationProvidersService, { strict: false }).read(context, id);
  return world.app.get(ProviderSecrets, { strict: false }).opened(context, provider);
}

test('a provider is created, read, changed and deleted; its secret is sealed and never shown', async () => {
  const group = (await world.call('POST', '/user-groups', { body: { name: name() } })).body.id;
  const given = { issuer: 'https://login.example.com', client_id: 'usher', client_secret: 'never shown' };
  const created = await post({ name: 'Staff', type: 'oidc', settings: given, table_id: group });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    name: 'Staff',
    type: 'oidc',
    settings: {
      issuer: 'https://login.example.com',
      client_id: 'usher',
      scopes: ['openid', 'profile', 'email'],
      username_claim: 'email',
      trust_email: false,
    },
    secrets: ['client_secret'],
    use: 'guests',
    groups: [],
    table_id: group,
    disabled: 0,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    _links: { self: { href: `/authentication-providers/${created.body.id}` } },
  });
  const path = `/authentication-providers/${created.body.id}`;
  const read = await world.call('GET', path);
  expect(read.body).toEqual(created.body);
  const row = await world.fresh.database.one<{ text: string }>(
    systemContext(world.organizationId, 'test'),
    statement('test_provider_row', 'select p::text as text from authentication_providers p where id = $1'),
    [created.body.id],
  );
  expect(row?.text).not.toContain('never shown');
  expect(await openedSettings(created.body.id)).toMatchObject(given);

  const changed = await world.call('PATCH', path, {
    body: { disabled: 1, table_id: null, settings: { username_claim: 'upn' } },
    headers: { 'if-match': '"1"' },
  });
  expect([changed.headers.get('etag'), changed.body.settings.username_claim, changed.body.secrets]).toEqual([
    '"2"',
    'upn',
    ['client_secret'],
  ]);
  expect(
    (await world.call('PATCH', path, { body: { settings: { client_secret: 'never shown' } } })).headers.get('etag'),
  ).toBe('"2"');
  expect((await world.call('PATCH', path, { body: { name: 'x' }, headers: { 'if-match': '"1"' } })).status).toBe(412);
  const without = await world.call('PATCH', path, {
    body: { settings: { client_secret: null, username_claim: null } },
  });
  expect([without.body.secrets, without.body.settings.username_claim]).toEqual([[], 'email']);
  expect(await openedSettings(created.body.id)).not.toHaveProperty('client_secret');
  expect((await world.call('DELETE', path)).status).toBe(204);
  expect((await world.call('GET', path)).status).toBe(404);
});

test.each([
  [
    'ldap',
    {
      url: 'ldaps://directory.example.com',
      base_dn: 'dc=example,dc=com',
      bind_dn: 'cn=usher',
      bind_password: 'p w',
      user_filter: '(&(objectClass=person)(uid={username}))',
      ca_certificate: certificate,
    },
    ['bind_password'],
  ],
  [
    'saml',
    { entity_id: 'https://login.example.com/metadata', sso_url: 'https://login.example.com/sso', certificate },
    [],
  ],
])('%s takes its own settings', async (type, settings, secrets) => {
  const { status, body } = await post({ type, settings });
  expect([status, body.type, body.secrets]).toEqual([201, type, secrets]);
  expect(await openedSettings(body.id)).toMatchObject({
    ...settings,
    ...('certificate' in settings ? { certificate: expect.stringContaining('BEGIN CERTIFICATE') } : {}),
    ...('ca_certificate' in settings ? { ca_certificate: expect.stringContaining('BEGIN') } : {}),
  });
});

test('a provider that sends people by SCIM is refused, and told what it is instead', async () => {
  const { status, body } = await post({ type: 'scim' });
  expect([status, body.errors]).toEqual([
    422,
    [{ pointer: '#/type', detail: expect.stringMatching(/must be oidc, ldap or saml; .*POST \/connections/) }],
  ]);
});

const oidc = { issuer: 'https://login.example.com', client_id: 'usher' };
const ldap = { url: 'ldaps://directory.example.com', base_dn: 'dc=example' };
const directory = { type: 'ldap', settings: ldap };

test.each([
  [
    'oidc',
    { issuer: 'https://login.example.com/a', client_id: 'usher', client_secret: 'never shown' },
    { issuer: 'https://login.attacker.example' },
    { issuer: 'https://login.example.com/b' },
    'client_secret',
  ],
  [
    'ldap',
    { ...ldap, bind_password: 'never shown' },
    { url: 'ldaps://directory.attacker.example' },
    { url: 'ldaps://directory.example.com/dc=example' },
    'bind_password',
  ],
  [
    'ldap',
    { ...ldap, bind_password: 'never shown' },
    { url: 'ldaps://directory.example.com:1636' },
    { user_filter: '(mail={username})' },
    'bind_password',
  ],
  [
    'ldap',
    { url: 'ldap://directory.example.com', start_tls: true, base_dn: 'dc=x', bind_password: 'never shown' },
    { start_tls: false },
    { base_dn: 'dc=y' },
    'bind_password',
  ],
])('%s: who leads a provider elsewhere gives its secret again', async (type, settings, elsewhere, within, secret) => {
  const path = `/authentication-providers/${(await post({ type, settings })).body.id}`;
  const refused = await world.call('PATCH', path, { body: { settings: elsewhere } });
  expect([refused.status, refused.body.errors?.[0].pointer]).toEqual([422, `#/settings/${secret}`]);
  expect((await world.call('PATCH', path, { body: { settings: within } })).body.secrets).toEqual([secret]);
  expect((await world.call('PATCH', path, { body: { settings: { ...elsewhere, [secret]: 'theirs' } } })).status).toBe(
    200,
  );
  expect(
    (await world.call('PATCH', path, { body: { settings: { ...settings, [secret]: null } } })).body.secrets,
  ).toEqual([]);
});
test.each<[object, string]>([
  [{ settings: {} }, '#/type'],
  [{ type: 'kerberos' }, '#/type'],
  [{ type: 'oidc' }, '#/settings/issuer'],
  [{ type: 'oidc', settings: { ...oidc, issuer: 'login' } }, '#/settings/issuer'],
  [{ type: 'oidc', settings: { ...oidc, scopes: ['email'] } }, '#/settings/scopes'],
  [{ type: 'oidc', settings: { ...oidc, base_dn: 'dc=x' } }, '#/settings/base_dn'],
  [{ type: 'oidc', settings: [] }, '#/settings'],
  [{ type: 'ldap', settings: { ...ldap, url: 'https://directory.example.com' } }, '#/settings/url'],
  [{ type: 'ldap', settings: { ...ldap, user_filter: '(uid=anna)' } }, '#/settings/user_filter'],
  [{ type: 'ldap', settings: { ...ldap, user_filter: '(uid={username}))(' } }, '#/settings/user_filter'],
  [
    { type: 'saml', settings: { entity_id: 'x', sso_url: 'https://x.example.com', certificate: 'none' } },
    '#/settings/certificate',
  ],
  [{ type: 'saml', settings: { entity_id: 'x', sso_url: 'javascript:alert(1)', certificate } }, '#/settings/sso_url'],
  [{ type: 'oidc', settings: oidc, table_id: nowhere }, '#/table_id'],
  [{ type: 'oidc', settings: oidc, colour: 'red' }, '#/colour'],
])('%j is refused at %s', async (body, pointer) => {
  const answer = await post(body);
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
});

test('a provider stays of its type', async () => {
  const { body } = await post({ type: 'oidc', settings: oidc });
  const answer = await world.call('PATCH', `/authentication-providers/${body.id}`, { body: { type: 'saml' } });
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '#/type']);
  expect((await world.call('PATCH', `/authentication-providers/${body.id}`, { body: { type: 'oidc' } })).status).toBe(
    200,
  );
});

describe('where private addresses are not permitted', () => {
  test.each<[object, string]>([
    [{ type: 'oidc', settings: { ...oidc, issuer: 'https://10.0.0.1' } }, '#/settings/issuer'],
    [{ type: 'oidc', settings: { ...oidc, issuer: 'http://login.example.com' } }, '#/settings/issuer'],
    [{ type: 'ldap', settings: { ...ldap, url: 'ldaps://192.168.1.1' } }, '#/settings/url'],
    [{ type: 'ldap', settings: { ...ldap, url: 'ldaps://[fe80::1]:636' } }, '#/settings/url'],
    [{ type: 'ldap', settings: { ...ldap, url: 'ldap://directory.example.com' } }, '#/settings/url'],
  ])('%j is refused at %s', async (body, pointer) => {
    const answer = await closed.call('POST', '/authentication-providers', { body: { name: name(), ...body } });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  test('public ones are taken', async () => {
    for (const body of [
      { type: 'oidc', settings: oidc },
      { type: 'ldap', settings: { ...ldap, url: 'ldap://directory.example.com', start_tls: 1 } },
    ]) {
      expect((await closed.call('POST', '/authentication-providers', { body: { name: name(), ...body } })).status).toBe(
        201,
      );
    }
  });
});

test('names are unique, lists filter, strangers see nothing, writing needs its permission', async () => {
  const [own, stranger] = [await world.organization(name()), await world.organization(name())];
  const { body } = await post({ ...directory, name: 'Staff' }, own.token);
  expect((await post({ ...directory, name: 'STAFF' }, own.token)).status).toBe(409);
  await post({ type: 'oidc', settings: oidc }, own.token);
  const list = (await world.call('GET', '/authentication-providers?filter[type]=ldap', { token: own.token })).body;
  expect([list.total_items, list._embedded.authentication_providers[0].name]).toEqual([1, 'Staff']);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect(
      (
        await world.call(method, `/authentication-providers/${body.id}`, {
          token: stranger.token,
          body: method === 'PATCH' ? { name: 'theirs' } : undefined,
        })
      ).status,
    ).toBe(404);
  }
  const group = (await world.call('POST', '/user-groups', { body: { name: name() }, token: own.token })).body.id;
  expect((await post({ ...directory, table_id: group }, stranger.token)).body.errors[0].pointer).toBe('#/table_id');
  const { token } = await world.keyWith('authentication-providers:read');
  expect([
    (await world.call('GET', '/authentication-providers', { token })).status,
    (await post(directory, token)).status,
  ]).toEqual([200, 403]);
});

test('group rules name groups of the organization, which cannot be deleted then', async () => {
  const settings = { issuer: 'https://login.example.com', client_id: 'usher' };
  const group = (await world.call('POST', '/user-groups', { body: { name: name() } })).body.id;
  const nobodys = await post({ type: 'oidc', settings, groups: [{ group: 'staff', table_id: nowhere }] });
  expect([nobodys.status, nobodys.body.errors]).toEqual([
    422,
    [{ pointer: '#/groups', detail: 'is the id of no user group of this organization' }],
  ]);
  const groups = [
    { group: 'staff', table_id: group },
    { claim: 'department', value: 'Spa', table_id: group },
  ];
  const { body } = await post({ type: 'oidc', settings, use: 'both', groups });
  expect([body.use, body.groups]).toEqual(['both', groups]);
  expect((await world.call('DELETE', `/user-groups/${group}`)).status).toBe(409);
  const path = `/authentication-providers/${body.id}`;
  expect((await world.call('PATCH', path, { body: { groups: [] } })).body.groups).toEqual([]);
  expect((await world.call('DELETE', `/user-groups/${group}`)).status).toBe(204);
});
