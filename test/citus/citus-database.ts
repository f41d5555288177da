import { randomBytes } from 'node:crypto';
import { describe } from '@jest/globals';
import pg from 'pg';
import { createDataSource, migrate } from '../../src/database/data-source.js';
import { distribute } from '../../src/database/distribution/distribute.js';

/** The coordinator of a Citus, by a superuser: postgres://postgres@127.0.0.1:5432/postgres, which knows its workers. */
const coordinator = process.env.USHER_TEST_CITUS_URL ?? '';
if (!coordinator) process.stderr.write('Suites on Citus are skipped: USHER_TEST_CITUS_URL names none\n');

/** A suite that needs a Citus, which Debian does not have; skipped, with a line, where none is named. */
export const withCitus = coordinator ? describe : describe.skip;

const owner = 'usher_test';
/** Few, so that a database is soon made. */
const shards = 4;

interface Node {
  readonly host: string;
  readonly port: number;
}

export interface CitusDatabase {
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
  const name = `t_${randomBytes(6).toString('hex')}`;
  const workers = await nodes();
  const adminUrls = [coordinator, ...workers.map(({ host, port }) => at(coordinator, { hostname: host, port }))];
  for (const url of adminUrls) {
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
    ...workers.map((node) => `select citus_add_node('${node.host}', ${node.port})`),
  ]);
  return {
    url: at(adminUrl, { username: owner }),
    adminUrl,
    workerUrls: adminUrls.slice(1).map((url) => at(url, { pathname: name })),
    drop: async () => {
      for (const url of adminUrls) await run(url, [`drop database if exists ${name} with (force)`]);
    },
  };
}

/** As `usher migrate --distributed` leaves it. */
export async function distributedDatabase(): Promise<CitusDatabase> {
  const made = await emptyCitusDatabase();
  const dataSource = await createDataSource({ url: made.url, poolSize: 2 }, []).initialize();
  try {
    await migrate(dataSource, made.url);
    await distribute(dataSource);
  } finally {
    await dataSource.destroy();
  }
  return made;
}

async function nodes(): Promise<Node[]> {
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
