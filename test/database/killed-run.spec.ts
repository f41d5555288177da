import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import pg from 'pg';
import { until } from '../e2e/until.js';

const setUp = fileURLToPath(new URL('global-setup.mjs', import.meta.url));
/** What Jest does before the first test, and then nothing any more. */
const program = `
  const { default: setUp } = await import(${JSON.stringify(setUp)});
  await setUp({ nonFlagArgs: ['nothing that needs a build'] });
  console.log(JSON.stringify([process.env.USHER_TEST_DATABASE_URL, process.env.TMPDIR]));
  setInterval(() => undefined, 1000);`;

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a test run that is ended by %s leaves nothing',
  async (signal) => {
    const run = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [line] = (await once(createInterface({ input: run.stdout }), 'line')) as [string];
      const [url, folder] = JSON.parse(line) as [string, string];
      expect([await answers(url), existsSync(folder)]).toEqual([true, true]);
      run.kill(signal);
      await until('its PostgreSQL ends', async () => !(await answers(url)));
      await until('its folder is removed', () => !existsSync(folder));
    } finally {
      run.kill('SIGKILL');
    }
  },
);
