import type { DataSource } from 'typeorm';
import { connectProblem } from './database/connect-problem.js';
import { createDataSource, migrate, mustAssumeTenantRole } from './database/data-source.js';
import { Database } from './database/database.js';
import { startEmbeddedPostgres } from './database/embedded/embedded-postgres.js';
import { entities } from './entities.js';
import type { Log } from './kernel/log.js';
import type { Settings } from './kernel/settings.js';
import { folderProblem } from './kernel/start-problem.js';

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
    : await startEmbeddedPostgres({ dataFolder: settings.dataDir, log: (line) => log.debug({ part: 'postgres' }, line) }).catch((error: unknown) => { throw inFolder(error, settings.dataDir); });
  bundled?.keepAlive();
  const url = settings.databaseUrl ?? bundled?.url ?? '';
  const dataSource = createDataSource({ url, poolSize, onPoolError: (error) => log.warn({ error: error.message }, 'a database connection broke') }, entities);
  const close = async () => {
    if (dataSource.isInitialized) await dataSource.destroy();
    await bundled?.stop();
  };
  const applied = await dataSource.initialize().then(() => migrate(dataSource, url)).catch(async (error: unknown) => {
    await close().catch(() => undefined);
    throw connectProblem(error, url);
  });
  if (applied.length > 0) log.info({ migrations: applied }, 'the schema is up to date');
  const database = new Database(dataSource, { assumeTenantRole: await mustAssumeTenantRole(dataSource) });
  return {
    dataSource,
    database,
    url,
    close,
  };
}

/** A folder that cannot be written names itself in the error; anything else is PostgreSQL's own. */
function inFolder(error: unknown, folder: string): unknown {
  return (error as NodeJS.ErrnoException).path?.startsWith(folder) ? folderProblem(folder, error) : error;
}
