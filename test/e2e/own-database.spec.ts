import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.js';
import { SystemChance } from '../../src/kernel/chance.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { radiusLoginOf } from '../../src/radius/freeradius/database-login.js';
import { keepPublicAuthorities } from '../../src/radius/freeradius/database-tls.js';
import { certificateFor } from '../console/webhooks/self-signed.js';
import { runToEnd, testKey } from './service.js';
import { until } from './until.js';

let folder: string;
let server: EmbeddedPostgres;
let admin: pg.Client;
const authority = (name: string) => path.join(folder, `${name}.pem`);
/** Of this database, whose certificate is for localhost. */
const at = (query: string) => `${server.url.replace('127.0.0.1', 'localhost')}?${query}`;
const migrateAt = (url: string) =>
  runToEnd({ DATABASE_URL: url, USHER_MASTER_KEY: testKey, USHER_DATA_DIR: folder }, 'migrate');
const migrate = (query: string) => migrateAt(at(query));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'usher-tls-'));
  // Started by root, PostgreSQL's own user must be able to enter.
  await chmod(folder, 0o755);
  server = await startEmbeddedPostgres({ dataFolder: folder, settings: { fsync: 'off' } });
  const [own, other] = [await certificateFor('localhost'), await certificateFor('somewhere.example')];
  await writeFile(authority('own'), own.cert);
  await writeFile(authority('other'), other.cert);
  admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  // Written by the server itself, the key is its own.
  for (const [name, pem] of Object.entries({ 'server.crt': own.cert, 'server.key': own.key }))
    await admin.query(`copy (select regexp_split_to_table('${pem}', '\\r?\\n')) to program 'umask 077; cat > ${name}'`);
  await admin.query('alter system set ssl = on');
  await admin.query('select pg_reload_conf()');
  await until('encrypts', async () => (await admin.query<{ ssl: string }>('show ssl')).rows[0]?.ssl === 'on');
}, 60_000);
afterAll(async () => {
  await admin.end();
  await server.stop('at-once');
  await rm(folder, { recursive: true, force: true });
});

test.each(['verify-full', 'require'])('sslmode=%s with the authority that issued the certificate', async (mode) => {
  expect(await migrate(`sslmode=${mode}&sslrootcert=${authority('own')}`)).toMatchObject({ code: 0, err: '' });
});

test.each(['sslmode=require', 'sslmode=verify-full&sslrootcert=other'])(
  '%s: an authority that is not known is told, with the remedy',
  async (query) => {
    const { code, err } = await migrate(query.replace(/other$/, authority('other')));
    expect(code).toBe(1);
    expect(err).toMatch(/^DATABASE_URL: the certificate of PostgreSQL at localhost:\d+ is by an authority that is /);
    expect(err).toContain('sslrootcert=');
    expect(err.trim()).not.toContain('\n');
  },
);

test.each([
  ['sslmode=verify-full&sslrootcert=/nowhere/ca.pem', 'the file of its sslrootcert cannot be read: /nowhere/ca.pem'],
  ['sslmode=verify_full', 'sslmode must be one of disable, no-verify, prefer, require, verify-ca, verify-full'],
])('%s is a wrong setting', async (query, words) => {
  const { code, err } = await migrate(query);
  expect(code).toBe(78);
  expect(err).toContain(`DATABASE_URL: ${words}`);
});

test('a database of another encoding, in which RADIUS would answer nobody, is refused', async () => {
  await admin.query("create database ascii owner usher encoding 'SQL_ASCII' locale 'C' template template0");
  const { code, err } = await migrateAt(server.url.replace(/\/usher$/, '/ascii'));
  expect(code).toBe(78);
  expect(err).toContain("create database ascii owner usher encoding 'UTF8' locale 'C.UTF-8' template template0");
});

test('a database that is set to other dates and another isolation is refused, with what helps', async () => {
  await admin.query("alter database usher set datestyle = 'SQL, DMY'");
  await admin.query("alter database usher set default_transaction_isolation = 'serializable'");
  const encrypted = `sslmode=verify-full&sslrootcert=${authority('own')}`;
  const { code, err } = await migrate(encrypted);
  expect(code).toBe(78);
  const helps = err.match(/alter database [^;]*;/g) ?? [];
  expect(helps).toHaveLength(2);
  for (const statement of helps) await admin.query(statement);
  expect(await migrate(encrypted)).toMatchObject({ code: 0, err: '' });
});

describe('FreeRADIUS, by libpq, knows the database as the service does', () => {
  /** Nobody has made its role: who is asked for a password has found the certificate good. */
  const said = async (query: string) => {
    const { database } = radiusLoginOf(at(query), new Secrets([Buffer.alloc(32, 9)], new SystemChance()));
    keepPublicAuthorities(folder, database);
    return new Promise<string>((resolve) => {
      execFile('psql', [database, '-c', 'select'], { cwd: folder }, (error, _, err) =>
        resolve(error?.code === 'ENOENT' ? 'no psql here' : err),
      );
    });
  };

  test.each([
    ['own', 'password authentication failed'],
    ['other', 'certificate verify failed'],
    ['', 'certificate verify failed'],
  ])('trusting authority "%s": %s', async (name, words) => {
    const answer = await said(`sslmode=verify-full${name && `&sslrootcert=${authority(name)}`}`);
    if (answer !== 'no psql here') expect(answer).toContain(words);
  });
});
