import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { lastWill } from '../test/e2e/last-will.js';
import { pause, type ServiceProcess, startServiceProcess } from './service-process.js';

/** A durable PostgreSQL (fsync on), the real service on it, and a bare server beside it. */
export interface World {
  readonly service: ServiceProcess;
  readonly limit: URL;
  readonly sql: pg.Pool;
  readonly databaseUrl: string;
  /** As PostgreSQL's own superuser. */
  readonly adminUrl: string;
  readonly organizationId: string;
  readonly folder: string;
  close(): Promise<void>;
}

/** Of the benchmark's pushing system, here and at the limit. */
export const hookToken = 'a-webhook-token-of-some-length';

export async function openWorld(): Promise<World> {
  const folder = await mkdtemp(path.join(tmpdir(), 'usher-bench-'));
  // Started by root, PostgreSQL's own user must be able to enter, or its cluster would lie elsewhere and stay behind.
  await chmod(folder, 0o755);
  lastWill.remove(folder);
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataFolder: folder,
    settings: {
      max_wal_size: '4GB',
      ...(process.env.BENCH_STATEMENTS && { shared_preload_libraries: 'pg_stat_statements' }),
    },
  });
  const service = await startServiceProcess({ DATABASE_URL: postgres.url, USHER_DATA_DIR: folder });
  const sql = new pg.Pool({ connectionString: postgres.adminUrl.replace(/\/postgres$/, '/usher'), max: 10 });
  // Connections that the server ends while it stops.
  sql.on('error', () => undefined);
  const { rows } = await sql.query<{ id: string }>('select id from organizations order by created_at limit 1');
  const organizationId = rows[0]?.id ?? '';
  await sql.query('create table limit_users (like users including all)');
  await sql.query('alter table limit_users owner to usher');
  const { child, url: limit } = await limitServer(postgres.url, organizationId);
  return {
    service,
    limit,
    sql,
    organizationId,
    folder,
    databaseUrl: postgres.url,
    adminUrl: postgres.adminUrl,
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
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ORGANIZATION_ID: organizationId, HOOK_TOKEN: hookToken },
  });
  lastWill.end(child);
  const port = await new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve);
  });
  return { child, url: new URL(`http://127.0.0.1:${port}`) };
}

/** An organization beneath the first one, so that rounds do not meet each other's rows. */
export async function newOrganization({ service }: World, name: string): Promise<Record<string, string>> {
  const { status, body } = await service.call('POST', '/organizations', { name });
  if (status !== 201) throw new Error(`No organization: ${JSON.stringify(body)}`);
  return { 'x-organization-id': String(body.id) };
}

/** Calls and wants success. */
export async function ask(
  { service }: Pick<World, 'service'>,
  method: string,
  at: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Record<string, unknown>> {
  const answer = await service.call(method, at, body, headers);
  if (answer.status >= 400) throw new Error(`${method} ${at}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/**
 * Asks every 5 ms, or more rarely where asking costs what is measured; resolves with the milliseconds since
 * `startedAt`.
 */
export async function timeUntil(
  startedAt: number,
  what: string,
  isSo: () => Promise<boolean> | boolean,
  mostSeconds = 300,
  everyMilliseconds = 5,
): Promise<number> {
  while (!(await isSo())) {
    if (performance.now() - startedAt > mostSeconds * 1000) throw new Error(`Not so within ${mostSeconds} s: ${what}`);
    await pause(everyMilliseconds);
  }
  return performance.now() - startedAt;
}
