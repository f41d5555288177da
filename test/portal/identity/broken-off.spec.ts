import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { MovedClock } from '../../kernel/moved-clock.js';
import { LyingProvider, type Lies } from './lying-provider.js';
import { startSamlProvider } from './saml-provider.js';
import { type Seen, SmallBrowser } from './small-browser.js';

let world: UsherWorld;
let liar: LyingProvider;
let provider: string;
let slug: string;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  liar = new LyingProvider();
  await liar.start();
  const { id } = await world.made(201, 'POST', '/networks', { body: { name: 'Guests' } });
  const portal = { name: 'House', network_id: id, methods: ['provider'] };
  ({ slug } = (await world.made(201, 'POST', '/captive-portals', { body: portal })) as { slug: string });
  const gateway = { name: 'gateway', network_id: id, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  await world.made(201, 'POST', '/gateways', { body: gateway });
  const settings = { issuer: liar.issuer, client_id: 'usher', client_secret: 'a secret' };
  const body = { name: 'Staff sign-in', type: 'oidc', use: 'both', settings };
  provider = (await world.made(201, 'POST', '/authentication-providers', { body })).id;
});
afterAll(async () => {
  await liar?.stop();
  await world.close();
});
beforeEach(() => {
  liar.lies = {};
});

const base = () => `http://127.0.0.1:${world.port}`;
const first = () =>
  `${base()}/p/${slug}?res=notyet&uamip=10.1.0.1&uamport=3990&challenge=${'0'.repeat(32)}&mac=02-00-00-00-03-01`;
const isCallback = (url: string) => url.startsWith(`${base()}/sign-in/callback`);

/** From a page with the provider's button to the answer that the browser is to bring back, not brought yet. */
const chosen = async (browser: SmallBrowser, page: Seen) =>
  browser.follow(await browser.submit(page, {}, provider), isCallback);

async function expectWayOn(browser: SmallBrowser, page: Seen, status: number, words: string): Promise<void> {
  expect([page.status, page.next, page.text]).toEqual([status, null, expect.stringContaining(words)]);
  liar.lies = {};
  const entered = await browser.open((await chosen(browser, page)).next ?? '');
  expect(entered.next).toContain('http://10.1.0.1:3990/logon?');
}

test.each<[string, Lies, number, string]>([
  ['is broken off there', { answer: { code: '', error: 'access_denied' } }, 422, 'The sign-in did not succeed.'],
  ['is asked for too early', { answer: { code: '', error: 'login_required' } }, 422, 'The sign-in did not succeed.'],
  ['finds it in trouble', { answer: { code: '', error: 'server_error' } }, 503, 'You cannot sign in there right now.'],
  [
    'finds it too busy',
    { answer: { code: '', error: 'temporarily_unavailable' } },
    503,
    'You cannot sign in there right now.',
  ],
  ['finds a dead server behind its proxy', { tokenStatus: 502 }, 503, 'You cannot sign in there right now.'],
])('a sign-in that %s leads back to the button, for the same device', async (_, lies, status, words) => {
  const browser = new SmallBrowser();
  liar.lies = lies;
  const back = await chosen(browser, await browser.open(first()));
  await expectWayOn(browser, await browser.open(back.next ?? ''), status, words);
});

test('the button back, a second tab and a night at the provider lead to the button, not to a dead end', async () => {
  const browser = new SmallBrowser();
  const { next } = await chosen(browser, await browser.open(first()));
  expect((await browser.open(next ?? '')).next).toContain('http://10.1.0.1:3990/logon?');
  await expectWayOn(browser, await browser.open(next ?? ''), 403, 'This page was open for too long.');

  const late = await chosen(browser, await browser.open(first()));
  new MovedClock(world.app).advance(16 * 60);
  await expectWayOn(browser, await browser.open(late.next ?? ''), 403, 'This page was open for too long.');
});

test('two tabs: either comes in by its own', async () => {
  const browser = new SmallBrowser();
  const page = await browser.open(first());
  const [one, two] = [await chosen(browser, page), await chosen(browser, page)];
  for (const { next } of [two, one]) expect((await browser.open(next ?? '')).next).toContain('http://10.1.0.1:3990/');
});

test('an operator who came back late, or a second time, is handed back to the page that began', async () => {
  const browser = new SmallBrowser();
  const query = new URLSearchParams({ challenge: 'c'.repeat(43), return_to: '/console/in' });
  const away = await browser.open(`${base()}/sign-in/${world.organizationId}/${provider}?${query}`);
  const { next } = await browser.follow(away, isCallback);
  expect((await browser.open(next ?? '')).next).toContain('/console/in?code=');
  const again = await browser.open(next ?? '');
  expect([again.status, again.next]).toEqual([303, `${base()}/console/in?error=access_denied`]);
});

test('an operator whose provider is away is handed back to the page that began, with the reason', async () => {
  const browser = new SmallBrowser();
  const settings = { issuer: 'http://127.0.0.1:9', client_id: 'usher', client_secret: 'a secret' };
  const body = { name: 'Away', type: 'oidc', use: 'operators', settings };
  const { id } = await world.made(201, 'POST', '/authentication-providers', { body });
  const query = new URLSearchParams({ challenge: 'c'.repeat(43), return_to: '/console/in?tab=1' });
  const seen = await browser.open(`${base()}/sign-in/${world.organizationId}/${id}?${query}`);
  expect([seen.status, seen.next]).toEqual([303, `${base()}/console/in?tab=1&error=temporarily_unavailable`]);
});

test('begun at the provider, a sign-in by SAML reads what to do instead', async () => {
  const saml = await startSamlProvider();
  const body = { name: 'SAML', type: 'saml', settings: { metadata: await saml.metadata() } };
  const { id } = await world.made(201, 'POST', '/authentication-providers', { body });
  const path = `/sign-in/saml/${world.organizationId}/${id}/answer`;
  const seen = await new SmallBrowser().open(`${base()}${path}`, { SAMLResponse: 'PHg+', RelayState: '' });
  await saml.stop();
  expect([seen.status, seen.next]).toEqual([403, null]);
  expect(seen.text).toContain('Start again on this device.');
});
