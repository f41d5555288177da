import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import {
  expiring,
  hasSlapd,
  leavers,
  people,
  petraExpired,
  reset,
  rosaChanges,
  type Slapd,
  startSlapd,
} from './slapd.js';

// Never skipped where everything must run.
const suite = hasSlapd() || process.env.CI ? describe : describe.skip;

suite('people of a directory at a captive portal', () => {
  let world: UsherWorld;
  let slapd: Slapd;
  let directory: string;
  let group: string;
  let count = 0;
  beforeAll(async () => {
    world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
    slapd = await startSlapd(people + leavers + expiring + reset);
    group = (await world.made(201, 'POST', '/user-groups', { body: { name: 'Staff' } })).id;
    const settings = {
      url: `ldaps://localhost:${slapd.tlsPort}`,
      base_dn: 'dc=example,dc=com',
      bind_dn: 'cn=admin,dc=example,dc=com',
      bind_password: 'secret-of-the-admin',
      ca_certificate: slapd.ca,
    };
    const body = { name: 'Directory', type: 'ldap', settings, table_id: group };
    directory = (await world.made(201, 'POST', '/authentication-providers', { body })).id;
  });
  afterAll(async () => {
    await slapd?.stop();
    await world.close();
  });

  async function house(methods: readonly string[]): Promise<string> {
    const mark = (count += 1);
    const { id } = await world.made(201, 'POST', '/networks', { body: { name: `network ${mark}` } });
    const portal = { name: `House ${mark}`, network_id: id, methods, duration: 3600 };
    const { slug } = await world.made(201, 'POST', '/captive-portals', { body: portal });
    const gateway = { name: `gateway ${mark}`, network_id: id, vendor: 'coova', login_hosts: ['10.1.0.1'] };
    await world.made(201, 'POST', '/gateways', { body: gateway });
    return `/p/${slug}`;
  }
  const page = (portal: string, mac: string) =>
    world.ask('GET', `${portal}?res=notyet&uamip=10.1.0.1&uamport=3990&challenge=${'0'.repeat(32)}&mac=${mac}`, {
      token: null,
    });
  async function signIn(portal: string, username: string, password: string, mac = newMac()) {
    const { text } = await page(portal, mac);
    const state = /name="state" value="([^"]*)"/.exec(text)?.[1] ?? '';
    return world.ask('POST', portal, {
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ state, by: 'username_password', username, password }).toString(),
    });
  }
  const newMac = () => `02-00-00-00-00-${(count += 1).toString(16).padStart(2, '0')}`;
  const switchTo = (disabled: number) =>
    world.made(200, 'PATCH', `/authentication-providers/${directory}`, {
      body: { disabled },
      headers: { 'if-match': '*' },
    });

  test('come in by their password there, as one account on every device, of the group of the provider', async () => {
    const portal = await house(['provider']);
    const [phone, laptop] = [newMac(), newMac()];
    for (const mac of [phone, laptop]) {
      const sent = await signIn(portal, 'anna', 'right password', mac);
      expect(sent.status).toBe(303);
      const login = new URL(sent.headers.location ?? '');
      expect([login.host, login.searchParams.get('username')]).toEqual(['10.1.0.1:3990', 'anna']);
    }
    expect(
      await world.sql(`select group_id, first_name, last_name, email, password_ssha512 from users
      where username = 'anna'`),
    ).toEqual([
      { group_id: group, first_name: 'Anna', last_name: 'Berger', email: 'anna@example.com', password_ssha512: null },
    ]);
    const rows = await world.sql(`select method, email, last_name, made_account from registrations
      where username = 'anna'`);
    const row = { method: 'provider', email: 'anna@example.com', last_name: 'Berger', made_account: true };
    expect(rows).toEqual([row, row]);
  });

  test('keep the account while one of their devices is still in', async () => {
    const portal = await house(['provider']);
    await signIn(portal, 'ben', 'other password');
    await signIn(portal, 'ben', 'other password');
    const open = () =>
      world.sql<{ open: boolean }>(`select valid_until > now() as open from users where username = 'ben'`);
    const ids = await world.sql<{ id: string }>(`select id from registrations where username = 'ben'`);
    expect(ids).toHaveLength(2);
    const seen: boolean[] = [];
    for (const { id } of ids) {
      await world.made(204, 'DELETE', `/registrations/${id}`, { headers: { 'if-match': '*' } });
      seen.push((await open())[0].open);
    }
    expect(seen).toEqual([true, false]);
  });

  test('with a wrong password are told so beside it, and wait after five', async () => {
    const portal = await house(['provider']);
    const mac = newMac();
    const first = await signIn(portal, 'anna', 'wrong', mac);
    expect([first.status, first.text]).toEqual([
      422,
      expect.stringContaining('username_password-password-wrong">User name and password do not match.'),
    ]);
    for (let each = 0; each < 4; each += 1) await signIn(portal, 'anna', 'wrong', mac);
    expect((await signIn(portal, 'anna', 'right password', mac)).status).toBe(429);
  });

  test('whose password has expired there read that it has to be changed, whoever guesses does not', async () => {
    const portal = await house(['provider']);
    const expired = 'username_password-password-wrong">Your password has expired or must be changed.';
    await petraExpired(slapd);
    const guessed = await signIn(portal, 'petra', 'wrong');
    expect([guessed.status, guessed.text]).toEqual([
      422,
      expect.stringContaining('username_password-password-wrong">User name and password do not match.'),
    ]);
    const mac = newMac();
    for (let each = 0; each < 6; each += 1)
      expect((await signIn(portal, 'petra', 'right password', mac)).text).toContain(expired);
  });

  test('whose password was set by somebody else have to change it before it lets them in', async () => {
    const portal = await house(['provider']);
    const refused = await signIn(portal, 'rosa', 'right password');
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Your password has expired or must be changed.'),
    ]);
    expect(await world.sql(`select id from users where username = 'rosa'`)).toEqual([]);
    rosaChanges(slapd, 'her own password');
    expect((await signIn(portal, 'rosa', 'her own password')).status).toBe(303);
    expect(await world.sql(`select id from users where username = 'rosa'`)).toHaveLength(1);
  });

  test('whose account is locked or switched off there are refused, and their tries count', async () => {
    const portal = await house(['provider']);
    const mac = newMac();
    for (let each = 0; each < 5; each += 1) {
      const refused = await signIn(portal, 'lena', 'right password', mac);
      expect([refused.status, refused.text]).toEqual([
        422,
        expect.stringContaining('User name and password do not match.'),
      ]);
    }
    expect((await signIn(portal, 'lena', 'right password', mac)).status).toBe(429);
    expect(await world.sql(`select id from users where username = 'lena'`)).toEqual([]);
  });

  test('do not open an account of the same name, and are not asked for where that has a password', async () => {
    const [both, only] = [await house(['username_password', 'provider']), await house(['provider'])];
    await world.sql(`delete from users where username = 'anna'`);
    await world.made(201, 'POST', '/users', { body: { username: 'anna', password: 'Sommer 2026!' } });
    expect((await signIn(both, 'anna', 'right password')).status).toBe(422);
    const own = new URL((await signIn(both, 'anna', 'Sommer 2026!')).headers.location ?? '');
    expect(own.searchParams.get('username')).toBe('anna');
    const other = new URL((await signIn(only, 'anna', 'right password')).headers.location ?? '');
    expect(other.searchParams.get('username')).toMatch(/^anna-[\da-f]{8}$/);
    expect((await signIn(only, 'anna', 'Sommer 2026!')).status).toBe(422);
  });

  test('find no form where the directory is switched off', async () => {
    const portal = await house(['provider', 'voucher']);
    expect((await page(portal, newMac())).text).toContain('value="username_password"');
    await switchTo(1);
    expect((await page(portal, newMac())).text).not.toContain('value="username_password"');
    expect((await signIn(portal, 'anna', 'right password')).status).not.toBe(303);
    await switchTo(0);
  });

  test('are told when the directory is away, and no try is counted', async () => {
    const portal = await house(['provider']);
    await slapd.stop();
    const mac = newMac();
    for (let each = 0; each < 6; each += 1) {
      const away = await signIn(portal, 'anna', 'right password', mac);
      expect([away.status, away.text]).toEqual([503, expect.stringContaining('does not answer right now')]);
    }
    expect(
      await world.sql(`select failures from portal_attempts where kind = 'device' and failures > 0
      and subject = '${mac.replaceAll('-', '').toLowerCase()}'`),
    ).toEqual([]);
  });
});
