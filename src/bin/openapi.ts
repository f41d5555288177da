import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { AppModule } from '../app.module.js';
import { createDataSource } from '../database/data-source.js';
import { Database } from '../database/database.js';
import { DatabaseState } from '../database/database-state.js';
import { createHttpApplication } from '../http/edge/http-application.js';
import { buildOpenApi } from '../http/openapi/open-api.js';
import { SystemChance } from '../kernel/chance.js';
import { SystemClock } from '../kernel/clock.js';
import { SilentLog } from '../kernel/log.js';
import type { Settings } from '../kernel/settings.js';

const file = new URL('../../docs/openapi.json', import.meta.url);

const settings: Settings = {
  port: 0,
  host: '127.0.0.1',
  baseUrl: null,
  databaseUrl: null,
  dataDir: '',
  token: null,
  masterKeys: [Buffer.alloc(32)],
  role: 'api',
  rateLimitPerMinute: 0,
  allowPrivateTargets: false,
  logLevel: 'silent',
};

/**
 * `usher openapi` writes docs/openapi.json; with `check` it only compares, and exits 1 when the committed file differs.
 * It must run from the build: only the compiler's plugin knows the fields of the DTO classes.
 */
export async function openapi({ check }: { readonly check?: boolean }): Promise<never> {
  const text = await describeApi();
  if (check) {
    const committed = await readFile(file, 'utf8').catch(() => '');
    if (committed !== text) fail('docs/openapi.json is stale: run npm run openapi and commit it');
  } else {
    await writeFile(file, text).catch((error: NodeJS.ErrnoException) =>
      fail(
        `docs/openapi.json cannot be written (${error.code ?? error.name}): \`npm run openapi -- --check\` ` +
          'compares without writing, and a running service gives it at /openapi.json',
      ),
    );
  }
  process.exit(0);
}

/** The application is assembled and described, but not started: the database is never opened. */
async function describeApi(): Promise<string> {
  const url = 'postgres://localhost/unused';
  const dataSource = createDataSource({ url, poolSize: 1 }, []);
  const database = {
    url,
    dataSource,
    state: new DatabaseState(async () => undefined, new SystemClock(), new SystemChance(), new SilentLog()),
    database: new Database(dataSource, { assumeTenantRole: false }),
    close: async () => undefined,
  };
  const app = await createHttpApplication(AppModule.with(settings, new SilentLog(), database));
  return `${JSON.stringify(buildOpenApi(app), null, 2)}\n`;
}

function fail(why: string): never {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
