import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { isRunning } from '../../kernel/process-name.js';
import { type DatabaseAccount, databaseAccount } from './account.js';
import { findBinaries, isReachable, type PostgresBinaries } from './binaries.js';

/** A running PostgreSQL: `url` is that of an ordinary (not superuser) role which owns the database `usher`. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Role that may create databases; for tests and tools only. */
  readonly adminUrl: string;
  /** Starts the server anew, at the same address, whenever it dies before `stop`. */
  keepAlive(): void;
  /**
   * Fast shutdown (about 15 ms), by the last one out: a server that other processes still use goes on, unless forced.
   */
  stop(how?: 'when-unused' | 'at-once'): Promise<void>;
}

interface Server {
  readonly port: number;
  readonly pid: number;
}

export interface EmbeddedOptions {
  /** Folder of this deployment; the cluster goes to `postgres/` beneath it. */
  readonly dataFolder: string;
  /** Extra `-c name=value` settings; tests switch fsync off here. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /**
   * Begun, once, as soon as a process of PostgreSQL is on its way; it may block this one. PostgreSQL is not asked
   * before its end.
   */
  readonly meanwhile?: () => Promise<unknown>;
}

const startTimeoutMilliseconds = 30_000;
const lookMilliseconds = 500;
/** For root only: where cluster and binaries go when the database account cannot reach the usual place. */
const rootFolder = '/var/lib/usher';

/**
 * Starts the bundled PostgreSQL, creating its cluster at first use. Safe after kill -9 of this process: a server left
 * behind is adopted, and a dead one's lock file is waited out while its last processes end.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = await databaseAccount();
  const folder = await clusterFolder(options.dataFolder, account);
  const binaries = await findBinaries(account, rootFolder);
  const secret = await clusterSecret(options.dataFolder);
  const meanwhile = once(options.meanwhile);
  if (!(await readFile(path.join(folder, 'PG_VERSION')).catch(() => undefined)))
    await initialise(folder, binaries, account, secret, meanwhile);

  const start = async (port?: number): Promise<Server> => {
    const deadline = Date.now() + startTimeoutMilliseconds;
    for (;;) {
      const server =
        (await adopt(folder, secret, meanwhile)) ??
        (await launch(folder, binaries, account, secret, { ...options, meanwhile }, port ?? (await freePort())));
      if (server) return server;
      if (Date.now() > deadline)
        throw new Error(`The bundled PostgreSQL did not start in ${folder}; its own words are in the log above`);
      await pause(200);
    }
  };
  const server = running(await start(), secret, start, options.log);
  return meanwhile().then(
    () => server,
    async (error: unknown) => {
      await server.stop();
      throw error;
    },
  );
}

/** The same work, however often it is asked for. */
function once(work: () => Promise<unknown> = async () => undefined): () => Promise<unknown> {
  let underWay: Promise<unknown> | undefined;
  return () => (underWay ??= work());
}

async function clusterFolder(dataFolder: string, account: DatabaseAccount): Promise<string> {
  const usual = path.resolve(dataFolder, 'postgres');
  await mkdir(path.dirname(usual), { recursive: true });
  if (await isReachable(path.dirname(usual), account)) return usual;
  const pointer = path.resolve(dataFolder, 'postgres.location');
  const known = await readFile(pointer, 'utf8').catch(() => '');
  if (known) return known.trim();
  const elsewhere = path.join(rootFolder, `cluster-${randomBytes(8).toString('hex')}`);
  await mkdir(rootFolder, { recursive: true, mode: 0o755 });
  await writeFile(pointer, `${elsewhere}\n`);
  return elsewhere;
}

async function clusterSecret(dataFolder: string): Promise<string> {
  const file = path.resolve(dataFolder, 'postgres.secret');
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  return (await readFile(file, 'utf8')).trim();
}

async function initialise(
  folder: string,
  binaries: PostgresBinaries,
  account: DatabaseAccount,
  secret: string,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  // A cluster without PG_VERSION was interrupted while being made and holds nothing.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, secret, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(folder, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  try {
    await run(
      binaries.initdb,
      [
        '-D',
        folder,
        '-U',
        'usher_admin',
        '--pwfile',
        passwordFile,
        '--auth=scram-sha-256',
        '--no-locale',
        '--encoding=UTF8',
        '--no-sync',
      ],
      account,
      meanwhile,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function launch(
  folder: string,
  binaries: PostgresBinaries,
  account: DatabaseAccount,
  secret: string,
  options: EmbeddedOptions,
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
  });
  child.on('exit', () => {
    ended = true;
  });
  child.stderr?.on('data', (chunk: Buffer) => options.log?.(chunk.toString().trimEnd()));
  // Not asked before: one that others may meanwhile have found unused, and stopped, would be taken for ours.
  await options.meanwhile?.().catch(() => undefined);
  const admin = address('usher_admin', secret, port, 'postgres');
  const deadline = Date.now() + startTimeoutMilliseconds;
  while (!ended && Date.now() < deadline) {
    if ((await prepare(admin, secret)) && child.pid) return { port, pid: child.pid };
    await pause(20);
  }
  return undefined;
}

/** A server that a killed process left behind, or that another one started, is as good as a new one. */
async function adopt(folder: string, secret: string, meanwhile: () => Promise<unknown>): Promise<Server | undefined> {
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

function running(
  first: Server,
  secret: string,
  start: (port: number) => Promise<Server>,
  log?: (line: string) => void,
): EmbeddedPostgres {
  const { port } = first;
  const adminUrl = address('usher_admin', secret, port, 'postgres');
  let { pid } = first;
  let watch: NodeJS.Timeout | undefined;
  let starting: Promise<void> | undefined;
  const restart = async () => {
    try {
      ({ pid } = await start(port));
    } catch (error) {
      log?.(String(error));
    }
  };
  const look = () => {
    if (starting || isRunning(pid)) return;
    log?.('postgres is gone: starting it again');
    starting = restart().finally(() => {
      starting = undefined;
    });
  };
  return {
    url: address('usher', secret, port, 'usher'),
    adminUrl,
    keepAlive: () => {
      watch ??= setInterval(look, lookMilliseconds).unref();
    },
    stop: async (how = 'when-unused') => {
      clearInterval(watch);
      await starting;
      if (how === 'when-unused' && (await isInUse(adminUrl))) return;
      if (isRunning(pid)) process.kill(pid, 'SIGINT');
      while (isRunning(pid)) await pause(10);
    },
  };
}

/** Connections that were just closed may be shown for a moment longer. */
async function isInUse(adminUrl: string): Promise<boolean> {
  for (let looks = 0; looks < 5; looks += 1) {
    if (!(await hasClients(adminUrl))) return false;
    await pause(50);
  }
  return true;
}

async function hasClients(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query("select 1 from pg_stat_activity where application_name like 'usher%' limit 1");
    return rows.length > 0;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function address(role: string, secret: string, port: number, database: string): string {
  return `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
}

async function run(
  program: string,
  args: string[],
  account: DatabaseAccount,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, LC_MESSAGES: 'C' },
    });
    let words = '';
    child.stderr.on('data', (chunk: Buffer) => {
      words += chunk.toString();
    });
    child.on('error', reject);
    void meanwhile().catch(() => undefined);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(program)} ended with ${code}: ${words.trim()}`)),
    );
  });
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

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
