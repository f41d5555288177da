import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { isRunning } from '../../src/kernel/process-name.js';
import { pause } from './until.js';

/** A data folder with the bundled database in it, seen from outside: its processes can be killed, its rows read. */
export class DataFolder {
  private constructor(readonly path: string) {}

  static async make(): Promise<DataFolder> {
    const folder = await mkdtemp(path.join(tmpdir(), 'usher-e2e-'));
    // Started by root, PostgreSQL's own user must be able to enter.
    await chmod(folder, 0o755);
    return new DataFolder(folder);
  }

  /** One that is made by whoever starts in it. */
  static at(folder: string): DataFolder {
    return new DataFolder(folder);
  }

  async postmaster(): Promise<{ pid: number; port: number }> {
    const lines = (await readFile(path.join(await this.cluster(), 'postmaster.pid'), 'utf8')).split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]) };
  }

  /** SIGKILL to the server's first process; the others notice and end. */
  async killDatabase(): Promise<void> {
    const { pid } = await this.postmaster();
    process.kill(pid, 'SIGKILL');
  }

  async isDatabaseRunning(): Promise<boolean> {
    return this.postmaster().then(
      ({ pid }) => isRunning(pid),
      () => false,
    );
  }

  /** Rows as the superuser sees them, past every tenant. */
  async rows<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const { port } = await this.postmaster();
    const secret = (await readFile(path.join(this.path, 'postgres.secret'), 'utf8')).trim();
    return rowsAt<Row>(`postgres://usher_admin:${secret}@127.0.0.1:${port}/usher`, sql, values);
  }

  /** Ends whatever still runs in it and removes it, with the cluster that root keeps elsewhere. */
  async remove(): Promise<void> {
    if (await this.isDatabaseRunning()) {
      const { pid } = await this.postmaster();
      process.kill(pid, 'SIGINT');
      while (isRunning(pid)) await pause(20);
    }
    await rm(await this.cluster(), { recursive: true, force: true });
    await rm(this.path, { recursive: true, force: true });
  }

  private async cluster(): Promise<string> {
    const elsewhere = await readFile(path.join(this.path, 'postgres.location'), 'utf8').catch(() => '');
    return elsewhere.trim() || path.join(this.path, 'postgres');
  }
}

export async function rowsAt<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A port that a service can come back to after it was killed. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
    });
  });
}
