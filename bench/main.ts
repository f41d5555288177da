import { absorbBench } from './absorb.bench.js';
import { bootBench } from './boot.bench.js';
import { bulkBench } from './bulk.bench.js';
import { checkInBench } from './check-in.bench.js';
import { citusBench } from './citus.bench.js';
import { growthBench } from './growth.bench.js';
import { httpBench } from './http.bench.js';
import { intakeBench } from './intake.bench.js';
import { listsBench } from './lists.bench.js';
import { liveBench } from './live.bench.js';
import { pagesBench } from './pages.bench.js';
import { portalBench } from './portal.bench.js';
import { radiusStartBench } from './radius-start.bench.js';
import { radiusBench } from './radius.bench.js';
import { reconcileBench } from './reconcile.bench.js';
import { remoteBench } from './remote.bench.js';
import { reportsBench } from './reports.bench.js';
import { scanBench } from './scan.bench.js';
import { signInBench } from './sign-in.bench.js';
import { tracingBench } from './tracing.bench.js';
import { vendorsBench } from './vendors.bench.js';
import { webhooksBench } from './webhooks.bench.js';
import { type Figure, printFigures } from './report.js';
import { openWorld, type World } from './world.js';

const benches: Readonly<Record<string, (world: World) => Promise<Figure[]>>> = {
  http: httpBench,
  'sign-in': signInBench,
  'check-in': checkInBench,
  intake: intakeBench,
  tracing: tracingBench,
  absorb: absorbBench,
  reconcile: reconcileBench,
  bulk: bulkBench,
  lists: listsBench,
  reports: reportsBench,
  scan: scanBench,
  vendors: vendorsBench,
  remote: remoteBench,
  webhooks: webhooksBench,
  portal: portalBench,
  live: liveBench,
  pages: pagesBench,
  radius: radiusBench,
  'radius-start': radiusStartBench,
  growth: growthBench,
  citus: citusBench,
  boot: bootBench,
};

/** `npm run bench [-- name…]`: each figure with the limit measured in the same run. A benchmark, never a test. */
const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}\n`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const world = await openWorld();
  try {
    printFigures(name, await bench(world));
  } finally {
    await world.close();
  }
}
