import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from '@jest/globals';
import { freePort, rowsAt } from '../e2e/data-folder.js';
import { TiedProcess } from '../e2e/tied-process.js';
import { until } from '../e2e/until.js';
import { coordinator } from './citus-database.js';
import { CuttableLine } from './cuttable-line.js';

const versions = '/usr/lib/postgresql';
const programs = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => path.join(versions, version, 'bin'))
      .find((folder) => existsSync(path.join(folder, '../lib/citus.so')))
  : undefined;
if (coordinator && !programs) process.stderr.write('Suites with a Citus of their own are skipped: none is installed\n');

/** A suite that kills nodes, for which the Citus of everybody is no place. */
export const withOwnCitus = coordinator && programs ? describe : describe.skip;

const host = '127.0.0.1';
/** Servers refuse to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const settings = {
  listen_addresses: host,
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  max_connections: '100',
  max_prepared_transactions: '200',
  max_locks_per_transaction: '1024',
  wal_level: 'logical',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.enable_statistics_collection': 'off',
  timezone: 'UTC',
};

/** One PostgreSQL with Citus in it. */
export class CitusNode {
  private child: TiedProcess | undefined;

  constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  url(database = 'postgres', user = 'postgres'): string {
    return `postgres://${user}@${host}:${this.port}/${database}`;
  }

  /** Also after it was killed: the children of the former one end a moment later. */
  async start(): Promise<void> {
    await until('the node answers', async () => {
      await this.child?.end();
      const all = { ...settings, port: String(this.port) };
      const words = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const child = TiedProcess.start(`${programs}/postgres`, ['-D', this.folder, ...words], {
        cwd: '/',
        signal: 'INT',
      });
      this.child = child;
      await until('it answers or ends', async () => {
        if (/FATAL:.*(?:lock file|shared memory)|could not bind/.test(child.said)) return true;
        return (await rowsAt(this.url(), 'select 1').catch(() => [])).length > 0;
      });
      return (await rowsAt(this.url(), 'select 1')).length > 0;
    });
  }

  /** SIGKILL to its first process; the others notice and end. */
  kill(): void {
    process.kill(Number(readFileSync(path.join(this.folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  }

  /** A standby of it, in whose memory each commit is before it is answered. */
  async synchronousStandby(folder: string): Promise<CitusNode> {
    const from = [
      '-h',
      host,
      '-p',
      String(this.port),
      '-U',
      'postgres',
      '-D',
      folder,
      '-R',
      '-X',
      'stream',
      '-c',
      'fast',
    ];
    execFileSync(`${programs}/pg_basebackup`, from, nobody);
    const standby = new CitusNode(folder, await freePort());
    await standby.start();
    await rowsAt(this.url(), "alter system set synchronous_standby_names = '*'");
    await rowsAt(this.url(), 'select pg_reload_conf()');
    await until('the standby is synchronous', async () => {
      const found = await rowsAt(this.url(), "select from pg_stat_replication where sync_state = 'sync'");
      return found.length > 0;
    });
    return standby;
  }

  /** A standby becomes a primary, which waits for no standby of its own. */
  async promote(): Promise<void> {
    await rowsAt(this.url(), 'select pg_promote()');
    await rowsAt(this.url(), 'alter system reset synchronous_standby_names');
    await rowsAt(this.url(), 'select pg_reload_conf()');
  }

  async stop(): Promise<void> {
    await this.child?.end();
  }
}

/** A coordinator, which is asked by a line, and two workers, of this test alone. */
export class OwnCluster {
  private constructor(
    private readonly folder: string,
    readonly nodes: readonly CitusNode[],
    readonly line: CuttableLine,
  ) {}

  /** With an empty database `usher` on each node. */
  static async start(): Promise<OwnCluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'usher-citus-'));
    chmodSync(folder, 0o755);
    if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
    const first = path.join(folder, 'n0');
    const made = ['-D', first, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    execFileSync(`${programs}/initdb`, made, nobody);
    const nodes: CitusNode[] = [];
    for (const name of ['n0', 'n1', 'n2']) {
      if (name !== 'n0') execFileSync('cp', ['-a', first, path.join(folder, name)], nobody);
      nodes.push(new CitusNode(path.join(folder, name), await freePort()));
    }
    const line = await CuttableLine.to(host, nodes[0].port);
    const cluster = new OwnCluster(folder, nodes, line);
    try {
      await Promise.all(nodes.map((node) => node.start()));
      for (const node of nodes) {
        for (const role of ['usher login createrole', 'usher_tenant', 'usher_radius'])
          await rowsAt(node.url(), `create role ${role}`);
        await rowsAt(node.url(), 'grant usher_tenant, usher_radius to usher');
        await rowsAt(node.url(), 'create database usher owner usher');
        await rowsAt(node.url('usher'), 'create extension citus');
      }
      const url = nodes[0].url('usher');
      await rowsAt(url, 'alter database usher set citus.shard_count = 4');
      await rowsAt(url, 'select citus_set_coordinator_host($1, $2)', [host, line.port]);
      for (const { port } of nodes.slice(1)) await rowsAt(url, 'select citus_add_node($1, $2)', [host, port]);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  /** By the line, by the login of the service. */
  get url(): string {
    return `postgres://usher@${host}:${this.line.port}/usher`;
  }

  get adminUrl(): string {
    return `postgres://postgres@${host}:${this.line.port}/usher`;
  }

  at(name: string): string {
    return path.join(this.folder, name);
  }

  async stop(): Promise<void> {
    await this.line.close();
    await Promise.all(this.nodes.map((node) => node.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}
