import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isRunning } from '../../kernel/process-name.js';
import { StartProblem } from '../../kernel/start-problem.js';
import type { DatabaseAccount } from './account.js';
import type { PostgresBinaries } from './binaries.js';
import type { Cluster } from './cluster.js';
import type { RecentOutput } from './recent-output.js';

/** A server process that answers. */
export interface Server {
  readonly port: number;
  readonly pid: number;
}

export interface LaunchOptions {
  /** Extra `-c name=value` settings. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  readonly words: RecentOutput;
  /** PostgreSQL is not asked anything before it ends. */
  readonly meanwhile: () => Promise<unknown>;
  /** A free one when absent. */
  readonly port?: number;
}

const startTimeoutMilliseconds = 30_000;

/** The server of a cluster: the running one, or a new one. */
export async function startServer(
  cluster: Cluster,
  binaries: PostgresBinaries,
  account: DatabaseAccount,
  options: LaunchOptions,
): Promise<Server> {
  const deadline = Date.now() + startTimeoutMilliseconds;
  for (;;) {
    const server =
      (await adopt(cluster, options.meanwhile)) ??
      (await launch(cluster, binaries, account, options, options.port ?? (await freePort())));
    if (server) return server;
    if (Date.now() > deadline)
      throw new StartProblem(
        `The bundled PostgreSQL did not start in ${cluster.folder}. It said last: ${options.words.text || 'none'}`,
      );
    await pause(200);
  }
}

async function launch(
  { folder, secret }: Cluster,
  binaries: PostgresBinaries,
  account: DatabaseAccount,
  options: LaunchOptions,
  port: number,
): Promise<Server | undefined> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    ...options.settings,
  };
  const child = spawn(
    binaries.postgres,
    ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  let ended = false;
  child.on('error', (error) => {
    ended = true;
    options.log?.(`postgres: ${error.message}`);
    options.words.hear(`postgres: ${error.message}\n`);
  });
  child.on('exit', () => {
    ended = true;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    options.log?.(chunk.toString().trimEnd());
    options.words.hear(chunk.toString());
  });
  // Not checked earlier: another process may have found the server unused and stopped it meanwhile.
  await options.meanwhile().catch(() => undefined);
  const admin = address('usher_admin', secret, port, 'postgres');
  const deadline = Date.now() + startTimeoutMilliseconds;
  while (!ended && Date.now() < deadline) {
    if ((await prepare(admin, secret)) && child.pid) return { port, pid: child.pid };
    await pause(20);
  }
  return undefined;
}

/** A server that a killed process left behind, or that another one started, is as good as a new one. */
async function adopt({ folder, secret }: Cluster, meanwhile: () => Promise<unknown>): Promise<Server | undefined> {
  const lock = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = lock.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!pid || !port || !isRunning(pid)) return undefined;
  await meanwhile().catch(() => undefined);
  if (!(await prepare(address('usher_admin', secret, port, 'postgres'), secret))) return undefined;
  return { port, pid };
}

/** True once the server answers and the role and database of the service exist. */
async function prepare(adminUrl: string, secret: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch {
    return false;
  }
  try {
    const { rows } = await client.query("select 1 from pg_database where datname = 'usher'");
    if (rows.length === 0) {
      await client.query(`create role usher login createdb createrole password '${secret}'`).catch(ignoreDuplicate);
      await client.query('create database usher owner usher').catch(ignoreDuplicate);
    }
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function ignoreDuplicate(error: { code?: string }): void {
  if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error;
}

export function address(role: string, secret: string, port: number, database: string): string {
  return `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
    });
  });
}
