import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { timeUntil, type World } from '../world.js';

/** `npm run radius`, as it runs beside a service. */
export async function startRadius(
  { databaseUrl, folder }: World,
  { auth, acct }: { auth: number; acct: number },
): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['dist/bin/usher.js', 'radius'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      USHER_DATA_DIR: folder,
      USHER_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      USHER_RADIUS_ADDRESS: '127.0.0.1',
      USHER_RADIUS_AUTH_PORT: String(auth),
      USHER_RADIUS_ACCT_PORT: String(acct),
    },
  });
  let said = '';
  server.stdout.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  await timeUntil(
    performance.now(),
    'FreeRADIUS answers',
    () => said.includes('FreeRADIUS answers') || server.exitCode !== null,
    60,
  );
  if (server.exitCode !== null || !existsSync(path.join(folder, 'freeradius', 'server.pem')))
    throw new Error(`FreeRADIUS did not start: ${said}`);
  return server;
}

export async function stopped(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  server.kill('SIGTERM');
  await ended;
}

/** Nothing that access points have told waits any more. */
export async function areSessionsWritten({ sql }: World): Promise<boolean> {
  const { rows } = await sql.query<{ waiting: boolean }>('select exists (select from accounting_packets) as waiting');
  return !rows[0].waiting;
}
