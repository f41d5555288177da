import type { DataSource } from 'typeorm';
import { connectProblem } from '../database/connect-problem.js';
import { createDataSource, migrate, needsTenantRole, poolOf } from '../database/data-source.js';
import { Database } from '../database/database.js';
import { distribute, isDistributed } from '../database/distribution/distribute.js';
import { connectRefusal } from '../database/database-refusal.js';
import { DatabaseState } from '../database/database-state.js';
import { Standby } from '../database/standby.js';
import { probeDatabase } from '../database/look-at-database.js';
import { requireKeptStatements, requireMasterKeys, requireUsualDatabase } from './start-checks.js';
import { type DatabaseServer, databaseServer } from './database-server.js';
import { SystemChance } from '../kernel/chance.js';
import { SystemClock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import type { Settings } from '../kernel/settings.js';
import { consoleEntities } from '../console/entities.js';
import { ResourceCountEntity } from '../database/resource-count.entity.js';
import { provisioningEntities } from '../provisioning/entities.js';

/** Every table: for the data source, and for the check that migrations and entities agree. */
export const entities = [...consoleEntities, ...provisioningEntities, ResourceCountEntity];

export interface OpenDatabase {
  readonly dataSource: DataSource;
  readonly database: Database;
  readonly state: DatabaseState;
  /** Where a session lasts: LISTEN and FreeRADIUS connect here, around a pooler. */
  readonly url: string;
  /** Closes the pool, then stops the bundled PostgreSQL when nobody else uses it. */
  close(): Promise<void>;
}

interface HowToOpen {
  readonly server?: DatabaseServer;
  readonly distributes?: boolean;
  /** Refused, before anything is changed, where a master key is missing. */
  readonly needsKeys?: boolean;
}

/** About five connections a core are the useful most; more only lengthens the waits. */
const poolSize = 10;

/**
 * Brings the schema up to date on `server`, else on the one that it starts or finds; any number of processes may do so
 * at once.
 */
export async function openDatabase(
  settings: Settings,
  log: Log,
  { server, distributes = false, needsKeys = false }: HowToOpen = {},
): Promise<OpenDatabase> {
  const { url, stop } = server ?? (await databaseServer(settings, log));
  const dataSource = createDataSource(
    {
      url,
      poolSize,
      onPoolError: (error) => log.warn({ error: error.message }, 'database connection broken'),
      onRefused: (error) => state.refused(connectRefusal(error)),
    },
    entities,
  );
  const state: DatabaseState = new DatabaseState(
    () => probeDatabase(dataSource),
    new SystemClock(),
    new SystemChance(),
    log,
  );
  let standby: Standby | undefined;
  const close = async () => {
    await state.close();
    await standby?.close();
    if (dataSource.isInitialized) await dataSource.destroy();
    await stop();
  };
  const { listenDatabaseUrl, databaseUrl, preparesStatements: prepares = true } = settings;
  const [direct, setting] = listenDatabaseUrl
    ? [listenDatabaseUrl, 'USHER_LISTEN_DATABASE_URL']
    : [url, 'DATABASE_URL'];
  const distributed = async () => {
    if (!distributes && !(await isDistributed(dataSource))) return;
    const tables = await distribute(dataSource);
    if (tables.length > 0) log.info({ tables }, 'tables are distributed by organization');
  };
  const waits = ({ message }: Error) =>
    log.warn({ reason: message }, 'the schema is changed once nobody uses that table for long, such as a backup');
  const applied = await dataSource
    .initialize()
    // Nobody else sets the bundled server, and no pooler stands before it.
    .then(() => (databaseUrl ? requireUsualDatabase(dataSource) : undefined))
    .then(() => (databaseUrl && prepares ? requireKeptStatements(dataSource) : undefined))
    .then(() => (needsKeys ? requireMasterKeys(dataSource, settings.masterKeys) : undefined))
    .then(() => migrate(dataSource, direct, setting, { afterwards: distributed, waits }))
    .catch(async (error: unknown) => {
      await close().catch(() => undefined);
      throw connectProblem(error, url);
    });
  if (applied.length > 0) log.info({ migrations: applied }, 'schema is up to date');
  standby = standbyOf(settings, dataSource, log);
  const database = new Database(dataSource, {
    assumeTenantRole: await needsTenantRole(dataSource),
    prepares,
    isDistributed: await isDistributed(dataSource),
    state,
    standby,
  });
  return {
    dataSource,
    database,
    state,
    url: direct,
    close,
  };
}

/** It is looked for when the first one reads. */
function standbyOf({ readDatabaseUrl }: Settings, dataSource: DataSource, log: Log): Standby | undefined {
  if (!readDatabaseUrl) return undefined;
  const primary = poolOf(dataSource);
  return new Standby({ url: readDatabaseUrl, poolSize, primary }, new SystemClock(), new SystemChance(), log);
}
