import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from '@jest/globals';
import pg from 'pg';
import { freePort } from '../e2e/data-folder.js';
import { TiedProcess } from '../e2e/tied-process.js';
import { until } from '../e2e/until.js';
import { isInstalled } from '../optional/is-installed.js';

const versions = '/usr/lib/postgresql';
const programs = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => path.join(versions, version, 'bin'))
      .find((folder) => existsSync(path.join(folder, 'pg_rewind')))
  : undefined;
const wanted = { patroni: '/usr/bin/patroni', 'etcd-server': '/usr/bin/etcd', haproxy: '/usr/sbin/haproxy' };
const missing = [
  ...Object.entries(wanted).flatMap(([name, file]) => (existsSync(file) ? [] : [name])),
  ...(programs ? [] : ['postgresql']),
];
/** A suite that needs the real Patroni, etcd and HAProxy; skipped, loudly, where one is missing, and never in CI. */
export const withPatroni = isInstalled('A failover by Patroni', missing) ? describe : describe.skip;

interface Member {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
}

/**
 * A primary and a synchronous standby, which Patroni watches by etcd, behind a HAProxy that leads to whoever is the
 * primary.
 */
export class PatroniCluster {
  private readonly children: TiedProcess[] = [];

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly members: readonly Member[],
  ) {}

  /** Resolves once the standby is synchronous. */
  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(path.join(tmpdir(), 'usher-patroni-'));
    chmodSync(folder, 0o755);
    if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
    const members: Member[] = [];
    for (const name of ['one', 'two']) members.push({ name, port: await freePort(), restPort: await freePort() });
    const cluster = new PatroniCluster(folder, await freePort(), members);
    try {
      await cluster.begin(await freePort(), await freePort());
      await until('the standby is synchronous', () => cluster.memberThat('sync'));
      await until('the way leads to the primary', () => cluster.sql('select 1'));
    } catch (error) {
      const said = cluster.children.map((child) => child.said.slice(-2_000)).join('\n');
      await cluster.stop();
      throw new Error(`${String(error)}\n${said}`, { cause: error });
    }
    return cluster;
  }

  /** By HAProxy, to the primary of the moment. */
  url(database: string, user = 'postgres'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  async sql<Row extends object>(text: string, database = 'postgres'): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url(database), connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** SIGKILL to the primary's first process; resolves once the standby has taken its place. */
  async failOver(): Promise<void> {
    const before = await this.memberThat('primary');
    if (!before) throw new Error('There is no primary');
    process.kill(this.postmaster(before), 'SIGKILL');
    await until('the standby is the primary', async () => {
      const now = await this.memberThat('primary');
      return now && now.name !== before.name;
    });
  }

  /** Patroni ends its PostgreSQL; etcd and HAProxy go last. */
  async stop(): Promise<void> {
    const [etcd, ...others] = this.children;
    await Promise.all(others.map((child) => child.end()));
    await etcd?.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private postmaster({ name }: Member): number {
    return Number(readFileSync(path.join(this.folder, name, 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** As Patroni itself says over its REST API. */
  private async memberThat(role: 'primary' | 'sync'): Promise<Member | undefined> {
    for (const member of this.members) {
      const answer = await fetch(`http://127.0.0.1:${member.restPort}/${role}`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.status === 200) return member;
    }
    return undefined;
  }

  private async begin(etcdPort: number, peerPort: number): Promise<void> {
    const { folder, members, port } = this;
    const [client, peer] = [etcdPort, peerPort].map((each) => `http://127.0.0.1:${each}`);
    const etcd = {
      'data-dir': path.join(folder, 'etcd'),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': `default=${peer}`,
    };
    this.run(
      wanted['etcd-server'],
      Object.entries(etcd).map(([name, value]) => `--${name}=${value}`),
    );
    await until('etcd answers', async () => (await fetch(`${client}/health`)).ok);
    for (const member of members) {
      const file = path.join(folder, `${member.name}.yml`);
      writeFileSync(file, JSON.stringify(patroniSettings(folder, member, etcdPort)));
      this.run(wanted.patroni, [file]);
    }
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(file, proxySettings(port, members));
    this.run(wanted.haproxy, ['-db', '-f', file]);
  }

  private run(program: string, parameters: readonly string[]): void {
    const env = { LC_ALL: 'C.UTF-8', HOME: this.folder };
    this.children.push(TiedProcess.start(program, parameters, { cwd: this.folder, signal: 'TERM', env }));
  }
}

/** JSON is YAML. */
function patroniSettings(folder: string, { name, port, restPort }: Member, etcdPort: number): object {
  const rest = `127.0.0.1:${restPort}`;
  const own = `127.0.0.1:${port}`;
  return {
    scope: 'usher',
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        // A primary that was killed is not waited for.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
    postgresql: {
      listen: own,
      connect_address: own,
      data_dir: path.join(folder, name),
      bin_dir: programs,
      pgpass: path.join(folder, `${name}.pgpass`),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
        rewind: { username: 'rewinder' },
      },
      parameters: { unix_socket_directories: folder },
    },
  };
}

function proxySettings(port: number, members: readonly Member[]): string {
  const servers = members.map((each) => `  server ${each.name} 127.0.0.1:${each.port} check port ${each.restPort}`);
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
