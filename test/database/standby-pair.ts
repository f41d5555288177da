import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe } from '@jest/globals';
import { freePort, rowsAt } from '../e2e/data-folder.js';
import { TiedProcess } from '../e2e/tied-process.js';
import { until } from '../e2e/until.js';
import { isInstalled } from '../optional/is-installed.js';

const versions = '/usr/lib/postgresql';
const programs = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => path.join(versions, version, 'bin'))
      .find((folder) => existsSync(path.join(folder, 'pg_basebackup')))
  : undefined;
/** A suite that needs a real standby; skipped, loudly, where none can be made, and never in CI. */
export const withStandby = isInstalled('Reads at a real standby', programs ? [] : ['postgresql'])
  ? describe
  : describe.skip;

/** PostgreSQL refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const fast = ['fsync=off', 'max_connections=100', 'max_standby_streaming_delay=0', 'max_standby_archive_delay=0'];

/** A primary and a physical standby, made by pg_basebackup and fed by streaming. */
export class StandbyPair {
  private readonly servers = new Map<string, TiedProcess>();

  private constructor(
    private readonly folder: string,
    private readonly ports: Readonly<Record<'primary' | 'standby', number>>,
  ) {}

  static async start(): Promise<StandbyPair> {
    const folder = mkdtempSync(path.join(tmpdir(), 'usher-standby-'));
    chmodSync(folder, 0o755);
    if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
    const pair = new StandbyPair(folder, { primary: await freePort(), standby: await freePort() });
    try {
      await pair.run('initdb', ['-D', pair.home('primary'), '-U', 'postgres', '--auth=trust', '--no-sync', '-EUTF8']);
      await pair.begin('primary');
      for (const text of ['create role usher login createrole', 'create database usher owner usher'])
        await pair.sql('primary', text, 'postgres');
      const from = ['-h', '127.0.0.1', '-p', `${pair.ports.primary}`, '-U', 'postgres'];
      await pair.run('pg_basebackup', [...from, '-D', pair.home('standby'), '-R', '-X', 'stream', '-c', 'fast']);
      await pair.begin('standby');
    } catch (error) {
      await pair.stop();
      throw error;
    }
    return pair;
  }

  url(of: 'primary' | 'standby', user = 'usher', database = 'usher'): string {
    return `postgres://${user}@127.0.0.1:${this.ports[of]}/${database}`;
  }

  sql<Row extends object>(at: 'primary' | 'standby', text: string, database = 'usher'): Promise<Row[]> {
    return rowsAt<Row>(this.url(at, 'postgres', database), text);
  }

  async begin(which: 'primary' | 'standby'): Promise<void> {
    const settings = [...fast, `port=${this.ports[which]}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const words = settings.flatMap((setting) => ['-c', setting]);
    this.servers.set(which, this.tied('postgres', ['-D', this.home(which), ...words]));
    await until(`the ${which} answers`, () => this.sql(which, 'select 1', 'postgres'));
  }

  async end(which: 'primary' | 'standby'): Promise<void> {
    await this.servers.get(which)?.end();
  }

  async stop(): Promise<void> {
    await this.end('standby');
    await this.end('primary');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private home(which: string): string {
    return path.join(this.folder, which);
  }

  private async run(program: string, parameters: readonly string[]): Promise<void> {
    await promisify(execFile)(path.join(programs ?? '', program), parameters, { cwd: this.folder, ...nobody });
  }

  private tied(program: string, parameters: readonly string[]): TiedProcess {
    const env = { LC_ALL: 'C.UTF-8', HOME: this.folder };
    return TiedProcess.start(path.join(programs ?? '', program), parameters, { cwd: this.folder, signal: 'INT', env });
  }
}
