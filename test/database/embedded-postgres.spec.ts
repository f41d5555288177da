import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { SilentLog } from '../../src/kernel/log.js';
import type { Settings } from '../../src/kernel/settings.js';
import { databaseServer } from '../../src/start/database-server.js';

let folder: string;
let server: EmbeddedPostgres;

// mkdtemp makes a folder only its owner may enter: started by root, PostgreSQL's own user cannot reach it.
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'usher-embedded-'));
});
afterAll(async () => {
  await server?.stop('at-once');
  const elsewhere = await readFile(path.join(folder, 'postgres.location'), 'utf8').catch(() => '');
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

async function ask<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function postmaster(): Promise<number> {
  const [{ folder: cluster }] = await ask<{ folder: string }>(
    server.adminUrl,
    "select current_setting('data_directory') as folder",
  );
  return Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

test('the first start makes a service role without superuser rights and a password only its owner reads', async () => {
  let begun = 0;
  server = await startEmbeddedPostgres({
    dataFolder: folder,
    meanwhile: async () => {
      begun += 1;
    },
  });
  expect(begun).toBe(1);
  expect(await ask(server.url, 'select rolsuper, rolbypassrls from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false, rolbypassrls: false },
  ]);
  expect(await ask(server.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
  expect((await stat(path.join(folder, 'postgres.secret'))).mode & 0o777).toBe(0o600);
});

test('a second start adopts the running server instead of starting another', async () => {
  const again = await startEmbeddedPostgres({ dataFolder: folder });
  expect(again.url).toBe(server.url);
});

test('committed rows are there again after the database was killed', async () => {
  await ask(server.url, 'create table kept (n int); insert into kept values (1)');
  process.kill(await postmaster(), 'SIGKILL');
  server = await startEmbeddedPostgres({ dataFolder: folder });
  expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('a server that is to be kept alive is started again at the same address when it dies', async () => {
  server.keepAlive();
  process.kill(await postmaster(), 'SIGKILL');
  const again = async (): Promise<unknown[]> => ask(server.url, 'select n from kept').catch(() => again());
  expect(await again()).toEqual([{ n: 1 }]);
});

test('a server that another process still uses is not stopped by the first one out', async () => {
  const other = new pg.Client({ connectionString: server.url, application_name: 'usher' });
  await other.connect();
  await server.stop();
  expect((await other.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await other.end();
  await server.stop();
  await expect(ask(server.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('what fails while the server starts fails the start, and no server is left running', async () => {
  const cluster = (
    await readFile(path.join(folder, 'postgres.location'), 'utf8').catch(() => path.join(folder, 'postgres'))
  ).trim();
  await server.stop('at-once');
  const meanwhile = async () => {
    throw new Error('The program cannot be read');
  };
  await expect(startEmbeddedPostgres({ dataFolder: folder, meanwhile })).rejects.toThrow('The program cannot be read');
  await expect(stat(path.join(cluster, 'postmaster.pid'))).rejects.toThrow('ENOENT');
  server = await startEmbeddedPostgres({ dataFolder: folder });
});

/** Only root may mount, and not in every container. */
const small = await mkdtemp(path.join(tmpdir(), 'usher-small-'));
await chmod(small, 0o755);
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m,mode=755', 'tmpfs', small]).status === 0;
afterAll(async () => {
  if (isMounted) spawnSync('umount', [small]);
  await rm(small, { recursive: true, force: true });
});

(isMounted ? test : test.skip)('a disk without room for a database is named, and what to do about it', async () => {
  const dataDir = path.join(small, 'data');
  await expect(databaseServer({ databaseUrl: null, dataDir } as Settings, new SilentLog())).rejects.toThrow(
    `USHER_DATA_DIR: ${dataDir} cannot be used (ENOSPC): make room on its disk`,
  );
  expect(await readdir(dataDir)).toEqual(['postgres.secret']);
});
