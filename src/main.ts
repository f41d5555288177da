import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { workOf } from './start/background-work.js';
import { FirstOperator } from './console/operators/first-operator.js';
import { FirstKey } from './console/keys/first-key.js';
import { Backgrounds } from './health/backgrounds.js';
import { healthOnly } from './health/health.controller.js';
import { watchRequests } from './health/metrics.js';
import { createHttpApplication } from './http/edge/http-application.js';
import type { Log } from './kernel/log.js';
import type { Settings } from './kernel/settings.js';
import { requirePresets } from './start/start-checks.js';
import { openDatabase, type OpenDatabase } from './start/open-database.js';
import { servePages } from './people/web/serve-pages.js';
import { AccessPresets } from './provisioning/access/access-presets.js';
import { KeyFolder } from './settings/key-folder.js';
import { StartProblem } from './kernel/start-problem.js';

export interface Usher {
  readonly app: NestFastifyApplication;
  readonly port: number;
  /** Stops taking requests, finishes or hands back work in flight, closes the database; within 10 s or so. */
  stop(): Promise<void>;
}

interface AtStart {
  /** Hears the key of a first organization's owner, once. */
  readonly onNewOwner?: (token: string) => void;
  /** Hears the link by which somebody becomes the first operator, as long as there is none. */
  readonly onFirstVisit?: (link: string) => void;
  /** One that is open already; it is closed with everything else. */
  readonly database?: OpenDatabase;
}

/** Everything one process does, in the role that its settings name. */
export async function startUsher(
  settings: Settings,
  log: Log,
  { onNewOwner = () => undefined, onFirstVisit, database: opened }: AtStart = {},
): Promise<Usher> {
  const database = opened ?? (await openDatabase(settings, log, { needsKeys: true }));
  let app: NestFastifyApplication | undefined;
  try {
    app = await createHttpApplication(AppModule.with(settings, log, database), settings.trustedProxies);
    watchRequests(app);
    servePages(app);
    if (settings.role === 'worker') healthOnly(app);
    await app.init();
    await requirePresets(database.database, app.get(AccessPresets, { strict: false }));
    await makeFirstKey(app.get(FirstKey), settings, onNewOwner);
    await app.listen(settings.port, settings.host).catch((error: unknown) => {
      throw listenProblem(error, settings);
    });
    if (onFirstVisit && settings.role !== 'worker') await offerFirstVisit(app, settings, onFirstVisit);
    // Only who can be heard begins to work: a start that fails leaves nothing half done.
    const backgrounds = app.get(Backgrounds);
    backgrounds.start(workOf(app, settings.role));
    return started(app, backgrounds, database, settings, log);
  } catch (error) {
    await app?.close().catch(() => undefined);
    await database.close().catch(() => undefined);
    throw error;
  }
}

async function makeFirstKey(
  firstKey: FirstKey,
  { token, dataDir }: Settings,
  onNewOwner: (token: string) => void,
): Promise<void> {
  if (token) return void (await firstKey.bootstrap(token));
  const made = await firstKey.bootstrapOnce(() => new KeyFolder(dataDir).ownerToken());
  if (made) onNewOwner(made);
}

async function offerFirstVisit(
  app: NestFastifyApplication,
  { baseUrl }: Settings,
  onFirstVisit: (link: string) => void,
): Promise<void> {
  const token = await app.get(FirstOperator, { strict: false }).offer();
  if (token) onFirstVisit(`${baseUrl ?? `http://localhost:${portOf(app)}`}/console/first#${token}`);
}

function portOf(app: NestFastifyApplication): number {
  return (app.getHttpServer().address() as { port: number }).port;
}

function started(
  app: NestFastifyApplication,
  backgrounds: Backgrounds,
  database: OpenDatabase,
  settings: Settings,
  log: Log,
): Usher {
  const port = portOf(app);
  log.info({ port, host: settings.host, role: settings.role, pid: process.pid }, 'listening');
  return {
    app,
    port,
    stop: async () => {
      await backgrounds.stop();
      await closeApplication(app);
      await database.close();
    },
  };
}

/**
 * A connection whose answer was under way when the server stopped listening would be kept for its next request, which
 * may never come, for 72 seconds.
 */
async function closeApplication(app: NestFastifyApplication): Promise<void> {
  const server = app.getHttpServer() as Server;
  const rounds = setInterval(() => {
    if (!server.listening) server.closeIdleConnections();
  }, 50);
  await app.close().finally(() => clearInterval(rounds));
}

/** Why nobody can be heard at the port and address of the settings; the error itself where nobody expected it. */
function listenProblem(error: unknown, { port, host }: Pick<Settings, 'port' | 'host'>): unknown {
  const words: Readonly<Record<string, string | undefined>> = {
    EADDRINUSE:
      `PORT: ${port} is taken by another program, perhaps another Usher: stop that one, or name another ` +
      `port, such as PORT=${port + 1}`,
    EACCES: `PORT: ${port} is reserved for root: name one from 1024 on, with a proxy in front`,
    EADDRNOTAVAIL: `HOST: ${host} is no address of this machine; 0.0.0.0 is all of them`,
    ENOTFOUND: `HOST: there is no host named ${host}; 0.0.0.0 is all addresses of this machine`,
    EAI_AGAIN: `HOST: the name ${host} cannot be looked up; 0.0.0.0 is all addresses of this machine`,
  };
  const known = words[(error as NodeJS.ErrnoException).code ?? ''];
  return known === undefined ? error : new StartProblem(known, { cause: error });
}
