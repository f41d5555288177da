import { SystemChance } from '../kernel/chance.js';
import { SystemClock } from '../kernel/clock.js';
import { PinoLog } from '../kernel/pino-log.js';
import { Secrets } from '../kernel/secrets.js';
import { StartProblem } from '../kernel/start-problem.js';
import { AccountingIntake } from '../radius/accounting/accounting-intake.js';
import { AccountingStore } from '../radius/accounting/accounting-store.js';
import { LoginDoor } from '../radius/door/login-door.js';
import { radiusLoginOf } from '../radius/freeradius/database-login.js';
import { installedFreeRadius } from '../radius/freeradius/freeradius.js';
import { loadSettings } from '../settings/load-settings.js';
import { databaseServer } from '../start/database-server.js';
import { Behind, canAnswerAtOnce, radiusListenOn, serversOf } from '../start/freeradius-at-once.js';
import { ignoreBrokenOutput, stopSignal } from '../start/process-end.js';

/**
 * `usher radius`: the installed FreeRADIUS in the foreground, on the service's database, until it is told to stop. It
 * answers before the rest of this process is loaded.
 */
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
  const behind = new Behind(log);
  const secrets = new Secrets(settings.masterKeys, new SystemChance());
  const server = await databaseServer(settings, log);
  const databaseUrl = settings.listenDatabaseUrl ?? server.url;
  const directory = await LoginDoor.open((asked) => behind.asked(asked), new SystemClock());
  const listen = radiusListenOn(settings);
  const store = new AccountingStore(radiusLoginOf(databaseUrl, secrets).url, listen);
  const accounting = await AccountingIntake.open(
    { store, clock: new SystemClock(), log },
    { address: listen.address, forged: (...whose) => behind.forged(...whose) },
  );
  const servers = serversOf(settings, { binary, databaseUrl, secrets }, { directory, accounting }, behind);
  try {
    if (await canAnswerAtOnce(settings, databaseUrl, secrets)) await servers.serve();
    const { serveRadius } = await import('./serve-radius.js');
    await serveRadius({ settings, log, server, servers, behind, secrets, stop: stopping.signal });
  } finally {
    // Must not be left behind on its ports.
    await servers.stop();
    directory.close();
    await accounting.close();
    await store.close();
    await server.stop();
  }
  process.exit(0);
}
