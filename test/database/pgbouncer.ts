import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from '@jest/globals';
import { freePort } from '../e2e/data-folder.js';
import { TiedProcess } from '../e2e/tied-process.js';
import { isInstalled } from '../optional/is-installed.js';

const program = ['/usr/sbin/pgbouncer', '/usr/local/sbin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);
/** A suite that needs the real PgBouncer; skipped, loudly, where it is not installed, and never in CI. */
export const withPgBouncer = isInstalled('What runs behind a real PgBouncer', program ? [] : ['pgbouncer'])
  ? describe
  : describe.skip;

/** From 1.21 on it can keep prepared statements in transaction mode. */
export function canKeepPrepared(): boolean {
  const said = program ? spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout : '';
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said) ?? [];
  return Number(major) > 1 || Number(minor) >= 21;
}

export interface PgBouncerSettings {
  /** Few, so that connections share them. */
  readonly servers: number;
  /** `max_prepared_statements`, which older ones do not know. */
  readonly prepared?: number;
  /** Options that it is told to drop without a word. */
  readonly drops?: string;
}

const standing = new Map<string, Promise<PgBouncer>>();

/** PgBouncer in transaction mode before one database. */
export class PgBouncer {
  private constructor(
    readonly url: string,
    private readonly child: TiedProcess,
    private readonly folder: string,
  ) {}

  static async before(databaseUrl: string, settings: PgBouncerSettings): Promise<PgBouncer> {
    const folder = mkdtempSync(path.join(tmpdir(), 'usher-pgbouncer-'));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const file = path.join(folder, 'pgbouncer.ini');
    writeFileSync(file, configuration(new URL(databaseUrl), port, settings), { mode: 0o644 });
    const child = TiedProcess.start(program ?? '', [file], { cwd: '/', signal: 'KILL' });
    await child.says('process up');
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    return new PgBouncer(url.href, child, folder);
  }

  /** One for each database, which lasts as long as this process. */
  static standing(databaseUrl: string): Promise<PgBouncer> {
    const found = standing.get(databaseUrl) ?? PgBouncer.lasting(databaseUrl);
    standing.set(databaseUrl, found);
    return found;
  }

  private static async lasting(databaseUrl: string): Promise<PgBouncer> {
    const pooler = await PgBouncer.before(databaseUrl, { servers: 5 });
    pooler.child.unref();
    // It has read its configuration.
    rmSync(pooler.folder, { recursive: true, force: true });
    return pooler;
  }

  async stop(): Promise<void> {
    await this.child.end();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function configuration(
  { hostname, port, pathname, username, password }: URL,
  listenPort: number,
  { servers, prepared, drops }: PgBouncerSettings,
): string {
  const name = pathname.slice(1);
  const login = `user=${username}${password === '' ? '' : ` password=${decodeURIComponent(password)}`}`;
  return `[databases]
${name} = host=${hostname} port=${port} dbname=${name} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${servers}
max_client_conn = 200
server_login_retry = 1
${prepared === undefined ? '' : `max_prepared_statements = ${prepared}`}
${drops === undefined ? '' : `ignore_startup_parameters = ${drops}`}
`;
}
