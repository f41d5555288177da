import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { freePort, sharedSecret } from '../radius/around.js';
import { type Served, serve, withFreeRadius } from '../radius/served-radius.js';
import { browse, formsIn, unescaped } from './plain-browser.js';
import { makes, SmallGateway } from './small-gateway.js';

const coova = makes[0];

withFreeRadius('a guest whom RADIUS refuses', () => {
  let world: UsherWorld;
  let radius: Served;
  let gateway: SmallGateway;
  let count = 0;

  beforeAll(async () => {
    world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
    const client = {
      address: '127.0.0.1',
      short_name: 'lobby',
      secret: sharedSecret,
      require_message_authenticator: 0,
    };
    const { id: networkId } = await made('/networks', { name: 'Guest', clients: [client] });
    const { slug } = await made('/captive-portals', { name: 'Lobby', network_id: networkId, methods: ['voucher'] });
    const { name, host, secrets } = coova;
    await made('/gateways', { name, network_id: networkId, vendor: name, login_hosts: [host], secrets });
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
    gateway = await SmallGateway.open(coova, `http://127.0.0.1:${world.port}/p/${slug}/coova`, radius);
  });
  afterAll(async () => {
    gateway?.close();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    await world?.close();
  });

  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
  const newMac = () => `aa:bb:cc:51:00:${(count += 1).toString().padStart(2, '0')}`;

  async function voucher(): Promise<string> {
    const { id } = await made('/user-groups', { name: `Vouchers ${(count += 1)}`, policy: {} });
    const { _embedded } = await made('/vouchers', { table_id: id, count: 1, duration: 3600, max_devices: 1 });
    return String(_embedded.vouchers[0].code);
  }
  /** From any page of the web to the gateway's login, which is not opened yet. */
  async function shows(code: string, mac: string): Promise<string> {
    const captive = await browse(gateway.port, { url: 'http://example.com/', mac });
    const [form] = formsIn((await browse(world.port, { url: captive.location, mac })).text);
    const action = new URL(form.action, captive.location).href;
    const sent = await browse(world.port, { url: action, mac, fields: { ...form.fields, code } });
    expect(sent.status).toBe(303);
    return sent.location;
  }
  /** Where the login leads, and what is wrong there. */
  async function opens(login: string, mac: string): Promise<string[]> {
    const { location } = await browse(gateway.port, { url: login, mac });
    const { text } = await browse(world.port, { url: location, mac });
    return [...text.matchAll(/<li>(?:<a [^>]*>)?([^<]+)</g)].map(([, problem]) => unescaped(problem)).slice(0, 1);
  }

  test('for the number of her devices reads so, and not that she should try again', async () => {
    const code = await voucher();
    const [phone, laptop] = [newMac(), newMac()];
    await opens(await shows(code, phone), phone);
    expect(gateway.isOpen(phone)).toBe(true);
    const problems = await opens(await shows(code, laptop), laptop);
    expect([gateway.isOpen(laptop), problems]).toEqual([
      false,
      ['Too many devices use this access. Sign out on another one first.'],
    ]);
  });

  test('for a page that was open too long reads so', async () => {
    const mac = newMac();
    const login = await shows(await voucher(), mac);
    await world.sql(`update portal_tickets set ends_at = now() - interval '1 second'`);
    expect(await opens(login, mac)).toEqual(['This page was open for too long. Please try again.']);
  });

  test('for anything else reads that the Wi-Fi did not accept it', async () => {
    const [mac, other] = [newMac(), newMac()];
    const login = await shows(await voucher(), mac);
    // The ticket of another device.
    expect(await opens(login, other)).toEqual(['The Wi-Fi did not accept the sign-in. Please try again.']);
  });
});
