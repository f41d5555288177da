import 'reflect-metadata';
import { PinoLog } from './kernel/pino-log.js';
import { lastWords } from './last-words.js';
import { loadSettings } from './settings/load-settings.js';
import { startUsher } from './start-usher.js';

// Heard from the first moment on: whoever is told to stop while it starts still stops the database it has started.
const told = new Promise<string>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
});

try {
  const settings = loadSettings(process.env);
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  const usher = await startUsher(settings, log, (token) => {
    process.stdout.write(`\nThe owner's key, shown once (kept in ${settings.dataDir}/owner.token):\n  ${token}\n\n`);
  });

  void told.then(async (signal) => {
    log.info({ signal }, 'stopping');
    await usher.stop();
    process.exit(0);
  }).catch((error: unknown) => {
    log.error({ error: String(error) }, 'did not stop cleanly');
    process.exit(1);
  });
} catch (error) {
  lastWords(error);
}
