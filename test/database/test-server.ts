import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { isRunning } from '../../src/kernel/process-name.js';

/** A folder in memory: a file's database is thousands of small files, and on a disk they take twenty times as long. */
const memory = '/dev/shm';
const neededBytes = 4 * 2 ** 30;
const prefix = 'usher-test-';

/** One bundled PostgreSQL for a whole test run; durability is off, as a test's database dies with the run. */
export async function startTestServer(): Promise<Omit<EmbeddedPostgres, 'keepAlive'> & { folder: string }> {
  const folder = await mkdtemp(path.join((await hasRoom()) ? memory : tmpdir(), prefix));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Nobody reads this log: no standby follows, nothing is ever recovered.
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '200',
      max_wal_size: '1GB',
    },
  });
  return {
    url: server.url,
    adminUrl: server.adminUrl,
    folder,
    stop: async () => {
      await server.stop('at-once');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** In a container it is often small, and on some systems not there. */
async function hasRoom(): Promise<boolean> {
  try {
    await sweep();
    const { bavail, bsize } = await statfs(memory);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}

/** Removes what a run left that was killed with its server: it would take memory until the machine restarts. */
async function sweep(): Promise<void> {
  for (const name of await readdir(memory)) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(memory, name);
    const noted = await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => undefined);
    const pid = Number(noted?.split('\n')[0]);
    if (pid > 0 && !isRunning(pid)) await rm(folder, { recursive: true, force: true });
  }
}
