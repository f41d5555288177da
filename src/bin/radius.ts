import 'reflect-metadata';
import { AppModule } from '../app.module.js';
import { createHttpApplication } from '../http/edge/http-application.js';
import { PinoLog } from '../kernel/pino-log.js';
import { StartProblem } from '../kernel/start-problem.js';
import { installedFreeRadius } from '../radius/freeradius/freeradius.js';
import { loadSettings } from '../settings/load-settings.js';
import { requireMasterKeys } from '../start/start-checks.js';
import { openDatabase } from '../start/open-database.js';
import { ignoreBrokenOutput, stopSignal } from '../start/process-end.js';
import { FreeRadiusSupervisor } from '../start/freeradius-supervisor.js';

/** `usher radius`: the installed FreeRADIUS in the foreground, on the service's database, until it is told to stop. */
export async function radius(): Promise<never> {
  ignoreBrokenOutput();
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort());
  const settings = loadSettings(process.env);
  const binary = installedFreeRadius();
  if (!binary)
    throw new StartProblem(
      'FreeRADIUS is not installed here. On Debian and Ubuntu: apt-get install freeradius freeradius-postgresql',
    );
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  const database = await openDatabase(settings, log);
  try {
    await requireMasterKeys(database.database, settings.masterKeys);
    const app = await createHttpApplication(AppModule.with(settings, log, database));
    await app.init();
    await FreeRadiusSupervisor.run(app, database, binary, settings, log, stopping.signal);
  } finally {
    await database.close();
  }
  process.exit(0);
}
