import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemContext } from '../../src/kernel/context.js';
import type { HttpWorld, JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { isInstalled } from '../optional/is-installed.js';
import { missingPackages } from './around.js';
import { join } from './eapol.js';
import { joinByCertificate } from './own-certificate.js';
import { radclient, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { sessionsWritten } from './served-radius.js';
import { freeTcpPort, radsecproxyIsMissing, siteKey, SiteProxy } from './site-proxy.js';

const withRadsec = isInstalled('RADIUS over TLS', [...missingPackages(), ...radsecproxyIsMissing])
  ? describe
  : describe.skip;

const names = ['Alpenrose', 'Bellevue'] as const;
type Name = (typeof names)[number];

interface Hotel {
  readonly id: string;
  readonly token: string;
  readonly networkId: string;
  readonly clientId: string;
  readonly authority: string;
}

/** Two hotels whose access points have the same private address, each behind a radsecproxy with its certificate. */
withRadsec('RADIUS over TLS', () => {
  let rig: RadiusRig;
  let port: number;
  const hotels = new Map<Name, Hotel>();
  const proxies: SiteProxy[] = [];

  const call = async (world: HttpWorld, where: string, body: JsonBody, token: string): Promise<JsonBody> => {
    const answer = await world.call('POST', where, { body, token });
    if (answer.status >= 300) throw new Error(`${where}: ${answer.status} ${answer.text}`);
    return answer.body;
  };

  beforeAll(async () => {
    rig = await RadiusRig.open(async (world) => {
      for (const name of names) {
        const { id, token } = await world.organization(name);
        const group = await call(world, '/user-groups', { name: 'Guests', policy: { vlan: name } }, token);
        const network = await call(
          world,
          '/networks',
          { name: 'House', ssid: 'Lindenhof', clients: [{ address: '10.20.0.0/24', radsec: 1, short_name: 'site' }] },
          token,
        );
        await call(
          world,
          '/users',
          { username: 'guest.212', password: `password of ${name}`, table_id: group.id },
          token,
        );
        const authority = await world.call('GET', '/certificates/ca', { token });
        const clientId = (network.clients as { id: string }[])[0].id;
        hotels.set(name, { id, token, networkId: network.id, clientId, authority: authority.text });
      }
      return { organizations: [...hotels.values()].map(({ id }) => id) };
    });
    port = await freeTcpPort();
    await rig.server.serveRadsec(port);
  });
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await rig.close();
  });

  const hotel = (name: Name): Hotel => hotels.get(name) as Hotel;
  const issued = async (name: Name, about: JsonBody = { network_client_id: hotel(name).clientId }) => {
    const { key, csr } = siteKey();
    const body = await call(rig.world, '/certificates', { purpose: 'radsec', ...about, csr }, hotel(name).token);
    return { key, body };
  };
  const behind = async (key: string, certificate: string): Promise<SiteProxy> => {
    const proxy = await SiteProxy.start(port, { key, certificate, authority: rig.authority });
    proxies.push(proxy);
    return proxy;
  };
  const site = async (name: Name) => {
    const { key, body } = await issued(name);
    return { proxy: await behind(key, body.certificate), certificate: body };
  };
  /** As access points do, until an answer comes: the proxy connects when it likes. */
  const login = async (proxy: SiteProxy, password: string) => {
    let heard = await signIn(proxy.port, 'guest.212', password, 'NAS-IP-Address = 10.20.0.5');
    await eventually('the site is answered', async () => {
      if (heard.packet === null) heard = await signIn(proxy.port, 'guest.212', password, 'NAS-IP-Address = 10.20.0.5');
      return heard.packet !== null;
    });
    return heard;
  };
  const logOf = (name: Name) =>
    rig.world.fresh.database.query<{ outcome: string; network: string; client: string }>(
      systemContext(hotel(name).id, 'test'),
      {
        name: 'test_log_of',
        text: `select outcome, network_id as network, network_client_id as client from authentication_log
          where organization_id = $1 order by at, id`,
      },
      [hotel(name).id],
    );

  test('the certificate says whose login it is: same address, same name, own password, own policy', async () => {
    for (const name of names) {
      const { proxy } = await site(name);
      const { packet, attributes } = await login(proxy, `password of ${name}`);
      expect([packet, attributes['Tunnel-Private-Group-Id']]).toEqual(['Access-Accept', name]);
      const other = name === 'Alpenrose' ? 'Bellevue' : 'Alpenrose';
      expect((await login(proxy, `password of ${other}`)).packet).toBe('Access-Reject');
      const { networkId: network, clientId: client } = hotel(name);
      expect(await logOf(name)).toEqual([
        { outcome: 'accepted', network, client },
        { outcome: 'rejected', network, client },
      ]);
    }
  });

  test('a device that joins by EAP is shown the certificate of its own organization', async () => {
    const { proxy } = await site('Bellevue');
    await login(proxy, 'password of Bellevue');
    const lines = (name: Name) => [
      'eap=PEAP',
      'identity="guest.212"',
      'anonymous_identity="anonymous"',
      `password="password of ${name}"`,
      'phase2="auth=MSCHAPV2"',
      'ca_cert="FOLDER/ca.pem"',
    ];
    expect(await join(proxy.port, lines('Bellevue'), { 'ca.pem': hotel('Bellevue').authority })).toBe(true);
    expect(await join(proxy.port, lines('Bellevue'), { 'ca.pem': hotel('Alpenrose').authority })).toBe(false);
    expect(await join(proxy.port, lines('Alpenrose'), { 'ca.pem': hotel('Bellevue').authority })).toBe(false);
  });

  test('accounting is written where the certificate belongs', async () => {
    const { proxy } = await site('Alpenrose');
    const { attributes } = await login(proxy, 'password of Alpenrose');
    const heard = await radclient(proxy.port, 'acct', [
      'Acct-Status-Type = Start',
      'Acct-Session-Id = "by-radsec"',
      'User-Name = "guest.212"',
      'NAS-IP-Address = 10.20.0.5',
      'Calling-Station-Id = "AA-BB-CC-00-11-22"',
      `Class = ${attributes.Class}`,
    ]);
    expect(heard.packet).toBe('Accounting-Response');
    await sessionsWritten(rig.world);
    expect(
      await rig.world.fresh.database.query(
        systemContext(hotel('Alpenrose').id, 'test'),
        {
          name: 'test_session',
          text: `select username, network_client_id as client from accounting_sessions
            where organization_id = $1 and session_id = 'by-radsec'`,
        },
        [hotel('Alpenrose').id],
      ),
    ).toEqual([{ username: 'guest.212', client: hotel('Alpenrose').clientId }]);
  });

  test('a revoked certificate is answered no more, on the connection that is open and on a new one', async () => {
    const { key, body } = await issued('Bellevue');
    const proxy = await behind(key, body.certificate);
    await login(proxy, 'password of Bellevue');
    const before = (await logOf('Bellevue')).length;
    const revoked = await rig.world.call('DELETE', `/certificates/${body.id}`, { token: hotel('Bellevue').token });
    expect(revoked.status).toBe(204);
    expect((await signIn(proxy.port, 'guest.212', 'password of Bellevue')).packet).toBeNull();
    const later = await behind(key, body.certificate);
    expect((await signIn(later.port, 'guest.212', 'password of Bellevue')).packet).toBeNull();
    expect(await logOf('Bellevue')).toHaveLength(before);
  });

  test("a device's certificate is no access point's, and none of another authority is taken", async () => {
    const { key, csr } = siteKey();
    const device = await call(rig.world, '/certificates', { common_name: 'site', csr }, hotel('Alpenrose').token);
    const byDevice = await behind(key, device.certificate);
    const stranger = siteKey();
    const byStranger = await behind(stranger.key, stranger.own);
    for (const proxy of [byDevice, byStranger])
      expect((await signIn(proxy.port, 'guest.212', 'password of Alpenrose')).packet).toBeNull();
  });

  test("an access point's certificate lets no device in by EAP-TLS", async () => {
    const { proxy } = await site('Alpenrose');
    await login(proxy, 'password of Alpenrose');
    const { key, body } = await issued('Alpenrose');
    const own = { certificate: body.certificate as string, key };
    expect(await joinByCertificate(proxy.port, hotel('Alpenrose').authority, own)).toBe(false);
  });

  test('of two networks of a site the SSID says which it is', async () => {
    const { token, networkId } = hotel('Alpenrose');
    const staff = await call(
      rig.world,
      '/networks',
      { name: 'Staff', ssid: 'Staff', clients: [{ address: '10.20.0.0/24', radsec: 1, short_name: 'Site' }] },
      token,
    );
    const { proxy } = await site('Alpenrose');
    await login(proxy, 'password of Alpenrose');
    const { packet } = await signIn(
      proxy.port,
      'guest.212',
      'password of Alpenrose',
      'Called-Station-Id = "00-11-22-33-44-55:Staff"',
    );
    expect(packet).toBe('Access-Accept');
    expect((await logOf('Alpenrose')).slice(-2).map(({ network }) => network)).toEqual([networkId, staff.id]);
  });

  test('an access point that is removed takes its certificates with it', async () => {
    const { token, networkId, clientId } = hotel('Bellevue');
    const { key, body } = await issued('Bellevue');
    const removed = await rig.world.call('PATCH', `/networks/${networkId}`, { body: { clients: [] }, token });
    expect(removed.status).toBe(200);
    const { body: certificate } = await rig.world.call('GET', `/certificates/${body.id as string}`, { token });
    expect(certificate).toMatchObject({ status: 'revoked', network_client_id: clientId });
    const proxy = await behind(key, body.certificate);
    expect((await signIn(proxy.port, 'guest.212', 'password of Bellevue')).packet).toBeNull();
  });

  test.each([
    ['purpose radsec alone', {}, '#/network_client_id', 'name the client of a network'],
    [
      'a client that no network has',
      { network_client_id: '00000000-0000-7000-8000-00000000dead' },
      '#/network_client_id',
      'no network has a client 00000000-0000-7000-8000-00000000dead',
    ],
  ])('%s is refused, with the field', async (_what, about, pointer, words) => {
    const { status, body } = await rig.world.call('POST', '/certificates', {
      body: { purpose: 'radsec', ...about },
      token: hotel('Alpenrose').token,
    });
    expect(status).toBe(422);
    expect((body.errors as { pointer: string; detail: string }[])[0]).toMatchObject({
      pointer,
      detail: expect.stringContaining(words) as unknown,
    });
  });

  test('an access point with an address of its own is refused a certificate, and told what to set', async () => {
    const { token } = hotel('Alpenrose');
    const network = await call(
      rig.world,
      '/networks',
      { name: 'Annex', clients: [{ address: '192.0.2.9', short_name: 'annex' }] },
      token,
    );
    const [{ id }] = network.clients as { id: string }[];
    const { status, text } = await rig.world.call('POST', '/certificates', {
      body: { purpose: 'radsec', network_client_id: id },
      token,
    });
    expect([status, text]).toEqual([
      422,
      expect.stringContaining('annex is known by its address: set its radsec to 1'),
    ]);
  });

  test('who is issued one is told whose certificate the server shows', async () => {
    const { body } = await issued('Alpenrose');
    expect(body.radsec_authority).toBe(rig.authority);
  });

  test('it is served while it is wanted', async () => {
    const { proxy } = await site('Alpenrose');
    await login(proxy, 'password of Alpenrose');
    await rig.server.serveRadsec(undefined);
    expect((await signIn(proxy.port, 'guest.212', 'password of Alpenrose')).packet).toBeNull();
    await rig.server.serveRadsec(port);
    expect((await login(proxy, 'password of Alpenrose')).packet).toBe('Access-Accept');
  });
});
