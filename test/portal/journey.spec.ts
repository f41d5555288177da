import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';

let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
});
afterAll(async () => {
  await world.close();
});

let count = 0;
async function house(vendor: string, fields: object = {}, loginHosts = ['10.1.0.1']) {
  const mark = (count += 1);
  const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: `network ${mark}` } });
  const portal = { name: `House ${mark}`, network_id: networkId, methods: ['voucher', 'username_password'], ...fields };
  const { slug } = await world.made(201, 'POST', '/captive-portals', { body: portal });
  const gateway = { name: `gateway ${mark}`, network_id: networkId, vendor, login_hosts: loginHosts };
  await world.made(201, 'POST', '/gateways', { body: gateway });
  return { slug: String(slug) };
}

async function voucher(): Promise<string> {
  const { id } = await world.made(201, 'POST', '/user-groups', { body: { name: `guests ${(count += 1)}` } });
  const made = await world.made(201, 'POST', '/vouchers', { body: { table_id: id, duration: 3600, count: 1 } });
  return String(made.code ?? made._embedded?.vouchers[0].code);
}

const page = (path: string) => world.ask('GET', path, { token: null });
const stateIn = (html: string) => /name="state" value="([^"]*)"/.exec(html)?.[1] ?? '';
function post(path: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return world.ask('POST', path, { token: null, headers, body: new URLSearchParams(fields).toString() });
}

const fullWidth = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);

const device = 'mac=AA-BB-CC-00-11-22&nasid=lobby';
const chilli = `res=notyet&uamip=10.1.0.1&uamport=3990&challenge=0123456789abcdef0123456789abcdef&${device}`;

test('a guest with a voucher is sent on to the gateway, sees until when she is online, and signs out', async () => {
  const { slug } = await house('coova', { texts: { en: { success: 'Breakfast is at 7.' } } });
  const { text, headers } = await page(`/p/${slug}?${chilli}`);
  expect(headers['content-security-policy']).toContain("form-action 'self' http://10.1.0.1:3990");
  const code = await voucher();
  const sent = await post(`/p/${slug}`, { state: stateIn(text), by: 'voucher', code });
  expect(sent.status).toBe(303);
  const login = new URL(sent.headers.location ?? '');
  expect([login.origin, login.pathname]).toEqual(['http://10.1.0.1:3990', '/logon']);
  const back = new URL(login.searchParams.get('userurl') ?? '');
  expect(back.pathname).toBe(`/p/${slug}/status`);

  const status = await page(`${back.pathname}${back.search}`);
  expect(status.text).toContain('You are online');
  expect(status.text).toContain('Breakfast is at 7.');
  const out = await post(back.pathname, { state: stateIn(status.text) });
  expect(out.text).toContain('You are signed out.');
  expect((await page(`${back.pathname}${back.search}`)).text).toContain('You are not signed in');
  expect((await page(`${back.pathname}?s=forged`)).text).toContain('You are not signed in');
});

test.each([
  ['lower case', (code: string) => code.toLowerCase()],
  ['full width, as Japanese keyboards have it', (code: string) => code.replaceAll(/./g, fullWidth)],
  ['a blank in the middle', (code: string) => `${code.slice(0, 4)} ${code.slice(4)} `],
  ['the long dash of a phone', (code: string) => `${code.slice(0, 4)}–${code.slice(4)}`],
  ['what comes along unseen when it is pasted', (code: string) => `\u200e${code}\u200b\ufeff`],
])('a voucher’s code counts in %s', async (_, typed) => {
  const { slug } = await house('coova');
  const { text } = await page(`/p/${slug}?${chilli}`);
  const code = await voucher();
  const sent = await post(`/p/${slug}`, { state: stateIn(text), by: 'voucher', code: typed(code) });
  expect([sent.status, sent.headers.location]).toEqual([303, expect.stringContaining(`username=${code}&`)]);
});

test('where the gateway takes a form, the page sends it and has a button for who runs no script', async () => {
  const { slug } = await house('aruba', {}, ['securelogin.example.com']);
  const redirect = 'cmd=login&mac=aa:bb:cc:00:11:23&ip=10.9.0.7&essid=Guest&apname=ap&switchip=securelogin.example.com';
  const { text } = await page(`/p/${slug}?${redirect}`);
  const sent = await post(`/p/${slug}`, { state: stateIn(text), by: 'voucher', code: await voucher() });
  expect(sent.status).toBe(200);
  expect(sent.text).toContain('<form method="post" action="https://securelogin.example.com/cgi-bin/login" id="go">');
  expect(sent.text).toContain('<button>Continue</button>');
  const nonce = /<script nonce="([^"]+)"/.exec(sent.text)?.[1];
  expect(sent.headers['content-security-policy']).toContain(`script-src 'nonce-${nonce}'`);
  expect(sent.headers['content-security-policy']).toContain("form-action 'self' https://securelogin.example.com");
});

test('what the redirect says leads nobody to a host that is not listed', async () => {
  const { slug } = await house('coova');
  for (const host of ['evil.example', '10.1.0.1@evil.example', '10.1.0.1.evil.example', '10.1.0.1%0d%0aX:y']) {
    const { text } = await page(`/p/${slug}?${chilli.replace('uamip=10.1.0.1', `uamip=${host}`)}`);
    const sent = await post(`/p/${slug}`, { state: stateIn(text), by: 'voucher', code: await voucher() });
    expect([sent.status, sent.headers.location]).toEqual([503, undefined]);
    expect(sent.text).toContain('cannot let anybody in right now');
    expect(sent.text).not.toMatch(/action="[^/]/);
  }
});

test('a refusal stands beside its field, and after five the guest waits', async () => {
  const { slug } = await house('coova');
  const { text } = await page(`/p/${slug}?${chilli.replace('22&nasid', '99&nasid')}`);
  const guess = () => post(`/p/${slug}`, { state: stateIn(text), by: 'voucher', code: 'WRONGONE' });
  const first = await guess();
  expect(first.status).toBe(422);
  expect(first.text).toContain('id="voucher-code-wrong">This voucher code is not valid.');
  expect(first.text).toContain('value="WRONGONE"');
  for (let each = 0; each < 5; each += 1) await guess();
  const waits = await guess();
  expect(waits.status).toBe(429);
  expect(waits.text).toMatch(/Too many attempts\. Try again in \d+ minutes?\./);
});

test('a guest whom the gateway sends back is told why', async () => {
  const { slug } = await house('coova');
  expect((await page(`/p/${slug}?${chilli.replace('notyet', 'failed')}`)).text).toContain(
    'The Wi-Fi did not accept the sign-in.',
  );
});

test('a gateway that asks no RADIUS server lets in for the voucher’s time, and for hours at the most', async () => {
  const { slug } = await house('meraki', {}, ['n143.network-auth.com']);
  const redirect = new URLSearchParams({
    base_grant_url: 'https://n143.network-auth.com/splash/grant',
    user_continue_url: 'http://example.com/',
    client_mac: 'aa:bb:cc:00:11:33',
  });
  const signIn = async (fields: Record<string, string>) => {
    const { text } = await page(`/p/${slug}?${redirect}`);
    const sent = await post(`/p/${slug}`, { state: stateIn(text), ...fields });
    return Number(new URL(sent.headers.location ?? '').searchParams.get('duration'));
  };
  const code = await voucher();
  expect(await signIn({ by: 'voucher', code })).toBeGreaterThan(3590);
  const { _embedded } = await world.made(200, 'GET', '/vouchers?page_size=100');
  const begun = _embedded.vouchers.find((each: { code: string }) => each.code === code);
  expect([begun.status, begun.first_used_at]).toEqual(['active', expect.any(String)]);
  await world.made(201, 'POST', '/users', { body: { username: 'member', password: 'a long password 1' } });
  const asMember = { by: 'username_password', username: 'member', password: 'a long password 1' };
  expect(await signIn(asMember)).toBe(4 * 3600);
});
