import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { type ServiceProcess, startServiceProcess } from './service-process.js';

/** A durable PostgreSQL (fsync on), the real service on it, and a bare server beside it. */
export interface World {
  readonly service: ServiceProcess;
  readonly limit: URL;
  readonly sql: pg.Pool;
  readonly databaseUrl: string;
  readonly organizationId: string;
  readonly folder: string;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-bench-'));
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataFolder: folder, settings: { max_wal_size: '4GB' } });
  const service = await startServiceProcess({ DATABASE_URL: postgres.url, USHER_DATA_DIR: folder });
  const sql = new pg.Pool({ connectionString: postgres.adminUrl.replace(/\/postgres$/, '/usher'), max: 10 });
  const { rows } = await sql.query<{ id: string }>('select id from organizations order by created_at limit 1');
  const organizationId = rows[0]?.id ?? '';
  await sql.query('create table limit_users (like users including all)');
  await sql.query('alter table limit_users owner to usher');
  const { child, url: limit } = await limitServer(postgres.url, organizationId);
  return {
    service, limit, sql, organizationId, folder,
    databaseUrl: postgres.url,
    close: async () => {
      child.kill('SIGTERM');
      await service.stop();
      await sql.end();
      await postgres.stop('at-once');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function limitServer(databaseUrl: string, organizationId: string): Promise<{ child: ChildProcess; url: URL }> {
  const child = spawn(process.execPath, [new URL('limit-server.js', import.meta.url).pathname], {
    stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ORGANIZATION_ID: organizationId },
  });
  const port = await new Promise<string>((resolve) => { createInterface({ input: child.stdout }).once('line', resolve); });
  return { child, url: new URL(`http://127.0.0.1:${port}`) };
}
