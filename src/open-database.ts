import type { DataSource } from 'typeorm';
import { createDataSource, migrate, mustAssumeTenantRole } from './database/data-source.js';
import { Database } from './database/database.js';
import { startEmbeddedPostgres } from './database/embedded/embedded-postgres.js';
import { entities } from './entities.js';
import type { Log } from './kernel/log.js';
import type { Settings } from './kernel/settings.js';

export interface OpenDatabase {
  readonly dataSource: DataSource;
  readonly database: Database;
  readonly url: string;
  /** Closes the pool, then stops the bundled PostgreSQL when nobody else uses it. */
  close(): Promise<void>;
}

/** About five connections a core are the useful most; more only lengthens the waits. */
const poolSize = 10;

/** Starts or finds PostgreSQL and brings its schema up to date; any number of processes may do so at once. */
export async function openDatabase(settings: Settings, log: Log): Promise<OpenDatabase> {
  const bundled = settings.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataFolder: settings.dataDir, log: (line) => log.debug({ part: 'postgres' }, line) });
  bundled?.keepAlive();
  const url = settings.databaseUrl ?? bundled?.url ?? '';
  const dataSource = createDataSource({ url, poolSize, onPoolError: (error) => log.warn({ error: error.message }, 'a database connection broke') }, entities);
  await dataSource.initialize();
  const applied = await migrate(dataSource, url);
  if (applied.length > 0) log.info({ migrations: applied }, 'the schema is up to date');
  const database = new Database(dataSource, { assumeTenantRole: await mustAssumeTenantRole(dataSource) });
  return {
    dataSource,
    database,
    url,
    close: async () => {
      await dataSource.destroy();
      await bundled?.stop();
    },
  };
}
