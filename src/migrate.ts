import 'reflect-metadata';
import { PinoLog } from './kernel/pino-log.js';
import { reportFatal } from './start/report-fatal.js';
import { openDatabase } from './open-database.js';
import { loadSettings } from './settings/load-settings.js';

/** `npm run migrate`: brings the schema up to date and ends; the service does the same when it starts. */
try {
  const settings = loadSettings(process.env);
  const database = await openDatabase(settings, PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false));
  await database.close();
} catch (error) {
  reportFatal(error);
}
