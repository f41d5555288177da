import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { startService } from '../e2e/service.js';
import { DemoView } from './demo-view.js';
import { removeDataFolder } from './demo-folder.js';
import { openDemo } from './demo-world.js';
import { hotelDay } from './hotel-day.js';
import { officeDay } from './office-day.js';

/**
 * `npm run demo`: the real service on its bundled database; a simulated hotel on a FIAS link, another one behind the Mews
 * API, a company's directory, staff file and reception; and one day in all of them. `--once`: played at speed, checked, summed up; exit code 0 when all is as it should be.
 */
const day = [...hotelDay, ...officeDay];
const once = process.argv.includes('--once');
const dataFolder = path.resolve('data', once ? `demo-once-${process.pid}` : 'demo');
const pauseMilliseconds = once ? 0 : 2_500;
const startedAt = performance.now();

await removeDataFolder(dataFolder);
const view = new DemoView(once);
view.say('Starting Usher with its bundled PostgreSQL…');
const masterKey = randomBytes(32).toString('base64');
const service = await startService({ USHER_DATA_DIR: dataFolder, USHER_MASTER_KEY: masterKey, PORT: once ? '0' : (process.env.PORT ?? '3000'), USHER_TOKEN: `usher_demo_${randomBytes(24).toString('base64url')}` });
const world = await openDemo(service, view, { USHER_DATA_DIR: dataFolder, USHER_MASTER_KEY: masterKey });
const close = async () => {
  view.close();
  await world.close();
  await service.stop();
  await removeDataFolder(dataFolder);
};

const failures: string[] = [];
try {
  for (const act of day) {
    view.title(act.title);
    const problems = await act.play(world);
    for (const problem of problems) {
      failures.push(`${act.title}: ${problem}`);
      view.say(`  ✗ ${problem}`);
    }
    if (problems.length === 0) view.say('  ✓ as it should be');
    await new Promise((resolve) => { setTimeout(resolve, pauseMilliseconds); });
  }
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error));
}

view.note('');
view.note(failures.length === 0
  ? `All ${day.length} scenes as they should be, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`
  : `Not as it should be:\n${failures.map((failure) => `  - ${failure}`).join('\n')}`);
for (const line of world.summary()) view.note(line);

if (once) {
  await close();
  process.exit(failures.length === 0 ? 0 : 1);
}
view.note(`
The API stays up at ${service.url} (documentation: ${service.url}/docs). The owner's key:
  ${service.token}
Try:
  curl -H 'Authorization: Bearer ${service.token}' ${service.url}/users
  curl -H 'Authorization: Bearer ${service.token}' ${service.url}/operations
Ctrl-C ends it.`);
let isClosing = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!isClosing) void close().finally(() => process.exit(0));
    isClosing = true;
  });
}
