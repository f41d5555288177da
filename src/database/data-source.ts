import { DataSource, type EntitySchema, type Logger, type MixedList } from 'typeorm';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectProblem } from './connect-problem.js';
import { ErrorHandlingClient } from './error-handling-client.js';
import { forEveryOrganization, type Migration, migrations } from './migrations/index.js';
import { PatientPool } from './patient-pool.js';
import { sqlState } from './sql-state.js';
import { StartProblem } from '../kernel/start-problem.js';

export type Entities = MixedList<Function | string | EntitySchema>;

export interface DataSourceSettings {
  readonly url: string;
  /** Connections of this process; more than about five a core gains nothing. */
  readonly poolSize: number;
  readonly onPoolError?: (error: Error) => void;
  /** Hears that the server refused one more connection; the pool then makes do with those it holds. */
  readonly onRefused?: (error: Error) => void;
}

/** Schema changes come from migrations only: synchronize would drop every index that no entity declares. */
export function createDataSource(
  settings: DataSourceSettings,
  entities: Entities,
  schema: readonly Migration[] = migrations,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    entities,
    migrations: schema.map(forEveryOrganization),
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    logger: new MigrationFailures(),
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    applicationName: 'usher',
    poolErrorHandler: settings.onPoolError ?? (() => undefined),
    driver: { ...pg, Pool: PatientPool },
    extra: {
      Client: ErrorHandlingClient,
      max: settings.poolSize,
      pipeline: true,
      onRefused: settings.onRefused,
    },
  });
}

/** The connections that TypeORM holds. */
export function poolOf(dataSource: DataSource): PatientPool {
  return (dataSource.driver as unknown as { master: PatientPool }).master;
}

/** TypeORM would print each of them as a line of its own, retries included: the error that is thrown has its name. */
class MigrationFailures implements Logger {
  private name: string | undefined;

  /** The one that has failed since it was asked last. */
  static takeFrom({ logger }: DataSource): string | undefined {
    if (!(logger instanceof MigrationFailures)) return undefined;
    const { name } = logger;
    logger.name = undefined;
    return name;
  }

  logMigration(message: string): void {
    this.name = /^Migration "([^"]+)" failed/.exec(message)?.[1] ?? this.name;
  }

  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}
  log(): void {}
}

const migrationLock = 0x75736865;
/** Between tries, for those who waited behind the last one. */
const betweenTriesMilliseconds = 3_000;

export interface Migrating {
  /** Under the same lock. */
  readonly afterwards?: () => Promise<void>;
  /** Somebody uses a table that is to be changed, such as a backup: it is tried again. */
  readonly waits?: (error: Error) => void;
}

/**
 * Brings the schema up to date exactly once, however many processes start together. A separate transaction holds the
 * lock until the migrations of this process are committed, so this works behind a transaction pooler, too. `setting` is
 * the one that `url` is from.
 */
export async function migrate(
  dataSource: DataSource,
  url: string,
  setting = 'DATABASE_URL',
  { afterwards, waits }: Migrating = {},
): Promise<string[]> {
  const guard = new ErrorHandlingClient({ connectionString: url });
  await guard.connect().catch((error: unknown) => {
    throw connectProblem(error, url, setting);
  });
  try {
    await guard.query('begin');
    await guard.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await requireNoneNewer(dataSource);
    const before = await appliedTo(dataSource);
    while (await isInUse(dataSource, waits)) await sleep(betweenTriesMilliseconds);
    await afterwards?.();
    return (await appliedTo(dataSource)).filter((name) => !before.includes(name));
  } finally {
    await guard.query('rollback').catch(() => undefined);
    await guard.end();
  }
}

/**
 * True: a table was in use for longer than others can wait, or there was a deadlock; nothing of that change is left.
 */
async function isInUse(dataSource: DataSource, waits?: Migrating['waits']): Promise<boolean> {
  try {
    await dataSource.runMigrations({ transaction: 'each' });
    return false;
  } catch (error) {
    const name = MigrationFailures.takeFrom(dataSource);
    if (name && error instanceof Error) error.message = `Migration ${name} failed: ${error.message}`;
    if (!['55P03', '40P01'].includes(sqlState(error))) throw error;
    waits?.(error as Error);
    return true;
  }
}

/** In their order. */
async function appliedTo(dataSource: DataSource): Promise<string[]> {
  if (!(await hasMigrations(dataSource))) return [];
  const rows = await dataSource.query<{ name: string }[]>('select name from schema_migrations order by timestamp');
  return rows.map(({ name }) => name);
}

async function hasMigrations(dataSource: DataSource): Promise<boolean> {
  const [{ isThere }] = await dataSource.query<{ isThere: boolean }[]>(
    `select to_regclass('schema_migrations') is not null as "isThere"`,
  );
  return isThere;
}

/**
 * An older version would start on a newer schema, and fail later wherever it finds another one than it knows.
 * @throws StartProblem
 */
async function requireNoneNewer(dataSource: DataSource): Promise<void> {
  if (!(await hasMigrations(dataSource))) return;
  const [newer] = await dataSource.query<{ name: string }[]>(
    'select name from schema_migrations where name <> all ($1) order by timestamp desc limit 1',
    [dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name)],
  );
  if (newer)
    throw new StartProblem(
      `DATABASE_URL: the database was brought up to date by a newer version of Usher (${newer.name}): start that ` +
        'version again. The only way back is the backup made before the upgrade',
    );
}

/** A login that bypasses row-level security (a superuser) must step down to the tenant role in every transaction. */
export async function needsTenantRole(dataSource: DataSource): Promise<boolean> {
  const [role] = await dataSource.query<{ exempt: boolean }[]>(
    'select rolsuper or rolbypassrls as exempt from pg_roles where rolname = current_user',
  );
  return Boolean(role?.exempt);
}
