import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AlarmsModule } from '../../../src/console/alarms/alarms.module.js';
import { CaptivePortalsModule } from '../../../src/console/captive-portals/captive-portals.module.js';
import { NetworksModule } from '../../../src/console/networks/networks.module.js';
import { systemContext } from '../../../src/kernel/context.js';
import type { GatewayArrival } from '../../../src/portal/gateways/contract/gateway.js';
import { PortalGatewaysModule } from '../../../src/portal/gateways/gateways.module.js';
import { Gateways } from '../../../src/portal/gateways/gateways.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';
import { isInstalled } from '../../optional/is-installed.js';
import { missingFor, NetworkNamespaces } from './network-namespaces.js';

const missing = missingFor({
  opennds: 'opennds',
  'iptables-legacy': 'iptables',
  ip: 'iproute2',
  nsenter: 'util-linux',
  chromium: 'chromium',
});
const faskey = 'a shared key of the house';
const success = '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>';

/** The gateway as Debian packages it, and a browser behind it; the portal's page is a stand-in that lets in at once. */
(isInstalled('openNDS', missing) ? describe : describe.skip)('Debian’s openNDS', () => {
  let world: HttpWorld;
  let spaces: NetworkNamespaces;
  let folder: string;
  let internet: Server;
  let portal: Server;
  const arrivals: GatewayArrival[] = [];
  let logged = '';

  beforeAll(async () => {
    world = await httpWorld({ modules: [AlarmsModule, CaptivePortalsModule, NetworksModule, PortalGatewaysModule] });
    spaces = new NetworkNamespaces();
    folder = mkdtempSync(join(tmpdir(), 'usher-opennds-'));
    internet = await listening((_request, response) => response.end(success), spaces.outside, 80);
    const records = await made();
    portal = await listening(page(records), spaces.outside, 0);
    startGateway();
    await until(async () => (await probe()).startsWith('307'));
  });

  afterAll(async () => {
    spaces?.remove();
    internet?.close();
    portal?.close();
    rmSync(folder, { recursive: true, force: true });
    await world?.close();
  });

  async function made(): Promise<{ id: string; networkId: string }> {
    const { id: networkId } = (await world.call('POST', '/networks', { body: { name: 'Lobby' } })).body;
    const { id } = (await world.call('POST', '/captive-portals', { body: { name: 'x', network_id: networkId } })).body;
    const gateway = { name: 'nds', network_id: networkId, vendor: 'opennds', login_hosts: [spaces.inside] };
    const answer = await world.call('POST', '/gateways', { body: { ...gateway, secrets: { faskey } } });
    expect(answer.status).toBe(201);
    return { id, networkId };
  }

  function page(records: { id: string; networkId: string }): RequestListener {
    const gateways = world.app.get(Gateways, { strict: false });
    const context = systemContext(world.organizationId, 'portal');
    return (request, response) => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      if (url.pathname === '/welcome') return response.end('Welcome, you are online');
      if (url.pathname !== '/p/lindenhof') return response.writeHead(404).end();
      const letIn = async (): Promise<void> => {
        const arrival = await gateways.arrive(context, records, null, url.searchParams);
        arrivals.push(arrival);
        const step = await gateways.admit(context, arrival, {
          registrationId: 'r',
          username: 'stay-204',
          ticket: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
          mac: arrival.clientMac,
          endsAt: null,
          returnUrl: `${url.origin}/welcome`,
        });
        const location = step.kind === 'get' ? step.url : '/refused';
        response.writeHead(303, { location }).end();
      };
      void letIn();
    };
  }

  function startGateway(): void {
    const temporary = join(folder, 'tmp');
    mkdirSync(join(temporary, 'bin'), { recursive: true });
    // 9.10 does not get along with iptables on nft.
    for (const name of ['iptables', 'ip6tables']) symlinkSync(`/usr/sbin/${name}-legacy`, join(temporary, 'bin', name));
    writeFileSync(join(temporary, 'dhcp.leases'), `4102444800 ${spaces.guestMac()} ${spaces.guestAddress} phone *\n`);
    writeFileSync(
      join(temporary, 'opennds.conf'),
      [
        'GatewayInterface lan0',
        'GatewayName Lobby',
        'gatewayfqdn disable',
        `fasport ${(portal.address() as AddressInfo).port}`,
        `fasremoteip ${spaces.outside}`,
        'faspath /p/lindenhof',
        'fas_secure_enabled 1',
        `faskey ${faskey}`,
        'FirewallRuleSet authenticated-users {\n FirewallRule allow all\n}',
        '',
      ].join('\n'),
    );
    const nat = 'iptables-legacy -t nat -A POSTROUTING -o wan -j MASQUERADE';
    // Its files are in /tmp, whoever else has some there.
    const inOwnTmp = `mount --make-rprivate / && mount --bind ${temporary} /tmp && ${nat} &&
      PATH=/tmp/bin:$PATH exec opennds -f -d 1 -c /tmp/opennds.conf`;
    const child = spaces.start(spaces.gateway, 'unshare', '-m', 'sh', '-c', inOwnTmp);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (logged = (logged + chunk.toString()).slice(-4000)));
  }

  /** As a phone asks: status, and where it is sent. */
  const probe = () =>
    spaces.in(
      spaces.guest,
      'curl',
      '-s',
      '-m',
      '5',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code} %{redirect_url}',
      '--resolve',
      `captive.apple.com:80:${spaces.outside}`,
      'http://captive.apple.com/hotspot-detect.html',
    );

  const browse = () =>
    spaces.in(
      spaces.guest,
      'chromium',
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-features=HttpsUpgrades',
      '--dump-dom',
      `--user-data-dir=${join(folder, 'chromium')}`,
      `--host-resolver-rules=MAP captive.apple.com ${spaces.outside}`,
      'http://captive.apple.com/hotspot-detect.html',
    );

  async function ndsctl(...words: string[]): Promise<string> {
    const pids = await spaces.in(spaces.gateway, 'ip', 'netns', 'pids', spaces.gateway);
    // Its own mounts, not those of a child that it starts for a moment.
    const pid = pids
      .trim()
      .split('\n')
      .find((each) => nameOf(each) === 'opennds');
    if (pid === undefined) throw new Error(`openNDS does not run: ${logged}`);
    return spaces.in(spaces.gateway, 'nsenter', '-t', pid, '-m', 'ndsctl', ...words);
  }

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 120_000;
    while (!(await isSo().catch(() => false)))
      if (Date.now() > end) throw new Error(`openNDS does not answer as expected: ${logged}`);
  }

  test('a browser comes to the portal, is let in, and is captive again when the gateway says so', async () => {
    expect(await browse()).toContain('Welcome, you are online');
    expect(arrivals.at(-1)).toMatchObject({
      vendor: 'opennds',
      clientMac: spaces.guestMac(),
      clientAddress: spaces.guestAddress,
      proof: 'gateway',
    });
    expect(arrivals.at(-1)?.wantedUrl).toContain('captive.apple.com/hotspot-detect.html');
    expect(await probe()).toBe('200 ');
    expect(await browse()).toContain('Success');
    // Its control socket may come later than its redirects.
    await until(async () => (await ndsctl('json')).includes('Authenticated'));
    await until(async () => (await ndsctl('deauth', spaces.guestAddress)) !== '');
    await until(async () => (await probe()).startsWith('307'));
  });

  test('a token made with another shared key lets nobody in', async () => {
    const show = async (key: string) => {
      const [, location] = (await probe()).split(' ');
      const fas = new URL(location).searchParams.get('fas') ?? '';
      const hid = /hid=([0-9a-f]+)/.exec(Buffer.from(fas, 'base64').toString())?.[1] ?? '';
      const token = createHash('sha256').update(`${hid}${key}`).digest('hex');
      const url = `http://${spaces.inside}:2050/opennds_auth/?tok=${token}&redir=http://example.com`;
      await spaces.in(spaces.guest, 'curl', '-s', '-m', '5', '-o', '/dev/null', url);
    };
    await show('a shared key of another house');
    expect(await probe()).toMatch(/^307 /);
    // The same with the right one: it was the key that was refused.
    await show(faskey);
    await until(async () => (await probe()) === '200 ');
  });
});

/** Of a process; empty where it is over by now. */
function nameOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return '';
  }
}

function listening(serve: RequestListener, host: string, port: number): Promise<Server> {
  const server = createServer(serve);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
