import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource, migrate } from '../../src/database/data-source.js';
import { migrations } from '../../src/database/migrations/index.js';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder } from './data-folder.js';
import { type RunningService, startService } from './service.js';
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
