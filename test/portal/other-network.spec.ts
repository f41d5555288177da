import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HeardChanges } from '../../src/database/heard-changes.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { freePort, sharedSecret } from '../radius/around.js';
import { type Served, serve, withFreeRadius } from '../radius/served-radius.js';
import { browse, formsIn } from './plain-browser.js';
import { type Make, makes, SmallGateway } from './small-gateway.js';

// Its redirect names the SSID: Guest.
const cambium = makes.find(({ name }) => name === 'cambium') as Make;
const words = 'is not for the Wi-Fi that your device has joined';

withFreeRadius('a guest in a Wi-Fi that her network does not offer', () => {
  let world: UsherWorld;
  let radius: Served;
  let gateway: SmallGateway;
  let gatewayId: string;
  let networkId: string;
  let code: string;
  let devices = 0;

  beforeAll(async () => {
    world = await usherWorld();
    world.app.get(HeardChanges).start();
    const clients = [client];
    ({ id: networkId } = await made('/networks', { name: 'Lindenhof', ssid: 'Lindenhof', clients }));
    const { slug } = await made('/captive-portals', { name: 'Lobby', network_id: networkId, methods: ['voucher'] });
    const { name, host } = cambium;
    const record = { name, network_id: networkId, vendor: name, login_hosts: [host] };
    ({ id: gatewayId } = await made('/gateways', record));
    const { id: group } = await made('/user-groups', { name: 'Day guests', policy: {} });
    [{ code }] = (await made('/vouchers', { table_id: group, duration: 3600 }))._embedded.vouchers;
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
    gateway = await SmallGateway.open(cambium, `http://127.0.0.1:${world.port}/p/${slug}/${name}`, radius);
  });
  afterAll(async () => {
    gateway?.close();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    await world?.app.get(HeardChanges).stop();
    await world?.close();
  });

  const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, require_message_authenticator: 0 };
  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
  const patch = (path: string, body: object) => world.made(200, 'PATCH', path, { body });
  const problem = async () => (await world.made(200, 'GET', `/gateways/${gatewayId}/last-arrival`)).problem;
  const registered = async () => (await world.made(200, 'GET', '/registrations'))._embedded.registrations.length;

  async function firstPage() {
    const mac = `aa:bb:cc:30:00:${String((devices += 1)).padStart(2, '0')}`;
    const { location } = await browse(gateway.port, { url: 'http://example.com/', mac });
    const { text } = await browse(world.port, { url: location, mac });
    return { mac, text, location };
  }
  /** Who says no to her; RADIUS may while the page has not heard of a change. */
  async function saysNo(): Promise<'page' | 'RADIUS' | 'nobody'> {
    const { mac, text, location } = await firstPage();
    const [form] = formsIn(text);
    const url = new URL(form.action, location).href;
    const sent = await browse(world.port, { url, mac, fields: { ...form.fields, code } });
    if (sent.status === 422) {
      expect(sent.text).toContain(words);
      return 'page';
    }
    const [login] = formsIn(sent.text);
    await browse(gateway.port, { url: login.action, mac, fields: login.fields });
    return gateway.isOpen(mac) ? 'nobody' : 'RADIUS';
  }

  const isIn = async () => (await saysNo()) === 'nobody';
  const isToldSo = async () => (await saysNo()) === 'page';

  test('is told so by the page, before anything is written, and by its first sight', async () => {
    const { text } = await firstPage();
    expect(text).toContain(words);
    expect(await problem()).toBe('other_network');
    expect([await saysNo(), await registered()]).toEqual(['page', 0]);
    // Not what she showed was wrong: nothing is counted against her.
    expect((await world.made(200, 'GET', '/portal-attempts')).total_items).toBe(0);
  });

  test('comes in once the network has that name, any name, or shares its access point with one that has', async () => {
    await patch(`/networks/${networkId}`, { ssid: 'Guest' });
    await eventually('she comes in', isIn);
    await patch(`/networks/${networkId}`, { ssid: 'Lindenhof' });
    await eventually('the page knows', isToldSo);
    await patch(`/networks/${networkId}`, { ssid: null });
    await eventually('she comes in', isIn);
    await patch(`/networks/${networkId}`, { ssid: 'Lindenhof' });
    await eventually('the page knows', isToldSo);
    await made('/networks', { name: 'Guests', ssid: 'Guest', clients: [client] });
    await eventually('she comes in', isIn);
  });
});
