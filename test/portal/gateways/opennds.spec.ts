import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createRelay, connect, type Server as Relay } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { isInstalled } from '../../optional/is-installed.js';
import { formsIn } from '../plain-browser.js';
import { missingFor, NetworkNamespaces } from './network-namespaces.js';
import { machineMilliseconds } from '../../kernel/machine-time.js';

const missing = missingFor({
  opennds: 'opennds',
  'iptables-legacy': 'iptables',
  ip: 'iproute2',
  nsenter: 'util-linux',
  curl: 'curl',
});
/** What a guest does by plain HTTP, a browser does once more. */
const hasBrowser =
  missing.length === 0 && isInstalled('A browser behind openNDS', missingFor({ chromium: 'chromium' }));
/** Its own tables and lock. */
const itsIptables = [`PATH=/tmp/bin:${process.env.PATH}`, 'XTABLES_LOCKFILE=/tmp/xtables.lock'];
/** Refuses, as iptables does while somebody else uses it, whoever does not wait. */
const iptables = `#!/bin/sh
case " $* " in *' --wait '*) ;; *) [ -e /tmp/in-use ] && exit 4 ;; esac
exec /usr/sbin/iptables-legacy "$@"
`;
const faskey = 'a shared key of the house';
const success = '<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>';

/** The gateway as Debian packages it, a guest's device behind it, and the portal's own pages before it. */
(isInstalled('openNDS', missing) ? describe : describe.skip)('Debian’s openNDS', () => {
  let world: UsherWorld;
  let spaces: NetworkNamespaces;
  let folder: string;
  let internet: Server;
  let portal: Relay;
  let browser: Browser | undefined;
  let slug: string;
  let gatewayId: string;
  let groupId: string;
  let asking: ReturnType<NetworkNamespaces['start']> | undefined;
  let logged = '';
  /** From openNDS being told to put a guest out until she is captive, on this machine. */
  let ownMilliseconds: number;

  beforeAll(async () => {
    world = await usherWorld();
    spaces = new NetworkNamespaces();
    folder = mkdtempSync(join(tmpdir(), 'usher-opennds-'));
    internet = await listening(
      createServer((_request, response) => response.end(success)),
      spaces.outside,
      80,
    );
    // The service listens on the loopback of this process.
    portal = await listening(
      createRelay((socket) => {
        const through = connect(world.port, '127.0.0.1');
        socket.on('error', () => through.destroy()).pipe(through);
        through.on('error', () => socket.destroy()).pipe(socket);
      }),
      spaces.outside,
      0,
    );
    await records();
    startGateway();
    if (hasBrowser) browser = await startBrowser();
    await until(async () => (await probe()).startsWith('307'));
  });

  afterAll(async () => {
    await browser?.close();
    spaces?.remove();
    internet?.close();
    portal?.close();
    rmSync(folder, { recursive: true, force: true });
    await world?.close();
  });

  const made = (path: string, body: object) => world.made(201, 'POST', path, { body });

  async function records(): Promise<void> {
    const { id: networkId } = await made('/networks', { name: 'Lobby' });
    ({ slug } = await made('/captive-portals', { name: 'Lobby', network_id: networkId, methods: ['voucher'] }));
    const record = { name: 'nds', network_id: networkId, vendor: 'opennds', login_hosts: [spaces.inside] };
    ({ id: groupId } = await made('/user-groups', { name: 'Day guests', policy: {} }));
    ({ id: gatewayId } = await made('/gateways', { ...record, secrets: { faskey } }));
  }

  async function voucher(): Promise<{ id: string; code: string }> {
    return (await made('/vouchers', { table_id: groupId, duration: 3600 }))._embedded.vouchers[0];
  }

  /** In the guest's network; it is spoken to by pipes, which lead there. */
  function startBrowser(): Promise<Browser> {
    const program = join(folder, 'chromium');
    writeFileSync(program, `#!/bin/sh\nexec ip netns exec ${spaces.guest} chromium "$@"\n`);
    chmodSync(program, 0o755);
    const resolving = `--host-resolver-rules=MAP captive.apple.com ${spaces.outside}`;
    return chromium.launch({
      executablePath: program,
      args: ['--no-sandbox', '--disable-gpu', '--disable-features=HttpsUpgrades', resolving],
    });
  }

  /** As a phone does when it has joined. */
  async function arrive(): Promise<Page> {
    const page = await (browser as Browser).newPage();
    await page.goto('http://captive.apple.com/hotspot-detect.html');
    return page;
  }

  /** Shows a voucher at the page to which the gateway leads, and follows to where that ends. */
  const shows = {
    'plain HTTP': async (code: string): Promise<void> => {
      const [, location] = (await probe()).split(' ');
      const form = formsIn(await opened(location)).find(({ fields }) => fields.by === 'voucher');
      const sent = await opened(new URL(form?.action ?? '', location).href, { ...form?.fields, code });
      expect(sent).toContain('You are online until');
    },
    Chromium: async (code: string): Promise<void> => {
      const page = await arrive();
      expect(new URL(page.url()).pathname).toBe(`/p/${slug}`);
      await page.locator('#voucher-code').fill(code);
      await page.locator('form:has(#voucher-code) button').click();
      await page.getByText('You are online until').waitFor();
      expect(await (await arrive()).content()).toContain('Success');
    },
  };

  function opened(url: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
    const typed = Object.entries(fields).flatMap(([name, value]) => ['--data-urlencode', `${name}=${value}`]);
    return spaces.in(spaces.guest, 'curl', '-s', '-L', '-m', '20', ...typed, url);
  }

  function startGateway(): void {
    const temporary = join(folder, 'tmp');
    mkdirSync(join(temporary, 'bin'), { recursive: true });
    // 9.10 does not get along with iptables on nft.
    symlinkSync('/usr/sbin/ip6tables-legacy', join(temporary, 'bin', 'ip6tables'));
    writeFileSync(join(temporary, 'bin', 'iptables'), iptables, { mode: 0o755 });
    writeFileSync(join(temporary, 'dhcp.leases'), `4102444800 ${spaces.guestMac()} ${spaces.guestAddress} phone *\n`);
    writeFileSync(
      join(temporary, 'opennds.conf'),
      [
        'GatewayInterface lan0',
        'GatewayName Lobby',
        'gatewayfqdn disable',
        `fasport ${(portal.address() as AddressInfo).port}`,
        `fasremoteip ${spaces.outside}`,
        `faspath /p/${slug}`,
        'fas_secure_enabled 1',
        `faskey ${faskey}`,
        'FirewallRuleSet authenticated-users {\n FirewallRule allow all\n}',
        '',
      ].join('\n'),
    );
    const nat = 'iptables-legacy -t nat -A POSTROUTING -o wan -j MASQUERADE';
    // Its files are in /tmp, whoever else has some there.
    const inOwnTmp = `mount --make-rprivate / && mount --bind ${temporary} /tmp && ${nat} &&
      PATH=/tmp/bin:$PATH XTABLES_LOCKFILE=/tmp/xtables.lock exec opennds -f -d 1 -c /tmp/opennds.conf`;
    const child = spaces.start(spaces.gateway, 'unshare', '-m', 'sh', '-c', inOwnTmp);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (logged = (logged + chunk.toString()).slice(-4000)));
  }

  /** As a phone asks: status, and where it is sent. */
  const probe = (patienceSeconds = 5) =>
    spaces.in(
      spaces.guest,
      'curl',
      '-s',
      '-m',
      String(patienceSeconds),
      '-o',
      '/dev/null',
      '-w',
      '%{http_code} %{redirect_url}',
      '--resolve',
      `captive.apple.com:80:${spaces.outside}`,
      'http://captive.apple.com/hotspot-detect.html',
    );

  async function pidOfGateway(): Promise<string> {
    const pids = await spaces.in(spaces.gateway, 'ip', 'netns', 'pids', spaces.gateway);
    // Its own mounts, not those of a child that it starts for a moment.
    const pid = pids
      .trim()
      .split('\n')
      .find((each) => nameOf(each) === 'opennds');
    if (pid === undefined) throw new Error(`openNDS does not run: ${logged}`);
    return pid;
  }

  async function ndsctl(...words: string[]): Promise<string> {
    return spaces.in(spaces.gateway, 'nsenter', '-t', await pidOfGateway(), '-m', 'ndsctl', ...words);
  }

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 120_000;
    while (!(await isSo().catch(() => false)))
      if (Date.now() > end) throw new Error(`openNDS does not answer as expected: ${logged}`);
  }

  const ways: readonly (keyof typeof shows)[] = hasBrowser ? ['plain HTTP', 'Chromium'] : ['plain HTTP'];
  test.each(ways)(
    'by %s a guest shows a voucher, is online, and captive again when the gateway says so',
    async (way) => {
      const { id, code } = await voucher();
      await shows[way](code);
      expect(await probe()).toBe('200 ');

      expect((await world.made(200, 'GET', `/vouchers/${id}`)).first_used_at).not.toBeNull();
      const { _embedded } = await world.made(200, 'GET', `/registrations?filter[username]=${code}`);
      expect(_embedded.registrations).toMatchObject([{ mac: spaces.guestMac(), method: 'voucher', username: code }]);
      const last = await world.made(200, 'GET', `/gateways/${gatewayId}/last-arrival`);
      expect(last).toMatchObject({ proof: 'gateway', parameters: { clientip: spaces.guestAddress } });
      // Its control socket may come later than its redirects.
      await until(async () => (await ndsctl('json')).includes('Authenticated'));
      ownMilliseconds = await machineMilliseconds(async () => {
        await until(async () => (await ndsctl('deauth', spaces.guestAddress)) !== '');
        await until(async () => (await probe(1)).startsWith('307'));
      });
    },
  );

  /** What is installed beside it on a router. */
  async function keepAsking(): Promise<void> {
    // The process that it was started beside may have been one of a moment.
    if (asking && asking.exitCode === null) return;
    // The gateway has a /tmp of its own, in which a clone beneath /tmp is not to be seen.
    const program = '/tmp/usher-opennds.sh';
    copyFileSync('deploy/opennds/usher-opennds.sh', join(folder, program));
    const address = `http://${spaces.outside}:${(portal.address() as AddressInfo).port}/p/${slug}`;
    // The gateway's own /tmp.
    writeFileSync(join(folder, 'tmp', 'usher-opennds.conf'), `PORTAL=${address}\nFASKEY='${faskey}'\nEVERY=1\n`);
    const [pid, settings] = [await pidOfGateway(), '/tmp/usher-opennds.conf'];
    asking = spaces.start(spaces.gateway, 'nsenter', '-t', pid, '-m', 'env', ...itsIptables, 'sh', program, settings);
  }

  /** Shows a voucher. */
  async function comesIn(): Promise<{ id: string; code: string }> {
    const shown = await voucher();
    await shows['plain HTTP'](shown.code);
    // Who was put out just now waits until that is done.
    await until(async () => (await probe()) === '200 ');
    return shown;
  }

  test.each([
    ['her voucher is revoked', (id: string) => world.made(204, 'DELETE', `/vouchers/${id}`)],
    [
      'her registration is ended',
      async (_: string, code: string) => {
        const path = `/registrations?filter[username]=${code}`;
        const [{ id }] = (await world.made(200, 'GET', path))._embedded.registrations;
        await world.made(204, 'DELETE', `/registrations/${id}`);
      },
    ],
    [
      'its record is deleted',
      async () => {
        const { name, network_id, vendor, login_hosts } = await world.made(200, 'GET', `/gateways/${gatewayId}`);
        await world.made(204, 'DELETE', `/gateways/${gatewayId}`);
        await until(async () => {
          await keepAsking();
          return (await probe()).startsWith('307');
        });
        const record = { name, network_id, vendor, login_hosts, secrets: { faskey } };
        ({ id: gatewayId } = await made('/gateways', record));
      },
    ],
  ])('a guest is put out of it when %s', async (_, end) => {
    await keepAsking();
    const { id, code } = await comesIn();
    await end(id, code);
    const took = await machineMilliseconds(() =>
      until(async () => {
        await keepAsking();
        return (await probe(1)).startsWith('307');
      }),
    );
    // Asked once a second, and a probe that began before takes up to a second to find its way closed. What openNDS
    // takes by itself depends on the machine.
    expect(took).toBeLessThan(2_000 + 1_000 + ownMilliseconds);
    // It refuses while the script asks it.
    await until(async () => !(await ndsctl('json')).includes('"Authenticated"'));
  });

  /** As for everybody who does not wait for the lock of iptables while somebody else has it. */
  function useIptables(): Promise<() => void> {
    writeFileSync(join(folder, 'tmp', 'in-use'), '');
    return Promise.resolve(() => undefined);
  }

  /** Whoever asks it now waits, and all others are refused. */
  async function standStill(): Promise<() => Promise<unknown>> {
    const pid = Number(await pidOfGateway());
    process.kill(pid, 'SIGSTOP');
    const waiting = ndsctl('status').catch(() => undefined);
    return () => {
      process.kill(pid, 'SIGCONT');
      return waiting;
    };
  }

  test.each([
    ['somebody uses iptables', useIptables],
    ['openNDS stands still for a moment', standStill],
  ])('a guest is put out of it also when %s', async (_, begin) => {
    await keepAsking();
    const { id } = await comesIn();
    const end = await begin();
    await world.made(204, 'DELETE', `/vouchers/${id}`);
    await end();
    await until(async () => {
      await keepAsking();
      return (await probe()).startsWith('307');
    });
    expect(await rulesOfGuests()).toEqual([]);
    rmSync(join(folder, 'tmp', 'in-use'), { force: true });
  });

  test('the way out is closed while openNDS stands still, and open again to who signs in anew', async () => {
    await keepAsking();
    const { id } = await comesIn();
    const goesOn = await standStill();
    await world.made(204, 'DELETE', `/vouchers/${id}`);
    await until(async () => !(await isOnline()));
    await goesOn();
    await until(async () => (await rulesOfGuests()).length === 0);
    const { id: another } = await comesIn();
    await world.made(204, 'DELETE', `/vouchers/${another}`);
    await until(async () => (await probe()).startsWith('307'));
  });

  /** openNDS may be as slow as it likes to say where to sign in. */
  const isOnline = () =>
    probe().then(
      (said) => said === '200 ',
      () => false,
    );

  async function rulesOfGuests(): Promise<string[]> {
    const command = ['-t', await pidOfGateway(), '-m', 'iptables-legacy', '--wait', '-t', 'mangle', '-S'];
    const rules = await spaces.in(spaces.gateway, 'nsenter', ...command);
    return rules.split('\n').filter((rule) => rule.includes(`${spaces.guestAddress}/32`));
  }

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

function listening<T extends Server | Relay>(server: T, host: string, port: number): Promise<T> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
