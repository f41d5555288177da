import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Jest does not transform what a global set-up imports; Node itself strips the types, and this maps x.js to x.ts.
registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !context.parentURL?.startsWith('file:'))
      return next(specifier, context);
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    return next(existsSync(fileURLToPath(source)) ? source.href : specifier, context);
  },
});

const stamp = fileURLToPath(new URL('../../dist/.built', import.meta.url));
const commandTests = fileURLToPath(new URL('../e2e/', import.meta.url));

/** Starts the run's one PostgreSQL and tells the test workers where it is, through their environment. */
export default async function globalSetup({ nonFlagArgs }) {
  // Else the first test that starts the service would wait for the build, and its time be up.
  if (!existsSync(stamp) || startsTheService(nonFlagArgs))
    await (await import('../../config/tools/build.mjs')).buildWhenNeeded();
  // Some of Debian's programs lie where a shell of `su`, or of an ordinary user, does not look.
  process.env.PATH = [process.env.PATH, '/usr/sbin', '/sbin'].join(path.delimiter);
  // Whatever a test, or a program that it starts, leaves behind goes with this folder. Servers of other users look in.
  const folder = mkdtempSync(path.join(tmpdir(), 'usher-'));
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  globalThis.removeTemporaryFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const { startTestServer } = await import('./test-server.ts');
  const { lastWill } = await import('../e2e/last-will.ts');
  // A run that is stopped has no teardown.
  lastWill.remove(folder);
  const server = await startTestServer();
  lastWill.remove(server.folder);
  process.env.USHER_TEST_DATABASE_URL = server.url;
  process.env.USHER_TEST_ADMIN_URL = server.adminUrl;
  globalThis.stopTestServer = async () => {
    await server.stop();
    lastWill.revoke();
  };
}

/** Whether a test of the built commands is among those asked for; all are where none is named. */
function startsTheService(asked) {
  const names = readdirSync(commandTests).filter((name) => name.endsWith('.spec.ts'));
  return asked.length === 0 || asked.some((each) => names.some((name) => `${commandTests}${name}`.includes(each)));
}
