import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:net';
import { AuthenticationProvidersModule } from '../../../src/console/authentication-providers/authentication-providers.module.js';
import { systemContext } from '../../../src/kernel/context.js';
import { SignInProvidersModule } from '../../../src/portal/identity/sign-in-providers.module.js';
import { ProviderSignIns } from '../../../src/portal/identity/provider-sign-ins.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';
import { Outside } from './outside.js';
import { freePort, hasSlapd, people, type Slapd, startSlapd } from './slapd.js';

const everybody = `
dn: cn=everybody,dc=example,dc=com
objectClass: groupOfNames
cn: everybody
member: cn=staff,dc=example,dc=com
`;

// Never skipped where everything must run.
const suite = hasSlapd() || process.env.CI ? describe : describe.skip;

suite('a directory (OpenLDAP)', () => {
  let world: HttpWorld;
  let slapd: Slapd;
  let count = 0;
  beforeAll(async () => {
    world = await httpWorld({
      modules: [Outside, AuthenticationProvidersModule, UserGroupsModule, SignInProvidersModule],
    });
    slapd = await startSlapd(people + everybody);
  });
  afterAll(async () => {
    await slapd?.stop();
    await world.close();
  });

  const base = () => ({
    url: `ldap://127.0.0.1:${slapd.port}`,
    base_dn: 'ou=people,dc=example,dc=com',
    bind_dn: 'cn=admin,dc=example,dc=com',
    bind_password: 'secret-of-the-admin',
  });
  const provider = async (settings: object, rest: object = {}): Promise<string> => {
    const body = { name: `Directory ${(count += 1)}`, type: 'ldap', settings: { ...base(), ...settings }, ...rest };
    const made = await world.call('POST', '/authentication-providers', { body });
    expect(made.status).toBe(201);
    return made.body.id;
  };
  const signIn = (id: string, username: string, password: string) =>
    world.app
      .get(ProviderSignIns, { strict: false })
      .byPassword(systemContext(world.organizationId, 'test'), id, 'guests', username, password);

  test.each<[string, () => object]>([
    ['ldap', () => ({})],
    ['ldap with StartTLS', () => ({ start_tls: 1, ca_certificate: slapd.ca })],
    ['ldaps', () => ({ url: `ldaps://127.0.0.1:${slapd.tlsPort}`, ca_certificate: slapd.ca })],
    ['ldaps by name', () => ({ url: `ldaps://localhost:${slapd.tlsPort}`, ca_certificate: slapd.ca })],
  ])('says who somebody is by %s', async (_, settings) => {
    const group = (await world.call('POST', '/user-groups', { body: { name: `Group ${(count += 1)}` } })).body.id;
    const id = await provider(settings(), { table_id: group });
    expect(await signIn(id, 'anna', 'right password')).toEqual({
      subject: expect.stringMatching(/^[\da-f-]{36}$/),
      username: 'anna',
      email: 'anna@example.com',
      isEmailVerified: true,
      firstName: 'Anna',
      lastName: 'Berger',
      groups: ['cn=staff,dc=example,dc=com'],
      claims: {},
      tableId: group,
    });
    expect(await signIn(id, 'anna', 'other password')).toMatchObject({ refused: 'wrong' });
  });

  test('the first rule that fits gives the group, by a group there or by an attribute', async () => {
    const [staff, spa] = await Promise.all(
      ['Staff', 'Spa'].map(
        async (name) =>
          (await world.call('POST', '/user-groups', { body: { name: `${name} ${(count += 1)}` } })).body.id,
      ),
    );
    const groupBy = async (groups: object[]) =>
      ((await signIn(await provider({}, { groups, table_id: spa }), 'anna', 'right password')) as { tableId: string })
        .tableId;
    expect(await groupBy([{ group: 'CN=Staff,dc=example,dc=com', table_id: staff }])).toBe(staff);
    expect(await groupBy([{ group: 'staff', table_id: staff }])).toBe(staff);
    expect(await groupBy([{ claim: 'SN', value: 'berger', table_id: staff }])).toBe(staff);
    expect(await groupBy([{ group: 'cn=everybody,dc=example,dc=com', table_id: staff }])).toBe(staff);
    expect(await groupBy([{ group: 'admins', table_id: staff }])).toBe(spa);
  });

  test('a directory for operators alone knows no guest', async () => {
    expect(await signIn(await provider({}, { use: 'operators' }), 'anna', 'right password')).toMatchObject({
      refused: 'not_offered',
    });
  });

  test('an empty password proves nothing, though the directory would say yes', async () => {
    expect(await signIn(await provider({}), 'anna', '')).toMatchObject({ refused: 'wrong' });
  });

  test.each(['*', 'anna)(uid=*', 'an*', 'anna)(|(uid=anna', '\\61nna', 'anna\u0000', '$&', 'nobody'])(
    'the name %j is no part of the filter',
    async (name) => {
      expect(await signIn(await provider({}), name, 'right password')).toMatchObject({ refused: 'wrong' });
    },
  );

  test('a filter that fits two people lets nobody in', async () => {
    const id = await provider({ user_filter: '(|(uid={username})(sn=Berger))' });
    expect(await signIn(id, 'anna', 'right password')).toMatchObject({ refused: 'wrong' });
  });

  test.each<[string, () => object]>([
    ['ldaps', () => ({ url: `ldaps://127.0.0.1:${slapd.tlsPort}` })],
    ['StartTLS', () => ({ start_tls: 1 })],
  ])('a certificate of a stranger ends %s before a password is sent', async (_, settings) => {
    expect(await signIn(await provider(settings()), 'anna', 'right password')).toMatchObject({
      refused: 'unavailable',
      detail: expect.stringMatching(/self-signed/),
    });
  });

  test('wrong credentials of our own are no wrong password of the person', async () => {
    expect(await signIn(await provider({ bind_password: 'wrong' }), 'anna', 'right password')).toMatchObject({
      refused: 'unavailable',
    });
  });

  test('a provider that is disabled, or of another kind, takes nobody', async () => {
    const disabled = await provider({}, { disabled: 1 });
    const oidc = await world.call('POST', '/authentication-providers', {
      body: { name: 'Staff', type: 'oidc', settings: { issuer: 'https://login.example.com', client_id: 'usher' } },
    });
    for (const id of [disabled, oidc.body.id])
      expect(await signIn(id, 'anna', 'right password')).toMatchObject({ refused: 'not_offered' });
  });

  test('a directory that is not there is left alone after three failures, and the others are asked', async () => {
    const dead = await provider({ url: `ldap://127.0.0.1:${await freePort()}` });
    const details: string[] = [];
    for (let tries = 0; tries < 4; tries += 1) {
      const outcome = await signIn(dead, 'anna', 'right password');
      details.push('detail' in outcome ? outcome.detail : 'let in');
    }
    expect(details.map((each) => /a moment ago/.test(each))).toEqual([false, false, false, true]);
    expect(await signIn(await provider({}), 'anna', 'right password')).toMatchObject({ username: 'anna' });
  });

  test('a directory that says nothing is given up', async () => {
    const silent: Server = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const id = await provider({ url: `ldap://127.0.0.1:${(silent.address() as { port: number }).port}` });
    expect(await signIn(id, 'anna', 'right password')).toMatchObject({ refused: 'unavailable' });
    silent.close();
  }, 30_000);

  describe('tested step by step', () => {
    const checked = async (settings: object) => {
      const answer = await world.call('POST', `/authentication-providers/${await provider(settings)}/test`);
      expect(answer.status).toBe(200);
      const { ok, checks } = answer.body as { ok: boolean; checks: { name: string; ok: boolean; detail: string }[] };
      return { ok, names: checks.map((each) => each.name), last: checks.at(-1), checks };
    };
    const all = ['name', 'tcp', 'tls', 'bind', 'search_base'];
    const tls = () => ({ url: `ldaps://localhost:${slapd.tlsPort}`, ca_certificate: slapd.ca });
    const startTls = () => ({ url: `ldap://localhost:${slapd.port}`, start_tls: 1, ca_certificate: slapd.ca });

    test.each([
      ['ldaps', tls],
      ['StartTLS', startTls],
    ])('is well by %s, and shows whose certificate it is and until when', async (_, settings) => {
      const { ok, names, checks } = await checked(settings());
      expect([ok, names]).toEqual([true, all]);
      expect(checks[0].detail).toMatch(/^localhost is (127\.0\.0\.1|::1)$/);
      expect(checks[2].detail).toMatch(
        /^Certificate of DNS:localhost, IP Address:127\.0\.0\.1, from localhost, good until \d{4}-\d\d-\d\d$/,
      );
    });

    test.each<[string, () => object, string, RegExp]>([
      ['name', () => ({ url: 'ldaps://directory.invalid' }), 'name', /directory\.invalid/],
      ['tls', () => ({ ...tls(), ca_certificate: null }), 'tls', /not trusted.*SELF_SIGNED.*DNS:localhost/],
      ['tls within ldap', () => ({ ...startTls(), ca_certificate: null }), 'tls', /self-signed/],
      ['bind', () => ({ ...tls(), bind_password: 'wrong' }), 'bind', /./],
      ['search base', () => ({ ...tls(), base_dn: 'ou=nobody,dc=example,dc=com' }), 'search_base', /./],
    ])('ends where the %s is wrong, and says so', async (_, settings, name, words) => {
      const { ok, names, last } = await checked(settings());
      expect([ok, names]).toEqual([false, all.slice(0, all.indexOf(name) + 1)]);
      expect(last).toEqual({ name, ok: false, detail: expect.stringMatching(words) });
    });

    test('ends where nothing listens', async () => {
      const { names, last } = await checked({ url: `ldap://127.0.0.1:${await freePort()}` });
      expect([names, last?.ok, last?.detail]).toEqual([['name', 'tcp'], false, expect.stringMatching(/ECONNREFUSED/)]);
    });
  });
});
