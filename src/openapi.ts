import 'reflect-metadata';
import { readFile, writeFile } from 'node:fs/promises';
import { AppModule } from './app.module.js';
import { createDataSource } from './database/data-source.js';
import { Database } from './database/database.js';
import { DatabaseState } from './database/database-state.js';
import { createHttpApplication } from './http/edge/http-application.js';
import { buildOpenApi } from './http/openapi/open-api.js';
import { SystemChance } from './kernel/chance.js';
import { SystemClock } from './kernel/clock.js';
import { SilentLog } from './kernel/log.js';
import type { Settings } from './kernel/settings.js';

/**
 * `node dist/openapi.js` writes docs/openapi.json; with `--check` it exits 1 when the committed file differs.
 * It must run from the build: only the compiler's plugin knows the fields of the DTO classes.
 */
const file = new URL('../docs/openapi.json', import.meta.url);

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

// Never opened: the application is put together and described, not started.
const url = 'postgres://localhost/unused';
const dataSource = createDataSource({ url, poolSize: 1 }, []);
const state = new DatabaseState(async () => undefined, new SystemClock(), new SystemChance(), new SilentLog());
const database = {
  url,
  dataSource,
  state,
  database: new Database(dataSource, { assumeTenantRole: false }),
  close: async () => undefined,
};

const app = await createHttpApplication(AppModule.with(settings, new SilentLog(), database));
const text = `${JSON.stringify(buildOpenApi(app), null, 2)}\n`;

if (process.argv.includes('--check')) {
  const committed = await readFile(file, 'utf8').catch(() => '');
  if (committed !== text) {
    process.stderr.write('docs/openapi.json is stale: run npm run openapi and commit it\n');
    process.exit(1);
  }
} else {
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    process.stderr.write(
      `docs/openapi.json cannot be written (${error.code ?? error.name}): \`npm run openapi -- --check\` ` +
        `compares without writing, and a running service gives it at /openapi.json\n`,
    );
    process.exit(1);
  });
}
process.exit(0);
