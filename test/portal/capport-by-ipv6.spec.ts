import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort, sharedSecret } from '../radius/around.js';
import { type Served, serve, withFreeRadius } from '../radius/served-radius.js';
import { arrivalOf, registeringWorld, type RegisteringWorld, stateIn } from './registering-world.js';

const password = 'a good password';

withFreeRadius('what a device is told that asks over IPv6 (RFC 8908)', () => {
  let around: RegisteringWorld;
  let radius: Served;
  let slug: string;
  let guests = 0;

  beforeAll(async () => {
    around = await registeringWorld({ trustedProxies: ['127.0.0.1'] });
    const { world } = around;
    const client = {
      address: '127.0.0.1',
      short_name: 'lobby',
      secret: sharedSecret,
      require_message_authenticator: 0,
    };
    const network = { name: 'Guest', clients: [client] };
    const { id: networkId } = await world.made(201, 'POST', '/networks', { body: network });
    const portal = { name: 'Lobby', network_id: networkId, methods: ['username_password'] };
    slug = String((await world.made(201, 'POST', '/captive-portals', { body: portal })).slug);
    const gateway = { name: 'Gateway', network_id: networkId, vendor: 'coova', login_hosts: ['10.1.0.1'] };
    await world.made(201, 'POST', '/gateways', { body: gateway });
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
  });
  afterAll(async () => {
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    await around?.close();
  });

  /** Somebody who came in by the page. */
  async function guest(): Promise<{ username: string; mac: string }> {
    const [username, mac] = [`guest${(guests += 1)}`, around.newMac()];
    await around.world.made(201, 'POST', '/users', { body: { username, password } });
    const { text } = await around.page(`/p/${slug}?${arrivalOf(mac)}`);
    const typed = { state: stateIn(text), by: 'username_password', username, password };
    expect((await around.post(`/p/${slug}`, typed)).status).toBe(303);
    return { username, mac };
  }

  /** What the gateway tells of her session. */
  async function tells({ username, mac }: { username: string; mac: string }, status: string, ...more: string[]) {
    const session = [`User-Name = "${username}"`, `Acct-Session-Id = "session of ${username}"`, 'NAS-Port = 1'];
    const place = [`Calling-Station-Id = "${mac}"`, 'Called-Station-Id = "AA-BB-CC-00-00-01:Guest"'];
    const { packet } = await radius.account([`Acct-Status-Type = ${status}`, ...session, ...place, ...more]);
    expect(packet).toBe('Accounting-Response');
  }

  async function asks(address: string): Promise<boolean | 'no answer'> {
    const headers = { 'x-forwarded-for': address };
    const answer = await around.world.ask('GET', `/capport/${slug}`, { token: null, headers });
    if (answer.status === 404) return 'no answer';
    expect(answer.headers['content-type']).toBe('application/captive+json');
    return (JSON.parse(answer.text) as { captive: boolean }).captive;
  }

  test('where no gateway tells of IPv6, nobody says of a device that is in that it is captive', async () => {
    const anna = await guest();
    await tells(anna, 'Start', 'Framed-IP-Address = 10.9.0.7');
    expect(await asks('10.9.0.7')).toBe(false);
    expect(await asks('2001:db8:7::1:2')).toBe('no answer');
    expect(await asks('fd00:7::1:2')).toBe('no answer');
    // By IPv4 each device has an address of its own, and one that no gateway tells of is not in.
    expect(await asks('10.9.0.99')).toBe(true);
    await tells(anna, 'Stop', 'Framed-IP-Address = 10.9.0.7');
  });

  test('each address that the gateway tells of is known, privacy addresses and a new one too', async () => {
    const anna = await guest();
    const addresses = ['Framed-IPv6-Address = 2001:db8::a1', 'Framed-IPv6-Address += 2001:db8::a2'];
    await tells(anna, 'Start', 'Framed-IP-Address = 10.9.0.8', ...addresses);
    for (const address of ['10.9.0.8', '2001:db8::a1', '2001:db8::a2', '2001:DB8:0:0::A2'])
      expect([address, await asks(address)]).toEqual([address, false]);
    // One that no gateway tells of is nobody's who is in.
    expect(await asks('2001:db8::a3')).toBe(true);
    await tells(anna, 'Interim-Update', 'Framed-IP-Address = 10.9.0.8', 'Framed-IPv6-Address = 2001:db8::a3');
    expect([await asks('2001:db8::a3'), await asks('2001:db8::a1')]).toEqual([false, true]);
    const { _embedded: shown } = await around.world.made(200, 'GET', '/online');
    expect(JSON.stringify(shown)).toContain('"ip_address":"10.9.0.8"');
    await tells(anna, 'Stop', 'Framed-IP-Address = 10.9.0.8', 'Framed-IPv6-Address = 2001:db8::a3');
    expect(await asks('10.9.0.8')).toBe(true);
  });

  test.each([
    ['a prefix of her own', 'Framed-IPv6-Prefix = 2001:db8:1:5::/64', '2001:db8:1:5:aaaa::1', '2001:db8:1:6::1'],
    ['a delegated prefix', 'Delegated-IPv6-Prefix = 2001:db8:2:500::/56', '2001:db8:2:5ff::1', '2001:db8:2:600::1'],
  ])('by %s', async (_, told, inside, outside) => {
    const anna = await guest();
    await tells(anna, 'Start', 'Framed-IP-Address = 10.9.0.9', told);
    expect([await asks(inside), await asks(outside)]).toEqual([false, true]);
    await tells(anna, 'Stop');
  });

  test('a prefix that devices share tells nothing about one of them, but an address in it does', async () => {
    const [anna, berta] = [await guest(), await guest()];
    const prefix = 'Framed-IPv6-Prefix = 2001:db8:3::/64';
    await tells(anna, 'Start', 'Framed-IP-Address = 10.9.0.10', prefix);
    await tells(berta, 'Start', 'Framed-IP-Address = 10.9.0.11', prefix, 'Framed-IPv6-Address = 2001:db8:3::b');
    expect([await asks('2001:db8:3::a'), await asks('2001:db8:3::b')]).toEqual(['no answer', false]);
    await tells(anna, 'Stop');
    await tells(berta, 'Stop');
  });
});
