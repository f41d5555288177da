import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.js';
import { freePort } from './slapd.js';
import { type Seen, SmallBrowser } from './small-browser.js';

const people = {
  eva: {
    email: 'eva@example.com',
    email_verified: true,
    given_name: 'Eva',
    family_name: 'Novak',
    groups: ['spa'],
    department: 'Pool',
  },
  max: { email: 'eva@example.com', email_verified: false, preferred_username: 'max', given_name: 'Max' },
};

let world: UsherWorld;
let openid: OpenIdProvider;
let idpPort: number;
let provider: string;
let staff: string;
let count = 0;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  idpPort = await freePort();
  openid = await startOpenIdProvider(idpPort, callback(), { people });
  staff = (await world.made(201, 'POST', '/user-groups', { body: { name: 'Spa' } })).id;
  provider = (await world.made(201, 'POST', '/authentication-providers', { body: record('Staff sign-in') })).id;
});
afterAll(async () => {
  await openid?.stop();
  await world.close();
});

const callback = () => `http://127.0.0.1:${world.port}/sign-in/callback`;
const record = (name: string, more: object = {}) => ({
  name,
  type: 'oidc',
  settings: { issuer: openid.issuer, client_id: 'usher', client_secret: 'secret of usher' },
  groups: [{ group: 'spa', table_id: staff }],
  ...more,
});

async function house(more: object = {}): Promise<string> {
  const mark = (count += 1);
  const { id } = await world.made(201, 'POST', '/networks', { body: { name: `network ${mark}` } });
  const portal = { name: `House ${mark}`, network_id: id, methods: ['provider'], duration: 3600, ...more };
  const { slug } = await world.made(201, 'POST', '/captive-portals', { body: portal });
  const gateway = { name: `gateway ${mark}`, network_id: id, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  await world.made(201, 'POST', '/gateways', { body: gateway });
  return String(slug);
}
const newMac = () => `02-00-00-00-01-${(count += 1).toString(16).padStart(2, '0')}`;
const first = (slug: string, mac: string) =>
  `http://127.0.0.1:${world.port}/p/${slug}` +
  `?res=notyet&uamip=10.1.0.1&uamport=3990&challenge=${'0'.repeat(32)}&mac=${mac}`;
const isCallback = (url: string) => url.startsWith(callback());
const isGateway = (url: string) => url.startsWith('http://10.1.0.1:3990/');

/** From the portal's page to what the provider sends back to, not opened yet. */
async function signedInThere(browser: SmallBrowser, slug: string, login: string, mac = newMac()): Promise<Seen> {
  const page = await browser.open(first(slug, mac));
  const leaving = await browser.submit(page, { terms: '1' }, provider);
  const asked = await browser.follow(leaving, isCallback);
  const consent = await browser.follow(await browser.submit(asked, { login, password: 'any' }), isCallback);
  return consent.next ? consent : browser.follow(await browser.submit(consent), isCallback);
}

test('a guest comes in by a provider, in the group of the rules, registered with name and mail', async () => {
  const slug = await house();
  const browser = new SmallBrowser();
  const page = await browser.open(first(slug, newMac()));
  expect(page.text).toContain('<button>Sign in with Staff sign-in</button>');
  expect(page.text).not.toContain('name="password"');
  const back = await signedInThere(browser, slug, 'eva');
  const entered = await browser.follow(back, isGateway);
  const login = new URL(entered.next ?? '');
  expect([entered.status, login.searchParams.get('username')]).toEqual([200, 'eva@example.com']);
  const status = await browser.open(new URL(login.searchParams.get('userurl') ?? '').href);
  expect(status.text).toContain('You are online until');
  const [user] = await world.sql<object>(`select group_id, first_name, last_name, email, password_ssha512,
    valid_until between now() + interval '50 minutes' and now() + interval '70 minutes' as fits from users
    where username = 'eva@example.com'`);
  expect(user).toEqual({
    group_id: staff,
    first_name: 'Eva',
    last_name: 'Novak',
    email: 'eva@example.com',
    password_ssha512: null,
    fits: true,
  });
  expect(await world.sql(`select method, first_name, email, made_account from registrations`)).toEqual([
    { method: 'provider', first_name: 'Eva', email: 'eva@example.com', made_account: true },
  ]);
});

test('somebody whose address is not verified is known by another name, and without the address', async () => {
  const back = await signedInThere(new SmallBrowser(), await house(), 'max');
  const entered = await new SmallBrowser().follow(back, isGateway);
  expect(new URL(entered.next ?? '').searchParams.get('username')).toBe('max');
  expect(await world.sql(`select email, group_id from users where username = 'max'`)).toEqual([
    { email: null, group_id: null },
  ]);
});

test('without the terms nobody is led on; with them the registration has them', async () => {
  const slug = await house({ terms: { version: '7', texts: { en: 'Be kind.' } } });
  const browser = new SmallBrowser();
  const page = await browser.open(first(slug, newMac()));
  const without = await browser.submit(page, {}, provider);
  expect([without.status, without.next]).toEqual([422, null]);
  expect(without.text).toContain('Accept the terms of use to continue.');
  await browser.follow(await signedInThere(new SmallBrowser(), slug, 'eva'), isGateway);
  expect(await world.sql(`select terms_version from registrations where terms_version is not null`)).toEqual([
    { terms_version: '7' },
  ]);
});

test('Google is not tried in the small window of a phone: the address is there to be copied', async () => {
  const settings = { issuer: 'https://accounts.google.com', client_id: 'usher', client_secret: 'x' };
  const body = { name: 'Google', type: 'oidc', settings };
  const { id } = await world.made(201, 'POST', '/authentication-providers', { body });
  const slug = await house();
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
  const sheet = new SmallBrowser(phone);
  const address = first(slug, newMac());
  const told = await sheet.submit(await sheet.open(address), {}, id);
  expect(told.next).toBeNull();
  expect(told.text).toContain('Open this page in your browser');
  expect(told.text).toContain('uamip=10.1.0.1&amp;uamport=3990');
});

test('tested step by step; away it says so, and with other keys it is believed', async () => {
  const steps = async () =>
    (await world.made(200, 'POST', `/authentication-providers/${provider}/test`)).checks.map(
      ({ name, ok }: { name: string; ok: boolean }) => [name, ok],
    );
  expect(await steps()).toEqual([
    ['discovery', true],
    ['issuer', true],
    ['keys', true],
    ['client', true],
  ]);
  await openid.stop();
  expect(await steps()).toEqual([['discovery', false]]);
  openid = await startOpenIdProvider(idpPort, callback(), { people });
  const browser = new SmallBrowser();
  expect((await browser.follow(await signedInThere(browser, await house(), 'eva'), isGateway)).next).toContain(
    '10.1.0.1',
  );
  const wrong = record('Wrong secret', { settings: { issuer: openid.issuer, client_id: 'usher', client_secret: 'x' } });
  const { id } = await world.made(201, 'POST', '/authentication-providers', { body: wrong });
  const { ok, checks } = await world.made(200, 'POST', `/authentication-providers/${id}/test`);
  expect([ok, checks.at(-1)]).toEqual([
    false,
    { name: 'client', ok: false, detail: expect.stringContaining('does not take usher') },
  ]);
});
