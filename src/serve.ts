import 'reflect-metadata';
import { PinoLog } from './kernel/pino-log.js';
import { lastWords } from './last-words.js';
import { loadSettings } from './settings/load-settings.js';
import { startUsher } from './start-usher.js';

try {
  const settings = loadSettings(process.env);
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  const usher = await startUsher(settings, log, (token) => {
    process.stdout.write(`\nThe owner's key, shown once (kept in ${settings.dataDir}/owner.token):\n  ${token}\n\n`);
  });

  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    usher.stop().then(() => process.exit(0), (error: unknown) => {
      log.error({ error: String(error) }, 'did not stop cleanly');
      process.exit(1);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
} catch (error) {
  lastWords(error);
}
