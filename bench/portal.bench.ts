import { spawn } from 'node:child_process';
import { once as heard } from 'node:events';
import { freePort, missingPackages, sharedSecret } from '../test/radius/around.js';
import { closedLoop, once, type Load, refuseErrors, request, summary } from './load.js';
import { type Figure, loadFigure, median } from './report.js';
import { formToAccept } from './radius/form-to-accept.js';
import { startRadius, stopped } from './radius/our-radius.js';
import { cpuOf, pause, startServiceProcess } from './service-process.js';
import { ask, type World } from './world.js';

const arrivalsPerSecond = 200;
const seconds = 4;
/** Until V8 has compiled what a service does all day: on a slow machine some ten thousand pages. */
const warmingSeconds = 15;
const connections = 16;

/**
 * A static page of as many bytes, by node:http alone, as a process of its own. Without a length it would be in chunks.
 */
const staticServer = `const { createServer } = require('node:http');
const page = Buffer.alloc(Number(process.env.PAGE_BYTES), 'x');
const headers = { 'content-type': 'text/html', 'content-length': page.length };
createServer((_, response) => response.writeHead(200, headers).end(page))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/** Each has its own address: what one is told is no other's. */
const phones = 1000;

/** What the gateway sends a phone with. Without it, nobody can be let in, and the page says so. */
function wordsOf(at: number): URLSearchParams {
  return new URLSearchParams({
    sip: '10.4.0.1',
    mac: '38ff36012345',
    client_mac: `aabbcc${(0x112233 + at * 97).toString(16)}`,
    uip: `10.4.${16 + Math.floor(at / 250)}.${1 + (at % 250)}`,
    ssid: 'Guest',
    dn: 'lobby.hotel.example',
    url: 'http://captive.apple.com/hotspot-detect.html',
  });
}

const phone = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate',
  'accept-language': 'en-GB,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)',
};

/** The first page of a portal, as every phone that joins asks for it. */
export async function portalBench(world: World): Promise<Figure[]> {
  const { id: networkId } = await ask(world, 'POST', '/networks', {
    name: 'Bench',
    clients: [{ vendor: 'generic', secret: sharedSecret, address: '127.0.0.1', short_name: 'gateway' }],
  });
  const { slug } = await ask(world, 'POST', '/captive-portals', {
    name: 'Bench',
    network_id: networkId,
    methods: ['room_surname', 'voucher', 'username_password'],
  });
  const gateway = { name: 'Lobby', network_id: networkId, vendor: 'ruckus', login_hosts: ['10.4.0.1:9997'] };
  await ask(world, 'POST', '/gateways', gateway);
  const environment = { DATABASE_URL: world.databaseUrl, USHER_DATA_DIR: world.folder, USHER_PORTAL_RATE_LIMIT: '0' };
  const service = await startServiceProcess(environment);
  const portal = new URL(`/p/${String(slug)}`, service.url);
  const url = new URL(`?${wordsOf(phones)}`, portal);
  const answer = await fetch(url, { headers: phone });
  const bytes = Number(answer.headers.get('content-length'));
  const limit = spawn(process.execPath, ['-e', staticServer], { env: { ...process.env, PAGE_BYTES: String(bytes) } });
  try {
    const [port] = (await heard(limit.stdout, 'data')) as [Buffer];
    const bare = new URL(`http://127.0.0.1:${port.toString().trim()}/`);
    const page = ofEachPhone(portal);
    const file = ofEachPhone(bare);
    const turns: { ours: Measured[]; limit: Measured[] } = { ours: [], limit: [] };
    for (const [at, next] of [
      [bare, file],
      [portal, page],
    ] as const)
      await closedLoop(at, { connections, seconds: warmingSeconds, next });
    for (let turn = 0; turn < 3; turn += 1) {
      const ofLimit = await measured(limit.pid ?? 0, bare, file);
      const ofOurs = await measured(service.pid, portal, page);
      turns.limit.push(ofLimit);
      turns.ours.push(ofOurs);
    }
    refuseErrors(turns);
    const arrivals = summary(await arriving(portal, page));
    const ofFile = summary(await arriving(bare, file));
    return [
      loadFigure(
        'the first page, at full load, against a static file of the same size',
        turns.ours,
        turns.limit,
        '0.4',
      ),
      cpuFigure(turns),
      {
        name: `the first page, ${arrivalsPerSecond} arrivals a second, each on a connection of its own`,
        ours: `p50 ${arrivals.p50Milliseconds.toFixed(1)} ms, p99 ${arrivals.p99Milliseconds.toFixed(1)} ms`,
        limit: `p50 ${ofFile.p50Milliseconds.toFixed(1)} ms, p99 ${ofFile.p99Milliseconds.toFixed(1)} ms`,
      },
      ...(await admissions(world, portal)),
      { name: 'bytes of the first page on the wire, without a logo', ours: String(bytes), goal: '30,000 with one' },
    ];
  } finally {
    limit.kill();
    await service.stop();
  }
}

interface Measured extends Load {
  /** Of the process that answered. */
  readonly cpuMicrosecondsEach: number;
}

/** One request after another, by phones in turn. */
function ofEachPhone(at: URL): () => Buffer {
  const requests = Array.from({ length: phones }, (_, each) => request('GET', new URL(`?${wordsOf(each)}`, at), phone));
  let next = 0;
  return () => requests[(next = (next + 1) % phones)];
}

async function measured(pid: number, url: URL, next: () => Buffer): Promise<Measured> {
  const before = cpuOf(pid);
  const load = await closedLoop(url, { connections, seconds, next });
  return { ...load, cpuMicrosecondsEach: ((cpuOf(pid) - before) * 1000) / (load.perSecond * seconds) };
}

/** What other work of the machine disturbs least. */
function cpuFigure(turns: Readonly<Record<'ours' | 'limit', readonly Measured[]>>): Figure {
  const each = (loads: readonly Measured[]) => loads.map(({ cpuMicrosecondsEach }) => cpuMicrosecondsEach);
  const [ours, limit] = [each(turns.ours), each(turns.limit)];
  return {
    name: 'CPU of a first page at full load, and of the file',
    ours: `${median(ours).toFixed(0)} µs`,
    limit: `${median(limit).toFixed(0)} µs`,
    ratio: median(ours.map((value, turn) => limit[turn] / value)),
  };
}

/** Skipped where FreeRADIUS is not installed. */
async function admissions(world: World, portal: URL): Promise<Figure[]> {
  const missing = missingPackages();
  if (missing.length > 0) {
    process.stderr.write(`\nform to admitted is skipped: the Debian packages ${missing.join(' ')} are not installed\n`);
    return [];
  }
  const auth = await freePort();
  const radius = await startRadius(world, { auth, acct: await freePort() });
  try {
    return await formToAccept(world, portal, auth);
  } finally {
    await stopped(radius);
  }
}

/** An open loop: they come whether or not those before them are answered. */
async function arriving(url: URL, next: () => Buffer): Promise<number[]> {
  const waiting: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let each = 0; each < arrivalsPerSecond * seconds; each += 1) {
    const due = startedAt + (each * 1000) / arrivalsPerSecond;
    if (due > performance.now()) await pause(due - performance.now());
    const sentAt = performance.now();
    waiting.push(once(url, next()).then(() => performance.now() - sentAt));
  }
  return Promise.all(waiting);
}
