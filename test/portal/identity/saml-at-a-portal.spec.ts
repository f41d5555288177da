import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { type Answer, type SamlProvider, startSamlProvider } from './saml-provider.js';
import { type Seen, SmallBrowser } from './small-browser.js';

let world: UsherWorld;
let saml: SamlProvider;
let provider: string;
let staff: string;
let count = 0;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  saml = await startSamlProvider();
  staff = (await world.made(201, 'POST', '/user-groups', { body: { name: 'Kitchen' } })).id;
  provider = (await world.made(201, 'POST', '/authentication-providers', { body: await record('House sign-in') })).id;
});
afterAll(async () => {
  await saml?.stop();
  await world.close();
});

const record = async (name: string, more: object = {}) => ({
  name,
  type: 'saml',
  settings: { metadata: await saml.metadata(), username_attribute: 'department' },
  groups: [{ group: 'kitchen', table_id: staff }],
  ...more,
});

async function house(token = world.token): Promise<string> {
  const mark = (count += 1);
  const { id } = await world.made(201, 'POST', '/networks', { token, body: { name: `network ${mark}` } });
  const portal = { name: `House ${mark}`, network_id: id, methods: ['provider'], duration: 3600 };
  const { slug } = await world.made(201, 'POST', '/captive-portals', { token, body: portal });
  const gateway = { name: `gateway ${mark}`, network_id: id, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  await world.made(201, 'POST', '/gateways', { token, body: gateway });
  return String(slug);
}
const own = (path: string) => `http://127.0.0.1:${world.port}${path}`;
const newMac = () => `02-00-00-00-02-${(count += 1).toString(16).padStart(2, '0')}`;
const first = (slug: string) =>
  own(`/p/${slug}?res=notyet&uamip=10.1.0.1&uamport=3990&challenge=${'0'.repeat(32)}&mac=${newMac()}`);

/** From the portal's page to what the provider has the browser post, which is not posted yet. */
async function answered(browser: SmallBrowser, slug: string, of = provider): Promise<Answer> {
  const leaving = await browser.submit(await browser.open(first(slug)), {}, of);
  expect(leaving.next).toContain(saml.settings.sso_url);
  return saml.answer(leaving.next ?? '');
}
const bring = (browser: SmallBrowser, { url, SAMLResponse, RelayState }: Answer): Promise<Seen> =>
  browser.open(url, { SAMLResponse, RelayState: RelayState ?? '' });

test('a guest comes in: an account in the group that the rules give, a registration with name and mail', async () => {
  const slug = await house();
  const browser = new SmallBrowser();
  const page = await browser.open(first(slug));
  expect(page.text).toContain('<button>Sign in with House sign-in</button>');
  expect(page.text).not.toContain('name="password"');
  const entered = await bring(browser, await answered(browser, slug));
  const login = new URL(entered.next ?? '');
  expect([entered.status, login.host, login.searchParams.get('username')]).toEqual([200, '10.1.0.1:3990', 'Spa']);
  const [user] = await world.sql(`select group_id, first_name, last_name, email, password_ssha512 from users
    where username = 'Spa'`);
  expect(user).toEqual({
    group_id: staff,
    first_name: 'Anna',
    last_name: 'Berger',
    email: 'anna@example.com',
    password_ssha512: null,
  });
  expect(await world.sql('select method, email, made_account from registrations')).toEqual([
    { method: 'provider', email: 'anna@example.com', made_account: true },
  ]);
});

test('an answer counts once', async () => {
  const slug = await house();
  const browser = new SmallBrowser();
  const answer = await answered(browser, slug);
  expect((await bring(browser, answer)).status).toBe(200);
  const again = await bring(browser, answer);
  expect([again.status, again.next]).toEqual([403, null]);
});

test('an answer counts for the question and the browser that it was asked for only', async () => {
  const slug = await house();
  const [browser, other] = [new SmallBrowser(), new SmallBrowser('Mozilla/5.0 (iPhone)')];
  const [one, two] = [await answered(browser, slug), await answered(browser, slug)];
  expect((await bring(other, one)).status).toBe(403);
  const mixed = await bring(browser, { ...one, RelayState: two.RelayState });
  expect([mixed.status, mixed.next]).toEqual([422, null]);
  const altered = one.RelayState?.replace(/(?<=^.{60})./, (sign) => (sign === 'A' ? 'B' : 'A')) ?? '';
  expect((await bring(browser, { ...one, RelayState: altered })).status).toBe(403);
  expect((await bring(browser, { ...one, RelayState: null })).status).toBe(403);
  expect((await bring(browser, one)).status).toBe(200);
});

test('an answer of a provider of another organization, or of another record, lets nobody in', async () => {
  const { token } = await world.organization('Another house');
  const settings = { metadata: await saml.metadata() };
  const body = { name: 'Theirs', type: 'saml', settings };
  const theirs = (await world.made(201, 'POST', '/authentication-providers', { token, body })).id;
  const second = (await world.made(201, 'POST', '/authentication-providers', { body: await record('Second') })).id;
  const [slug, elsewhere] = [await house(), await house(token)];
  const browser = new SmallBrowser();
  const mine = await answered(browser, slug);
  for (const answer of [await answered(browser, elsewhere, theirs), await answered(browser, slug, second)]) {
    const refused = await bring(browser, { ...answer, RelayState: mine.RelayState, url: mine.url });
    expect(refused.next).toBeNull();
    expect([403, 422]).toContain(refused.status);
  }
  // What was made for theirs does not do at the address of ours, either.
  expect((await bring(browser, { ...(await answered(browser, elsewhere, theirs)), url: mine.url })).next).toBeNull();
  await world.made(204, 'DELETE', `/authentication-providers/${second}`, { headers: { 'if-match': '*' } });
});

test('a provider that was switched off meanwhile, or is for operators, lets nobody in', async () => {
  const slug = await house();
  const browser = new SmallBrowser();
  const change = (body: object) =>
    world.made(200, 'PATCH', `/authentication-providers/${provider}`, { body, headers: { 'if-match': '*' } });
  for (const [off, on] of [
    [{ disabled: 1 }, { disabled: 0 }],
    [{ use: 'operators' }, { use: 'guests' }],
  ]) {
    const answer = await answered(browser, slug);
    await change(off);
    expect((await bring(browser, answer)).next).toBeNull();
    expect((await browser.open(first(slug))).text).not.toContain('House sign-in');
    await change(on);
  }
});

test('what a provider is to be given is at an address of its own', async () => {
  const answer = await answered(new SmallBrowser(), await house());
  const entityId = answer.url.replace(/\/answer$/, '');
  const metadata = await world.ask('GET', new URL(entityId).pathname, { token: null });
  expect([metadata.status, metadata.headers['content-type']]).toEqual([200, 'application/samlmetadata+xml']);
  expect(metadata.text).toContain(`entityID="${entityId}"`);
  expect(metadata.text).toContain(`Location="${answer.url}"`);
  for (const path of [entityId.replace(provider, world.organizationId), own('/sign-in/saml/x/y')])
    expect((await world.ask('GET', new URL(path).pathname, { token: null })).status).toBe(404);
});

test('the test of a provider names the addresses, and until when its keys are good', async () => {
  const { ok, checks } = await world.made(200, 'POST', `/authentication-providers/${provider}/test`);
  expect([ok, checks]).toEqual([
    false,
    [
      { name: 'service_provider', ok: false, detail: expect.stringMatching(/\/sign-in\/saml\/.*USHER_BASE_URL/) },
      { name: 'certificate', ok: true, detail: expect.stringMatching(/^CN=idp\.example\.com, until \d{4}-\d\d-\d\d$/) },
    ],
  ]);
});
