import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { LyingProvider, type Lies } from './lying-provider.js';
import { type Seen, SmallBrowser } from './small-browser.js';

let world: UsherWorld;
let [liar, other]: LyingProvider[] = [];
let slug: string;
let count = 0;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  [liar, other] = [new LyingProvider(), new LyingProvider()];
  await Promise.all([liar.start(), other.start()]);
  const { id } = await world.made(201, 'POST', '/networks', { body: { name: 'Guests' } });
  const portal = { name: 'House', network_id: id, methods: ['provider'] };
  ({ slug } = (await world.made(201, 'POST', '/captive-portals', { body: portal })) as { slug: string });
  const gateway = { name: 'gateway', network_id: id, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  await world.made(201, 'POST', '/gateways', { body: gateway });
});
afterAll(async () => {
  await Promise.all([liar?.stop(), other?.stop()]);
  await world.close();
});

const base = () => `http://127.0.0.1:${world.port}`;
const gatewayQuery = (host = '10.1.0.1') =>
  `res=notyet&uamip=${host}&uamport=3990&challenge=${'0'.repeat(32)}&mac=02-00-00-00-02-` +
  (count += 1).toString(16).padStart(2, '0');

async function record({ issuer }: LyingProvider, settings: object = {}, token?: string): Promise<string> {
  const given = { issuer, client_id: 'usher', client_secret: 'a secret', ...settings };
  const body = { name: `Provider ${(count += 1)}`, type: 'oidc', settings: given };
  return (await world.made(201, 'POST', '/authentication-providers', { body, ...(token ? { token } : {}) })).id;
}

/** To the answer with which the provider sends the browser back, not opened yet; or to what the portal says instead. */
async function there(browser: SmallBrowser, provider: string, query = gatewayQuery()): Promise<Seen> {
  const page = await browser.open(`${base()}/p/${slug}?${query}`);
  const leaving = await browser.submit(page, {}, provider);
  return browser.follow(leaving, (url) => url.startsWith(`${base()}/sign-in/callback`));
}

async function signIn(provider: string, query?: string): Promise<Seen> {
  const browser = new SmallBrowser();
  const back = await there(browser, provider, query);
  return back.next ? browser.open(back.next) : back;
}

const registrations = async () => (await world.sql('select id from registrations')).length;

test('an honest answer lets in', async () => {
  liar.lies = {};
  const seen = await signIn(await record(liar));
  expect([seen.status, seen.next]).toEqual([200, expect.stringMatching(/^http:\/\/10\.1\.0\.1:3990\/logon\?/)]);
  expect(liar.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
});

const now = () => Math.floor(Date.now() / 1000);
test.each<[string, () => Lies]>([
  ['a wrong nonce', () => ({ claims: { nonce: 'of another sign-in' } })],
  ['no nonce', () => ({ claims: { nonce: undefined } })],
  ['a token of another issuer', () => ({ claims: { iss: other.issuer } })],
  ['a token for another client', () => ({ claims: { aud: 'another' } })],
  ['a token that is over', () => ({ claims: { iat: now() - 900, exp: now() - 600 } })],
  ['a token without an end', () => ({ claims: { exp: undefined } })],
  ['the signature of a stranger', () => ({ isForged: true })],
  ['no signature', () => ({ isUnsigned: true, header: { alg: 'none', kid: undefined } })],
  ['none as algorithm, and a signature', () => ({ header: { alg: 'none' } })],
  ['our secret as key', () => ({ header: { alg: 'HS256' } })],
  ['facts of somebody else', () => ({ userinfo: { sub: 'somebody else' } })],
  ['the answer of another issuer', () => ({ answer: { iss: other.issuer } })],
  ['no issuer, although it promises one', () => ({ answer: { iss: '' } })],
  ['a refusal', () => ({ answer: { code: '', error: 'access_denied' } })],
])('%s lets nobody in', async (_, lies) => {
  liar.lies = lies();
  const before = await registrations();
  const seen = await signIn(await record(liar));
  expect([seen.status, seen.next]).toEqual([422, null]);
  expect(seen.text).toContain('The sign-in did not succeed.');
  expect(await registrations()).toBe(before);
});

test('a clock that is half a minute off does no harm', async () => {
  liar.lies = { claims: { iat: now() + 30, exp: now() + 330, nbf: now() + 30 } };
  expect((await signIn(await record(liar))).next).toContain('http://10.1.0.1:3990/');
});

test.each<[string, () => Lies]>([
  ['names another issuer', () => ({ discovery: { issuer: other.issuer } })],
  ['is somewhere else', () => ({ redirects: true })],
  ['is too large', () => ({ flood: 300_000 })],
  ['leads to a script', () => ({ discovery: { authorization_endpoint: 'javascript:alert(1)//' } })],
  ['leads to a file', () => ({ discovery: { jwks_uri: 'file:///etc/passwd' } })],
  ['names no keys', () => ({ discovery: { jwks_uri: undefined } })],
])('a provider whose discovery document %s is not gone to', async (_, lies) => {
  liar.lies = lies();
  const seen = await there(new SmallBrowser(), await record(liar));
  expect([seen.status, seen.next]).toEqual([503, null]);
  expect(seen.text).toContain('You cannot sign in there right now.');
});

test('without a secret, a provider that does not name itself in its answers is not gone to', async () => {
  liar.lies = { discovery: { authorization_response_iss_parameter_supported: false } };
  expect((await there(new SmallBrowser(), await record(liar, { client_secret: null }))).status).toBe(503);
  liar.lies = {};
  expect((await signIn(await record(liar, { client_secret: null }))).next).toContain('http://10.1.0.1:3990/');
});

test('what came back is good once, from the same browser, and unaltered', async () => {
  liar.lies = {};
  const provider = await record(liar);
  const browser = new SmallBrowser();
  const refused = (seen: Seen) => expect([seen.status, seen.next]).toEqual([403, null]);
  const { next } = await there(browser, provider);
  const back = new URL(next ?? '');
  refused(await new SmallBrowser('another browser').open(back.href));
  const altered = new URL(back);
  const state = back.searchParams.get('state') ?? '';
  altered.searchParams.set('state', `${state.slice(0, -2)}${state.endsWith('A') ? 'B' : 'A'}${state.slice(-1)}`);
  refused(await browser.open(altered.href));
  refused(await browser.open(`${base()}/sign-in/callback?code=x`));
  refused(await browser.open(`${base()}/sign-in/callback?code=x&state=${'A'.repeat(7000)}`));
  const asked = liar.asked.length;
  const both = await Promise.all([browser.open(back.href), browser.open(back.href)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
  refused(await browser.open(back.href));
  expect(liar.asked).toHaveLength(asked + 1);
});

test('an answer of one provider is none of another', async () => {
  [liar.lies, other.lies] = [{}, {}];
  const [one, another] = [await record(liar), await record(other)];
  const browser = new SmallBrowser();
  const [first, second] = [await there(browser, one), await there(browser, another)].map(
    ({ next }) => new URL(next ?? ''),
  );
  const mixed = new URL(second);
  mixed.searchParams.set('state', first.searchParams.get('state') ?? '');
  const asked = liar.asked.length;
  expect((await browser.open(mixed.href)).status).toBe(422);
  expect(liar.asked).toHaveLength(asked);
  const third = new URL((await there(browser, one)).next ?? '');
  third.searchParams.set('code', second.searchParams.get('code') ?? '');
  expect((await browser.open(third.href)).status).toBe(422);
});

test("another organization's provider signs nobody in here, nor does one that was switched off meanwhile", async () => {
  liar.lies = {};
  const { token } = await world.organization('Elsewhere');
  const theirs = await record(liar, {}, token);
  const browser = new SmallBrowser();
  const page = await browser.open(`${base()}/p/${slug}?${gatewayQuery()}`);
  expect(page.text).not.toContain(theirs);
  const own = await record(liar);
  const again = await browser.open(`${base()}/p/${slug}?${gatewayQuery()}`);
  expect((await browser.submit(again, { provider: theirs }, own)).status).toBe(422);
  const { next } = await there(browser, own);
  await world.made(200, 'PATCH', `/authentication-providers/${own}`, { body: { disabled: 1 } });
  expect((await browser.open(next ?? '')).status).toBe(422);
});

test('wherever the redirect of the gateway points, the ticket goes to listed hosts only', async () => {
  liar.lies = {};
  const seen = await signIn(await record(liar), gatewayQuery('evil.example'));
  expect([seen.status, seen.next]).toEqual([503, null]);
  expect(seen.text).not.toMatch(/(?:href|action)="[^"]*evil\.example:3990/);
});

test('the name of a provider is no markup', async () => {
  const settings = { issuer: liar.issuer, client_id: 'usher', client_secret: 'x' };
  const body = { name: '<script>alert(1)</script>', type: 'oidc', settings };
  await world.made(201, 'POST', '/authentication-providers', { body });
  const { text } = await new SmallBrowser().open(`${base()}/p/${slug}?${gatewayQuery()}`);
  expect(text).toContain('Sign in with &lt;script&gt;');
  expect(text).not.toContain('<script>alert');
});
