import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';

/** One bundled PostgreSQL for a whole test run; durability is off, as a test's database dies with the run. */
export async function startTestServer(): Promise<Omit<EmbeddedPostgres, 'keepAlive'> & { folder: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-test-'));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      max_wal_size: '4GB',
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
