import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource, migrate } from '../../src/database/data-source.js';
import { migrations } from '../../src/database/migrations/index.js';
import { PaymentProblemCodes1764021100000 } from '../../src/database/migrations/1764021100000-payment-problem-codes.js';
import { createEmptyDatabase, createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder } from './data-folder.js';
import { type RunningService, runToEnd, startService, testKey, testToken } from './service.js';
import { until } from './until.js';

/** Of the next version: a table that every process uses, and one that nobody knows yet. */
class NextVersion9999999999000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column shoe_size int');
    await runner.query('create table shoes (id uuid primary key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table shoes');
    await runner.query('alter table users drop column shoe_size');
  }
}

let folder: DataFolder;
let database: TestDatabase;
let old: RunningService;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  old = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
});
afterAll(async () => {
  await old?.kill();
  await database?.drop();
  await folder?.remove();
});

/** As a process of the next version does when it starts. */
async function nextVersion(waits: (error: Error) => void): Promise<string[]> {
  const source = createDataSource({ url: database.url, poolSize: 2 }, [], [...migrations, NextVersion9999999999000]);
  await source.initialize();
  try {
    return await migrate(source, database.url, 'DATABASE_URL', { waits });
  } finally {
    await source.destroy();
  }
}

async function makesUser(username: string): Promise<number> {
  return (await old.call('POST', '/users', { username, password: 'correct horse battery' })).status;
}

test('two of the next version start during a backup: they wait, and what runs already works on', async () => {
  const backup = new pg.Client({ connectionString: database.url });
  await backup.connect();
  let tries = 0;
  const starts = Promise.all([1, 2].map(() => nextVersion(() => (tries += 1))));
  try {
    // As pg_dump holds its tables, for as long as it takes.
    await backup.query('begin');
    await backup.query('lock table users in access share mode');
    await until('the change has waited twice', () => tries >= 2);
    for (const name of ['anna', 'berta', 'clara']) expect(await makesUser(name)).toBe(201);
  } finally {
    await backup.end();
  }
  expect((await starts).flat()).toEqual(['NextVersion9999999999000']);
  expect(await makesUser('dora')).toBe(201);
  expect((await old.call('GET', '/users?filter[username]=anna')).body.total_items).toBe(1);
  expect(old.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

test('each try of a change that waits is one line of the log, which names the change', async () => {
  const before = migrations.indexOf(PaymentProblemCodes1764021100000);
  const empty = await createEmptyDatabase();
  const source = createDataSource({ url: empty.url, poolSize: 2 }, [], migrations.slice(0, before));
  await source.initialize();
  await migrate(source, empty.url);
  const backup = new pg.Client({ connectionString: empty.url });
  await backup.connect();
  const waiting = async () => {
    const { rows } = await backup.query(`select pid from pg_locks where not granted and mode = 'AccessExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`);
    return rows.length;
  };
  try {
    await backup.query('begin');
    await backup.query('lock table portal_payments in access share mode');
    const around = { DATABASE_URL: empty.url, USHER_MASTER_KEY: testKey, USHER_TOKEN: testToken };
    const migrating = runToEnd({ ...around, USHER_DATA_DIR: folder.path }, 'migrate');
    await until('the change waits', async () => (await waiting()) > 0);
    await until('the change has given way', async () => (await waiting()) === 0);
    await backup.query('commit');
    const { code, out } = await migrating;
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(code).toBe(0);
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([
      expect.objectContaining({
        msg: 'the schema is changed once nobody uses that table for long, such as a backup',
        reason: 'Migration PaymentProblemCodes1764021100000 failed: canceling statement due to lock timeout',
      }),
    ]);
  } finally {
    await backup.end();
    await source.destroy();
    await empty.drop();
  }
});
