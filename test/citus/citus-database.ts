import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createDataSource, migrate } from '../../src/database/data-source.js';
import { distribute } from '../../src/database/distribution/distribute.js';

/** The coordinator of a Citus, by a superuser: postgres://postgres@127.0.0.1:5432/postgres, which knows its workers. */
export const coordinator = process.env.USHER_TEST_CITUS_URL ?? '';

const owner = 'usher_test';
const templateLock = 0x63697475;
/** Few, so that a database is soon made. */
const shards = 4;

interface Node {
  readonly host: string;
  readonly port: number;
}

export interface CitusDatabase {
  readonly name: string;
  /** By the login of the service. */
  readonly url: string;
  /** By a superuser. */
  readonly adminUrl: string;
  /** By a superuser, at each worker. */
  readonly workerUrls: readonly string[];
  drop(): Promise<void>;
}

/** A database of its own on every node, whose coordinator knows the workers. Nothing is in it. */
export async function emptyCitusDatabase(): Promise<CitusDatabase> {
  const name = newName();
  for (const url of await adminUrls()) {
    await run(url, [
      ...[`${owner} login createrole`, 'usher_tenant', 'usher_radius'].map(
        (role) => `do $$ begin create role ${role};
          exception when duplicate_object or unique_violation then null; end $$`,
      ),
      `grant usher_tenant, usher_radius to ${owner}`,
      `create database ${name} owner ${owner}`,
    ]);
    await run(at(url, { pathname: name }), ['create extension citus']);
  }
  const adminUrl = at(coordinator, { pathname: name });
  const { hostname, port } = new URL(coordinator);
  await run(adminUrl, [
    `alter database ${name} set citus.shard_count = ${shards}`,
    `select citus_set_coordinator_host('${hostname}', ${port})`,
    ...(await workers()).map((node) => `select citus_add_node('${node.host}', ${node.port})`),
  ]);
  return databaseOf(name);
}

/** Of the coordinator alone, without the extension: what the same server does where nothing is distributed. */
export async function plainDatabase(): Promise<Pick<CitusDatabase, 'url' | 'drop'>> {
  const name = newName();
  await run(coordinator, [`create database ${name} owner ${owner}`]);
  const url = at(at(coordinator, { pathname: name }), { username: owner });
  return { url, drop: async () => void (await run(coordinator, [`drop database if exists ${name} with (force)`])) };
}

async function databaseOf(name: string): Promise<CitusDatabase> {
  const urls = await adminUrls();
  const [adminUrl, ...workerUrls] = urls.map((url) => at(url, { pathname: name }));
  return {
    name,
    url: at(adminUrl, { username: owner }),
    adminUrl,
    workerUrls,
    drop: async () => {
      for (const url of urls) await run(url, [`drop database if exists ${name} with (force)`]);
    },
  };
}

/** As `usher migrate --distributed` leaves it: a copy, on every node, of one that was distributed once. */
export async function distributedDatabase(): Promise<CitusDatabase> {
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const original = await distributedOnce(client);
    const name = newName();
    const { rows } = await client.query<{ setting: string }>(
      `select unnest(setconfig) as setting from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
       where d.datname = $1 and s.setrole = 0`,
      [original],
    );
    for (const url of await adminUrls())
      await run(url, [`create database ${name} template ${original} owner ${owner}`]);
    await run(
      coordinator,
      rows.map(({ setting }) => `alter database ${name} set ${setting.replace('=', " = '")}'`),
    );
    return databaseOf(name);
  } finally {
    await client.end();
  }
}

/** Its name says what it was made of. Nobody can connect to it: whoever is connected keeps it from being copied. */
async function distributedOnce(client: pg.Client): Promise<string> {
  const name = `distributed_${schemaDigest()}`;
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname ~ '^distributed_'",
  );
  if (rows.some((row) => row.name === name)) return name;
  const urls = await adminUrls();
  for (const { name: former } of rows) for (const url of urls) await run(url, [`drop database if exists ${former}`]);
  const made = await emptyCitusDatabase();
  const dataSource = await createDataSource({ url: made.url, poolSize: 2 }, []).initialize();
  try {
    await migrate(dataSource, made.url);
    await distribute(dataSource);
  } finally {
    await dataSource.destroy();
  }
  // The coordinator last: a name there is a database on all of them.
  for (const url of urls.toReversed())
    await run(url, [
      `alter database ${made.name} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${made.name}'`,
      `alter database ${made.name} rename to ${name}`,
    ]);
  return name;
}

function schemaDigest(): string {
  const folder = path.resolve('src/database');
  const digest = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(?:sql|ts)$/.test(file)) digest.update(readFileSync(path.join(folder, file)));
  return digest.digest('hex').slice(0, 12);
}

function newName(): string {
  return `t_${randomBytes(6).toString('hex')}`;
}

/** By a superuser: the coordinator first, then each worker. */
async function adminUrls(): Promise<string[]> {
  return [coordinator, ...(await workers()).map(({ host, port }) => at(coordinator, { hostname: host, port }))];
}

async function workers(): Promise<Node[]> {
  const found = await run(coordinator, [
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid',
  ]);
  return found as Node[];
}

function at(url: string, parts: { hostname?: string; port?: number; pathname?: string; username?: string }): string {
  const changed = new URL(url);
  if (parts.hostname) changed.hostname = parts.hostname;
  if (parts.port) changed.port = String(parts.port);
  if (parts.pathname) changed.pathname = parts.pathname;
  if (parts.username) {
    changed.username = parts.username;
    changed.password = '';
  }
  return changed.href;
}

/** One statement after the other; the rows of the last. */
async function run(url: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const sql of statements) ({ rows } = await client.query(sql));
    return rows;
  } finally {
    await client.end();
  }
}
