import 'reflect-metadata';
import { PinoLog } from '../kernel/pino-log.js';
import { loadSettings } from '../settings/load-settings.js';
import { openDatabase } from '../start/open-database.js';

/** `usher migrate`: brings the schema up to date and ends; the service does the same when it starts. */
export async function runMigrate(): Promise<void> {
  const settings = loadSettings(process.env);
  const database = await openDatabase(settings, PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false));
  await database.close();
}
