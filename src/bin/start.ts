import 'reflect-metadata';
import { PinoLog } from '../kernel/pino-log.js';
import { KeyFolder } from '../settings/key-folder.js';
import { loadSettings } from '../settings/load-settings.js';
import { databaseServer } from '../start/database-server.js';
import { ignoreBrokenOutput, stopSignal } from '../start/process-end.js';

/** `usher start`: runs the service until it is stopped. Returns once it answers. */
export async function start(): Promise<void> {
  ignoreBrokenOutput();
  // Listens from the first moment: a stop signal during the start still stops the database that was started.
  const told = stopSignal();
  const settings = loadSettings(process.env);
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  for (const file of new KeyFolder(settings.dataDir).readableByAll())
    log.warn({ file }, 'every account of this machine can read this key: chmod 600 ends that');
  // Loading the program's four thousand modules takes longer than PostgreSQL needs to start, so both happen at once.
  const program = () => import('../main.js');
  const server = await databaseServer(settings, log, program);
  // Any other database is looked at first: what it refuses is said in a fifth of the time that the program takes.
  const { openDatabase } = await import('../start/open-database.js');
  const database = await openDatabase(settings, log, { server, needsKeys: true });
  const { startUsher } = await program();
  const onNewOwner = (token: string) => {
    process.stdout.write(`\nThe owner's key, shown once (kept in ${settings.dataDir}/owner.token):\n  ${token}\n\n`);
  };
  const onFirstVisit = (link: string) => {
    process.stdout.write(
      `\nNobody can sign in to the console yet. The first one does here, once, within 24 hours:\n  ${link}\n\n`,
    );
  };
  const usher = await startUsher(settings, log, { onNewOwner, onFirstVisit, database });

  void told
    .then(async (signal) => {
      log.info({ signal }, 'stopping');
      await usher.stop();
      process.exit(0);
    })
    .catch((error: unknown) => {
      log.error({ error: String(error) }, 'did not stop cleanly');
      process.exit(1);
    });
}
