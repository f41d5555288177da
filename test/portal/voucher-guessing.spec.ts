import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';

let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
});
afterAll(() => world.close());

const stateIn = (html: string) => /name="state" value="([^"]*)"/.exec(html)?.[1] ?? '';

/** As a phone does: the page to which the gateway leads it, and the form on it. */
async function show(slug: string, mac: string, code: string, gateway = '10.1.0.1') {
  const query = `res=notyet&uamip=${gateway}&uamport=3990&challenge=0123456789abcdef0123456789abcdef&mac=${mac}`;
  const { text } = await world.ask('GET', `/p/${slug}?${query}`, { token: null });
  return world.ask('POST', `/p/${slug}`, {
    token: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ state: stateIn(text), by: 'voucher', code }).toString(),
  });
}

const madeUp = (number: number) => `02-AB-CD-EF-00-${number.toString(16).padStart(2, '0')}`;

test('codes guessed by ever other devices raise an alert with what to do; a guest waits, not more', async () => {
  const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: 'Guests' } });
  const portal = { name: 'House', slug: 'guessed', network_id: networkId, methods: ['voucher'] };
  const { id: portalId } = await world.made(201, 'POST', '/captive-portals', { body: portal });
  const gateway = { name: 'Lobby', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  const { id: gatewayId } = await world.made(201, 'POST', '/gateways', { body: gateway });
  const { id: group } = await world.made(201, 'POST', '/user-groups', { body: { name: 'Guests' } });
  const made = await world.made(201, 'POST', '/vouchers', {
    body: { table_id: group, duration: 3600, max_devices: 9 },
  });
  const code = String(made.code ?? made._embedded?.vouchers[0].code);

  expect((await show('guessed', '02-00-00-00-00-01', code)).status).toBe(303);
  for (let guess = 0; guess < 60; guess += 1)
    expect([guess, (await show('guessed', madeUp(guess), `WRONG${guess}`)).status]).toEqual([guess, 422]);
  const waits = await show('guessed', '02-00-00-00-00-02', code);
  expect(waits.status).toBe(429);
  expect(waits.text).toContain('Try again in 1 minute.');
  expect(waits.text).toContain(`value="${code}"`);
  expect((await show('guessed', '02-00-00-00-00-01', code)).status).toBe(303);

  const alerts = await world.made(200, 'GET', '/alerts?filter[status]=open');
  expect(alerts._embedded.alerts).toMatchObject([
    { event: 'portal.guessing', subject: { id: portalId }, facts: { failures: 60, gateway_id: gatewayId } },
  ]);
  const { _embedded } = await world.made(200, 'GET', '/portal-attempts?filter[status]=locked');
  const locked = _embedded['portal-attempts'] ?? _embedded.portal_attempts;
  expect(locked).toMatchObject([{ kind: 'vouchers', subject: gatewayId, failures: 60 }]);
  const explained = await world.made(200, 'GET', `/portal-attempts/${locked[0].id}/explanation`);
  expect(explained).toMatchObject({ state: 'locked', reason: 'guessing' });

  await world.made(200, 'POST', '/portal-attempts/unlock', { body: { id: locked[0].id } });
  expect((await show('guessed', '02-00-00-00-00-02', code)).status).toBe(303);
  expect((await world.made(200, 'GET', '/alerts?filter[status]=open')).total_items).toBe(0);
});

test('one of two gateways is unlocked: the alert lasts as long as codes are guessed at the other', async () => {
  const { id: networkId } = await world.made(201, 'POST', '/networks', { body: { name: 'Annexe' } });
  const portal = { name: 'Annexe', slug: 'annexe', network_id: networkId, methods: ['voucher'] };
  await world.made(201, 'POST', '/captive-portals', { body: portal });
  const gateways = ['10.2.0.1', '10.3.0.1'];
  for (const host of gateways)
    await world.made(201, 'POST', '/gateways', {
      body: { name: host, network_id: networkId, vendor: 'coova', login_hosts: [host] },
    });
  for (const host of gateways)
    for (let guess = 0; guess < 60; guess += 1) await show('annexe', madeUp(guess), `WRONG${guess}`, host);

  const open = async () => (await world.made(200, 'GET', '/alerts?filter[status]=open')).total_items;
  const { _embedded } = await world.made(200, 'GET', '/portal-attempts?filter[status]=locked');
  const locked: { id: string }[] = _embedded['portal-attempts'] ?? _embedded.portal_attempts;
  expect([locked.length, await open()]).toEqual([2, 1]);
  for (const [at, { id }] of locked.entries()) {
    await world.made(200, 'POST', '/portal-attempts/unlock', { body: { id } });
    expect([at, await open()]).toEqual([at, at === 0 ? 1 : 0]);
  }
});
