import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createRelay, type Server as Relay } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { Backgrounds } from '../../../src/health/backgrounds.js';
import { workOf } from '../../../src/start/background-work.js';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { certificateFor } from '../../console/webhooks/self-signed.js';
import { eventually } from '../../kernel/manual-clock.js';
import { isInstalled } from '../../optional/is-installed.js';
import { AccessPoint } from '../../radius/access-point.js';
import { freePort, sharedSecret } from '../../radius/around.js';
import { type Served, serve } from '../../radius/served-radius.js';
import { type GatewayLink, type Make, makes, SmallGateway } from '../small-gateway.js';
import { missingFor, NetworkNamespaces } from './network-namespaces.js';

const missing = missingFor({
  nft: 'nftables',
  ip: 'iproute2',
  curl: 'curl',
  chromium: 'chromium',
  freeradius: 'freeradius',
  radclient: 'freeradius-utils',
});
const success = '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>';
/** Makes that take their login over HTTPS, by the port that is dialled. */
const securePorts: Readonly<Record<string, number>> = { cisco: 443, aruba: 443, fortinet: 1003, meraki: 443 };
/** Where names of login hosts lead to: an address that nobody has. */
const loginAddress = '192.0.2.77';
const isAddress = (host: string) => /^[\d.]+$/.test(host);

/**
 * A packet filter that lets nobody through but to the portal, a gateway of each make that opens it, a real FreeRADIUS
 * before it and a real browser behind. Written from the makers' documents: no device of theirs is in it.
 */
(isInstalled('the gateway of our own', missing) ? describe : describe.skip)('behind a gateway of our own', () => {
  let world: UsherWorld;
  let spaces: NetworkNamespaces;
  let folder: string;
  let internet: Server;
  let portal: Relay;
  let browser: Browser;
  let radius: Served;
  let ap: AccessPoint;
  let slug: string;
  let group: string;
  let certificate: { key: string; cert: string };
  const gateways: SmallGateway[] = [];
  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });

  beforeAll(async () => {
    world = await usherWorld();
    world.app.get(Backgrounds).start(workOf(world.app, 'all'));
    spaces = new NetworkNamespaces();
    // Answers go back the way they came: the gateway hides no device.
    spaces.routeBack();
    folder = mkdtempSync(join(tmpdir(), 'usher-gateway-'));
    certificate = await certificateFor('gateway');
    internet = await listening(
      createServer((_request, response) => response.end(success)),
      80,
    );
    portal = await listening(
      createRelay((socket) => {
        const through = connect(world.port, '127.0.0.1');
        socket.on('error', () => through.destroy()).pipe(through);
        through.on('error', () => socket.destroy()).pipe(socket);
      }),
      0,
    );
    ap = await AccessPoint.open();
    ap.obey = ({ sessionId = '' }) => gateways.forEach((gateway) => void gateway.end(sessionId));
    const client = { address: '127.0.0.1', short_name: 'lobby', secret: sharedSecret, coa_port: ap.port };
    const network = { name: 'Guest', clients: [{ ...client, require_message_authenticator: 0 }] };
    const { id: networkId } = await made('/networks', network);
    ({ slug } = await made('/captive-portals', { name: 'Lobby', network_id: networkId, methods: ['voucher'] }));
    ({ id: group } = await made('/user-groups', { name: 'Day guests', policy: {} }));
    const listen = { address: '127.0.0.1', auth: await freePort(), acct: await freePort() };
    radius = await serve(world, world.fresh.url, listen);
    for (const make of makes) {
      const { name, host, secrets, record } = make;
      await made('/gateways', { name, network_id: networkId, vendor: name, login_hosts: [host], secrets, ...record });
      const page = `http://${spaces.outside}:${portalPort()}/p/${slug}/${name}`;
      gateways.push(await SmallGateway.open(make, page, radius, 'Guest', link()));
    }
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    for (const gateway of gateways) gateway.close();
    await radius?.server.stop();
    if (radius) rmSync(radius.runFolder, { recursive: true, force: true });
    ap?.close();
    spaces?.remove();
    internet?.close();
    portal?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
    await world?.app.get(Backgrounds).stop();
    await world?.close();
  });

  const portalPort = () => (portal.address() as AddressInfo).port;

  function listening<T extends Server | Relay>(server: T, port: number): Promise<T> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, spaces.outside, () => resolve(server));
    });
  }

  function filter(rules: string): void {
    const program = ['netns', 'exec', spaces.gateway, 'nft', '-f', '-'];
    const { status, stderr } = spawnSync('ip', program, { input: rules, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }

  /** The packet filter is the gateway's; whose a request is, its neighbours tell. */
  function link(): GatewayLink {
    return {
      address: spaces.outside,
      certificate,
      macOf: ({ socket }) => spaces.neighbour(socket.remoteAddress ?? ''),
      letIn: (mac, seconds) =>
        filter(`add element ip portal letin { ${mac}${seconds === null ? '' : ` timeout ${seconds}s`} }`),
      putOut: (mac) => filter(`delete element ip portal letin { ${mac} }`),
    };
  }

  /** Only to the portal, and to the gateway's own login; any other page is the gateway's redirect. */
  function closeFor(make: Make): void {
    const gateway = gateways[makes.indexOf(make)];
    const { hostname, port } = new URL(`http://${make.host}`);
    const secure = securePorts[make.name];
    const login = `${isAddress(hostname) ? hostname : loginAddress} tcp dport ${secure ?? (Number(port) || 80)}`;
    const page = `ip daddr ${spaces.outside} tcp dport ${portalPort()}`;
    filter(`
      table ip portal { }
      delete table ip portal
      table ip portal {
        set letin { type ether_addr; flags timeout; }
        chain redirected {
          type nat hook prerouting priority dstnat;
          iifname != "lan0" accept
          ${page} accept
          ip daddr ${login} dnat to ${spaces.outside}:${secure === undefined ? gateway.port : gateway.securePort}
          ether saddr @letin accept
          tcp dport 80 dnat to ${spaces.outside}:${gateway.port}
        }
        chain passing {
          type filter hook forward priority filter;
          iifname != "lan0" accept
          ct status dnat accept
          ${page} accept
          ether saddr @letin accept
          reject with icmp type admin-prohibited
        }
      }`);
  }

  /** In the guest's network; it is spoken to by pipes, which lead there. */
  function startBrowser(): Promise<Browser> {
    const program = join(folder, 'chromium');
    writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${spaces.guest} chromium "$@"\n`);
    chmodSync(program, 0o755);
    const logins = makes.map(({ host }) => host.split(':')[0]).filter((host) => !isAddress(host));
    const resolved = [
      ...logins.map((host) => `MAP ${host} ${loginAddress}`),
      ...['captive.apple.com', 'example.com'].map((host) => `MAP ${host} ${spaces.outside}`),
    ];
    const resolving = `--host-resolver-rules=${resolved.join(',')}`;
    const args = ['--no-sandbox', '--disable-gpu', '--disable-features=HttpsUpgrades', resolving];
    return chromium.launch({ executablePath: program, args });
  }

  const probed = 'http://captive.apple.com/hotspot-detect.html';
  /** As a phone looks whether it is online. */
  async function isOnline(): Promise<boolean> {
    const resolving = ['--resolve', `captive.apple.com:80:${spaces.outside}`];
    const text = await spaces.in(spaces.guest, 'curl', '-s', '-m', '5', ...resolving, probed).catch(() => '');
    return text.includes('Success');
  }

  test.each(makes)('of $name: from any page by a voucher online, and out when it is revoked', async (make) => {
    closeFor(make);
    expect(await isOnline()).toBe(false);
    const [{ id, code }] = (await made('/vouchers', { table_id: group, duration: 3600 }))._embedded.vouchers;
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const blocked: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text());
    });
    await page.goto(probed);
    expect(new URL(page.url()).pathname).toBe(`/p/${slug}/${make.name}`);
    await page.locator('#voucher-code').fill(code);
    await page.locator('form:has(#voucher-code) button').click();
    await eventually('the device is online', isOnline);
    if (make.returnIn === null) await page.waitForURL(/example\.com/);
    else await page.getByText('You are online until').waitFor();
    expect(blocked).toEqual([]);
    await context.close();

    await world.made(204, 'DELETE', `/vouchers/${id}`);
    await eventually('the device is captive again', async () => !(await isOnline()));
  });
});
