import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, type Entities, migrate } from '../../src/database/data-source.js';
import { Database } from '../../src/database/database.js';
import { connectRefusal } from '../../src/database/database-refusal.js';
import { DatabaseState } from '../../src/database/database-state.js';
import { probeDatabase } from '../../src/database/look-at-database.js';
import { SystemChance } from '../../src/kernel/chance.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../src/kernel/context.js';
import { SilentLog } from '../../src/kernel/log.js';

/** A migrated database of its own for one test file. */
export interface FreshDatabase {
  readonly url: string;
  readonly database: Database;
  readonly dataSource: DataSource;
  readonly state: DatabaseState;
  /** Makes an organization and a context in it, with every permission. */
  organization(name?: string, parent?: string): Promise<Context>;
  close(): Promise<void>;
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('');
}

async function createDatabase(options: string): Promise<TestDatabase> {
  const server = process.env.USHER_TEST_DATABASE_URL ?? '';
  const name = `t_${randomBytes(6).toString('hex')}`;
  await admin(server, `create database ${name} ${options}`);
  return {
    url: serverUrlOf(name),
    // By the superuser: a worker of autovacuum may be at it, and nobody else may end that one.
    drop: () => admin(process.env.USHER_TEST_ADMIN_URL ?? server, `drop database if exists ${name} with (force)`),
  };
}

function serverUrlOf(name: string): string {
  return (process.env.USHER_TEST_DATABASE_URL ?? '').replace(/\/usher$/, `/${name}`);
}

/** Copied by every file: the migrations take a second, a copy a tenth of it. */
const migratedName = 'migrated';
const templateLock = 0x74656d70;
let migrated: Promise<void> | undefined;

/** By the first of the run's workers; the others wait. It has its name only when it is whole. */
async function migrateOnce(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.USHER_TEST_DATABASE_URL });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [migratedName]);
    if (rowCount) return;
    const half = `${migratedName}_half`;
    await client.query(`create database ${half}`);
    const url = serverUrlOf(half);
    const dataSource = await createDataSource({ url, poolSize: 2 }, []).initialize();
    try {
      await migrate(dataSource, url);
    } finally {
      await dataSource.destroy();
    }
    await client.query(`alter database ${half} rename to ${migratedName}`);
  } finally {
    await client.end();
  }
}

/** As `usher migrate` leaves it; with USHER_TEST_DISTRIBUTED on the Citus of USHER_TEST_CITUS_URL, distributed. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  if (process.env.USHER_TEST_DISTRIBUTED) return (await import('../citus/citus-database.js')).distributedDatabase();
  migrated ??= migrateOnce();
  await migrated;
  // As files, which are in memory: a third of what it costs to write each page into the log (PostgreSQL's default).
  return createDatabase(`template ${migratedName} strategy file_copy`);
}

export async function freshDatabase(entities: Entities = []): Promise<FreshDatabase> {
  const { url, drop } = await createMigratedDatabase();
  const onRefused = (error: Error) => state.refused(connectRefusal(error));
  const dataSource = await createDataSource({ url, poolSize: 10, onRefused }, entities).initialize();
  const state: DatabaseState = new DatabaseState(
    () => probeDatabase(dataSource),
    new SystemClock(),
    new SystemChance(),
    new SilentLog(),
  );
  const isDistributed = Boolean(process.env.USHER_TEST_DISTRIBUTED);
  const database = new Database(dataSource, { assumeTenantRole: false, isDistributed, state });
  return {
    url,
    database,
    dataSource,
    state,
    organization: (name, parent) => addOrganization(database, name, parent),
    close: async () => {
      await state.close();
      await dataSource.destroy();
      await drop();
    },
  };
}

let organizations = 0;

async function addOrganization(database: Database, name = 'Hotel Lindenhof', parent?: string): Promise<Context> {
  organizations += 1;
  const id = `0190a0a0-0000-7000-8000-${organizations.toString(16).padStart(12, '0')}`;
  const everywhere = systemContext(everyOrganization, 'test');
  const above = await database.query<{ path: string[] }>(
    everywhere,
    { name: 'test_path', text: 'select path from organizations where id = $1' },
    [parent ?? null],
  );
  await database.query(
    everywhere,
    {
      name: 'test_add_organization',
      text: `insert into organizations (id, parent_id, path, name, time_zone, created_at, updated_at)
           values ($1, $2, $3, $4, 'Europe/Vienna', now(), now())`,
    },
    [id, parent ?? null, [...(above[0]?.path ?? []), id], name],
  );
  return systemContext(id, `test-${organizations}`);
}

async function admin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
