import { spawn } from 'node:child_process';
import { once as heard } from 'node:events';
import { freePort, missingPackages, sharedSecret } from '../test/radius/around.js';
import { closedLoop, once, type Load, refuseErrors, request, summary } from './load.js';
import { type Figure, loadFigure } from './report.js';
import { formToAccept } from './radius/form-to-accept.js';
import { startRadius, stopped } from './radius/our-radius.js';
import { pause, startServiceProcess } from './service-process.js';
import { ask, type World } from './world.js';

const arrivalsPerSecond = 200;
const seconds = 4;
const connections = 16;

/** A static page of as many bytes, by node:http alone, as a process of its own. */
const staticServer = `const { createServer } = require('node:http');
const page = Buffer.alloc(Number(process.env.PAGE_BYTES), 'x');
createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page))
  .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

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
  const url = new URL(`/p/${String(slug)}`, service.url);
  const answer = await fetch(url);
  const bytes = Number(answer.headers.get('content-length'));
  const limit = spawn(process.execPath, ['-e', staticServer], { env: { ...process.env, PAGE_BYTES: String(bytes) } });
  try {
    const [port] = (await heard(limit.stdout, 'data')) as [Buffer];
    const page = request('GET', url, { 'accept-encoding': 'gzip' });
    const bare = new URL(`http://127.0.0.1:${port.toString().trim()}/`);
    const file = request('GET', bare);
    const turns: { ours: Load[]; limit: Load[] } = { ours: [], limit: [] };
    for (let turn = 0; turn < 3; turn += 1) {
      turns.limit.push(await closedLoop(bare, { connections, seconds, next: () => file }));
      turns.ours.push(await closedLoop(url, { connections, seconds, next: () => page }));
    }
    refuseErrors(turns);
    const arrivals = summary(await arriving(url, page));
    const ofFile = summary(await arriving(bare, file));
    return [
      loadFigure(
        'the first page, at full load, against a static file of the same size',
        turns.ours,
        turns.limit,
        '0.4',
      ),
      {
        name: `the first page, ${arrivalsPerSecond} arrivals a second, each on a connection of its own`,
        ours: `p50 ${arrivals.p50Milliseconds.toFixed(1)} ms, p99 ${arrivals.p99Milliseconds.toFixed(1)} ms`,
        limit: `p50 ${ofFile.p50Milliseconds.toFixed(1)} ms, p99 ${ofFile.p99Milliseconds.toFixed(1)} ms`,
      },
      ...(await admissions(world, url)),
      { name: 'bytes of the first page on the wire, without a logo', ours: String(bytes), goal: '30,000 with one' },
    ];
  } finally {
    limit.kill();
    await service.stop();
  }
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
async function arriving(url: URL, bytes: Buffer): Promise<number[]> {
  const waiting: Promise<number>[] = [];
  const startedAt = performance.now();
  for (let each = 0; each < arrivalsPerSecond * seconds; each += 1) {
    const due = startedAt + (each * 1000) / arrivalsPerSecond;
    if (due > performance.now()) await pause(due - performance.now());
    const sentAt = performance.now();
    waiting.push(once(url, bytes).then(() => performance.now() - sentAt));
  }
  return Promise.all(waiting);
}
