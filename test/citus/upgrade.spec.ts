import { afterEach, beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource, migrate } from '../../src/database/data-source.js';
import { distribute } from '../../src/database/distribution/distribute.js';
import { migrations } from '../../src/database/migrations/index.js';
import { type CitusDatabase, emptyCitusDatabase } from './citus-database.js';
import { withCitus } from './with-citus.js';

/** Earlier ones were never applied where tables were distributed: those databases are distributed anew. */
const sinceAt = 1_764_020_000_000;
const later = migrations.map(({ name }) => name).filter((name) => Number(/\d+$/.exec(name)?.[0]) > sinceAt);

const tables = `
  select logicalrelid::text as name, partmethod as method, partkey is not null as "byOrganization"
  from pg_dist_partition order by 1`;
const functions = `
  select p.oid::regprocedure::text as name, md5(p.prosrc) as text from pg_proc p
  where p.pronamespace in ('public'::regnamespace, 'radius'::regnamespace)
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`;

withCitus('an upgrade of a distributed database', () => {
  let made: CitusDatabase;
  let dataSource: DataSource;
  beforeEach(async () => {
    made = await emptyCitusDatabase();
    dataSource = await createDataSource({ url: made.url, poolSize: 2 }, []).initialize();
  }, 120_000);
  afterEach(async () => {
    await dataSource?.destroy();
    await made?.drop();
  });

  /** As a start does it. */
  const start = () => {
    const afterwards = async () => void (await distribute(dataSource));
    return migrate(dataSource, made.url, 'DATABASE_URL', { afterwards });
  };
  const asked = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const schema = async () => ({
    tables: await asked(made.adminUrl, tables),
    functions: await Promise.all([made.adminUrl, ...made.workerUrls].map((url) => asked(url, functions))),
  });

  test('each migration is applied to what is distributed, and so are the tables that it makes', async () => {
    await start();
    const before = await schema();
    for (const _ of later) await dataSource.undoLastMigration({ transaction: 'each' });
    const without = before.tables.filter(({ name }) => name !== 'departed_operators');
    expect((await asked(made.adminUrl, tables)).length).toBeLessThan(without.length);
    expect(await start()).toEqual(later);
    expect(await schema()).toEqual(before);
  }, 300_000);
});
