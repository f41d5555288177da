import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Backgrounds } from '../../src/health/backgrounds.js';
import { workOf } from '../../src/start/background-work.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from '../radius/access-point.js';
import { freePort, sharedSecret } from '../radius/around.js';
import { type Served, serve, withFreeRadius } from '../radius/served-radius.js';
import { browse, formsIn } from './plain-browser.js';
import { linkIn, registeringWorld, type RegisteringWorld } from './registering-world.js';
import { makes, SmallGateway } from './small-gateway.js';

const base = 'https://wifi.example.com';
const coova = makes[0];

withFreeRadius('a guest who registers, through the gateway and RADIUS', () => {
  let around: RegisteringWorld;
  let radius: Served;
  let ap: AccessPoint;
  let gateway: SmallGateway;
  let slug: string;

  beforeAll(async () => {
    around = await registeringWorld();
    const { world } = around;
    world.app.get(Backgrounds).start(workOf(world.app, 'all'));
    ap = await AccessPoint.open();
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, coa_port: ap.port };
    const made = (path: string, body: object) => world.made(201, 'POST', path, { body });
    const clients = [{ ...client, require_message_authenticator: 0 }];
    const { id: networkId } = await made('/networks', { name: 'Guest', clients });
    const approval = { domains: ['example.com'], minutes: 15 };
    const methods = ['self_registration', 'approval'];
    const portal = { name: 'Lobby', network_id: networkId, methods, approval, duration: 7200 };
    slug = String((await made('/captive-portals', portal)).slug);
    const { name, host, secrets } = coova;
    await made('/gateways', { name, network_id: networkId, vendor: name, login_hosts: [host], secrets });
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
    gateway = await SmallGateway.open(coova, `${base}/p/${slug}/coova`, radius);
  });
  afterAll(async () => {
    gateway?.close();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    ap?.close();
    await around?.world.app.get(Backgrounds).stop();
    await around?.close();
  });

  /** From any page of the web by the form to the gateway's login, and in. */
  async function comesIn(mac: string, by: string, typed: Record<string, string>, at = gateway): Promise<string> {
    const captive = await browse(at.port, { url: 'http://example.com/', mac });
    const first = await browse(around.world.port, { url: captive.location, mac });
    const form = formsIn(first.text).find(({ fields }) => fields.by === by);
    const url = new URL(form?.action ?? '', captive.location).href;
    const sent = await browse(around.world.port, { url, mac, fields: { ...form?.fields, ...typed } });
    expect([by, sent.status]).toEqual([by, 303]);
    const login = await browse(at.port, { url: sent.location, mac });
    expect([by, login.status]).toEqual([by, 302]);
    return login.location;
  }
  const mailTo = (address: string) => around.mails.mails.findLast(({ to }) => to[0] === address);
  const isAskedToEnd = (session: string) =>
    ap.asked.some(({ sessionId, isGenuine, to }) => sessionId === session && isGenuine && to === 'disconnect');

  test('is online at once, confirms the address, and comes in again by one button', async () => {
    const mac = 'aa:bb:cc:44:00:01';
    const status = await comesIn(mac, 'self_registration', { email: 'anna@example.com' });
    expect((await browse(gateway.port, { url: 'http://example.com/', mac })).text).toBe('the web');
    expect((await browse(around.world.port, { url: status, mac })).text).toContain('You are online until');
    await eventually('the mail is there', () => mailTo('anna@example.com') !== undefined);
    expect((await around.post(linkIn(mailTo('anna@example.com')?.body ?? ''), {})).status).toBe(200);
    expect(isAskedToEnd(gateway.sessionOf(mac) ?? '')).toBe(false);
    // One that knows nothing of the device, as when the ten minutes are over that it was told.
    const later = await SmallGateway.open(coova, `${base}/p/${slug}/coova`, radius);
    await comesIn(mac, 'remembered', {}, later);
    expect((await browse(later.port, { url: 'http://example.com/', mac })).text).toBe('the web');
    later.close();
  });

  test('is put out when the host refuses', async () => {
    const mac = 'aa:bb:cc:44:00:02';
    await comesIn(mac, 'approval', { first_name: 'Eva', last_name: 'Berg', host: 'host@example.com' });
    const session = gateway.sessionOf(mac) ?? '';
    await eventually('the mail is there', () => mailTo('host@example.com') !== undefined);
    await around.post(linkIn(mailTo('host@example.com')?.body ?? ''), { answer: 'refuse' });
    await eventually('the gateway is asked to end the session', () => isAskedToEnd(session));
  });
});
