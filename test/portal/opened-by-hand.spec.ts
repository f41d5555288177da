import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { browse, unescaped } from './plain-browser.js';
import { arrivalOf, registeringWorld, type RegisteringWorld, stateIn } from './registering-world.js';
import { makes, SmallGateway } from './small-gateway.js';

/** Only a gateway lets anybody in: who comes without one is told before she gives away anything. */
let around: RegisteringWorld;
beforeAll(async () => {
  around = await registeringWorld();
});
afterAll(async () => {
  await around?.close();
});

const joinFirst = 'The Wi-Fi itself has to open this page.';
const notSetUp = 'This page is not set up for any Wi-Fi yet';
const password = 'a good password';
const methods = ['username_password', 'self_registration', 'terms_only'];
const rowsOf = async (slug: string) => ({
  registrations: (await around.registrations(slug)).length,
  requests: (await around.world.sql('select id from portal_requests')).length,
  begun: (await around.world.sql('select id from guest_registrations')).length,
});

test('a page opened by hand says so, and keeps nothing of who fills it in all the same', async () => {
  await around.world.made(201, 'POST', '/users', { body: { username: 'eva', password } });
  const { slug } = await around.house({ methods });
  const before = await rowsOf(slug);
  for (const query of ['', '?lang=en', '?x=y']) {
    const { status, text } = await around.page(`/p/${slug}${query}`);
    expect([status, text]).toEqual([200, expect.stringContaining(joinFirst)]);
    const ways: Record<string, string>[] = [
      { by: 'username_password', username: 'eva', password },
      { by: 'self_registration', email: 'eva@example.com' },
      { by: 'terms_only' },
    ];
    for (const typed of ways) {
      const sent = await around.post(`/p/${slug}`, { state: stateIn(text), ...typed });
      expect([typed.by, sent.status, sent.text]).toEqual([typed.by, 422, expect.stringContaining(joinFirst)]);
    }
  }
  expect(await rowsOf(slug)).toEqual(before);
  expect((await around.page(`/p/${slug}?${arrivalOf(around.newMac())}`)).text).not.toContain(joinFirst);
});

test('her button leads back by the gateway, whose words the page then has', async () => {
  const { slug } = await around.house({ methods });
  const nobody = { auth: 0, account: () => Promise.reject(new Error('RADIUS is not asked')) };
  const gateway = await SmallGateway.open(makes[0], `https://wifi.example.com/p/${slug}`, nobody);
  try {
    // As option 114 has it, and a sign on the wall.
    const { 'user-portal-url': told } = JSON.parse((await around.page(`/capport/${slug}`)).text);
    for (const address of [new URL(told).pathname, `/p/${slug}?lang=de`]) {
      const { text } = await around.page(address);
      const url = unescaped(/<a class="button" href="([^"]*)"/.exec(text)?.[1] ?? '');
      expect(url).toMatch(/^http:\/\//);
      const led = await browse(gateway.port, { url, mac: around.newMac().replaceAll('-', ':') });
      const back = new URL(led.location);
      expect([led.status, back.pathname, back.searchParams.get('uamip')]).toEqual([302, `/p/${slug}`, '10.1.0.1']);
      const page = await around.page(back.pathname + back.search);
      expect([page.text.includes(joinFirst), page.text.includes('role="alert"')]).toEqual([false, false]);
      const sent = await around.post(`/p/${slug}`, { state: stateIn(page.text), by: 'terms_only' });
      expect(sent.text).not.toContain(joinFirst);
    }
  } finally {
    gateway.close();
  }
});

test('a portal that no gateway shows says that it is not set up, and the operator reads of the guest', async () => {
  const { world } = around;
  const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: 'Annex' } });
  const body = { name: 'Annex', network_id: networkId, methods };
  const { slug } = await world.made(201, 'POST', '/captive-portals', { body });
  const before = await rowsOf(slug);
  const told = async () => {
    const { _embedded } = await world.made(200, 'GET', '/alerts?filter[event]=portal.gateway_unknown');
    return (_embedded.alerts as { detail: string }[]).filter(({ detail }) => /no gateway shows/.test(detail));
  };
  for (const query of ['', `?${arrivalOf(around.newMac())}`]) {
    const { text } = await around.page(`/p/${slug}${query}`);
    expect([text.includes(notSetUp), text.includes(joinFirst), text.includes('class="button"')]).toEqual([
      true,
      false,
      false,
    ]);
    const sent = await around.post(`/p/${slug}`, { state: stateIn(text), by: 'terms_only' });
    expect([sent.status, sent.text]).toEqual([422, expect.stringContaining(notSetUp)]);
  }
  expect(await rowsOf(slug)).toEqual(before);
  expect(await told()).toHaveLength(1);
  const gateway = { name: 'Annex', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  await world.made(201, 'POST', '/gateways', { body: gateway });
  expect((await around.page(`/p/${slug}?${arrivalOf(around.newMac())}`)).text).not.toContain(notSetUp);
});

test('nor is anything kept where what came leads to no gateway of the house', async () => {
  const { slug } = await around.house({ methods });
  const before = await rowsOf(slug);
  const { text } = await around.page(`/p/${slug}?${arrivalOf(around.newMac()).replace('10.1.0.1', 'evil.example')}`);
  const sent = await around.post(`/p/${slug}`, { state: stateIn(text), by: 'terms_only' });
  expect([sent.status, sent.text]).toEqual([503, expect.stringContaining('cannot let anybody in right now')]);
  expect(await rowsOf(slug)).toEqual(before);
});
