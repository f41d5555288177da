import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import { workOf } from './background-work.js';
import { FirstKey } from './console/keys/first-key.js';
import { Backgrounds } from './health/backgrounds.js';
import { healthOnly } from './health/health-only.js';
import { watchRequests } from './health/request-metrics.js';
import { createHttpApplication } from './http/http-application.js';
import type { Log } from './kernel/log.js';
import type { Settings } from './kernel/settings.js';
import { openDatabase } from './open-database.js';

export interface Usher {
  readonly app: NestFastifyApplication;
  readonly port: number;
  /** Stops taking requests, finishes or hands back work in flight, closes the database; within 10 s or so. */
  stop(): Promise<void>;
}

/** Everything one process does, in the role that its settings name. */
export async function startUsher(settings: Settings, log: Log): Promise<Usher> {
  const database = await openDatabase(settings, log);
  try {
    const app = await createHttpApplication(AppModule.with(settings, log, database), settings.trustedProxies);
    watchRequests(app);
    if (settings.role === 'worker') healthOnly(app);
    await app.init();
    await app.get(FirstKey).bootstrap(settings.token ?? '');
    const backgrounds = app.get(Backgrounds);
    backgrounds.start(workOf(app, settings.role));
    await app.listen(settings.port, settings.host);
    const port = (app.getHttpServer().address() as { port: number }).port;
    log.info({ port, host: settings.host, role: settings.role, pid: process.pid }, 'listening');
    return {
      app,
      port,
      stop: async () => {
        await backgrounds.stop();
        await app.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}
