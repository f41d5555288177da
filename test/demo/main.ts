import { randomBytes } from 'node:crypto';
import { lastWill } from '../e2e/last-will.js';
import { startService } from '../e2e/service.js';
import { openConsole } from './demo-console.js';
import { demoFolder, removeDataFolder, removeFoldersOfKilledDemos } from './demo-folder.js';
import { DemoView } from './demo-view.js';
import { openDemo } from './demo-world.js';
import { hotelDay } from './hotel-day.js';
import { officeDay } from './office-day.js';
import { Tally } from './tally.js';

/**
 * `npm run demo`: the real service on its bundled database; a simulated hotel on a FIAS link, another one behind the
 * Mews API, a company's directory, staff file and reception; and one day in all of them. `--once`: played at speed,
 * checked, summed up; exit code 0 when all that could be played is as it should be.
 */
const day = [...hotelDay, ...officeDay];
const once = process.argv.includes('--once');
const pauseMilliseconds = once ? 0 : 2_500;
const startedAt = performance.now();
const interrupted = 130;
const view = new DemoView(once);

// In reverse: what was opened last is closed first.
const toClose: (() => Promise<unknown>)[] = [() => removeDataFolder(demoFolder)];
let isEnding = false;

/** From the first moment on: Ctrl-C in the middle of the day leaves nothing behind either. */
async function end(code: number): Promise<never> {
  isEnding = true;
  view.rest();
  for (const close of toClose.splice(0).reverse())
    await close().catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
    });
  lastWill.revoke();
  process.exit(code);
}
let isAtRest = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!isEnding) void end(isAtRest ? 0 : interrupted);
  });
}
// Whoever read it has gone, as in `npm run demo | head`.
process.stdout.on('error', () => {
  if (!isEnding) void end(interrupted);
});

await removeFoldersOfKilledDemos();
// Killed by -9 it ends nothing itself, and the next demo would find its port taken.
lastWill.remove(demoFolder);
view.say('Starting Usher with its bundled PostgreSQL…');
const masterKey = randomBytes(32).toString('base64');
const tally = new Tally();
try {
  const starting = startService({
    USHER_DATA_DIR: demoFolder,
    USHER_MASTER_KEY: masterKey,
    PORT: once ? '0' : (process.env.PORT ?? '3000'),
    USHER_TOKEN: `usher_demo_${randomBytes(24).toString('base64url')}`,
  });
  toClose.push(() =>
    starting.then(
      (started) => started.stop(),
      () => undefined,
    ),
  );
  const service = await starting;
  const world = await openDemo(service, view, { USHER_DATA_DIR: demoFolder, USHER_MASTER_KEY: masterKey });
  toClose.push(() => world.close());
  const people = await openConsole(service);
  if (!once) view.note(`Watch the day in the console (a link that signs in, once):\n  ${await people.link()}\n`);

  for (const act of day) {
    view.title(act.title);
    for (const line of tally.add(act.title, await act.play(world))) view.say(line);
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMilliseconds);
    });
  }
  view.rest();
  view.note('');
  view.note(tally.summary(day.length, (performance.now() - startedAt) / 1000));
  for (const line of world.summary()) view.note(line);
  if (!once) {
    isAtRest = true;
    view.note(`
The console, once more: ${await people.link()}
  (later: ${people.email}, password ${people.password})
The API stays up at ${service.url} (documentation: ${service.url}/docs). The owner's key:
  ${service.token}
Try:
  curl -H 'Authorization: Bearer ${service.token}' ${service.url}/users
  curl -H 'Authorization: Bearer ${service.token}' ${service.url}/operations
Ctrl-C ends it.`);
  }
} catch (error) {
  // What is torn away by Ctrl-C fails, and nobody wants to hear of it.
  if (!isEnding) {
    view.rest();
    process.stderr.write(`${withoutLog(error instanceof Error ? error.message : String(error))}\n`);
    await end(1);
  }
}
if (once && !isEnding) await end(tally.hasFailed ? 1 : 0);

/** The service's own words; its structured log is for those who look for more. */
function withoutLog(message: string): string {
  return message
    .split('\n')
    .filter((line) => !line.startsWith('{"'))
    .join('\n')
    .trim();
}
