import 'reflect-metadata';
import { PinoLog } from '../kernel/pino-log.js';
import { loadSettings } from '../settings/load-settings.js';
import { openDatabase } from '../start/open-database.js';

export interface MigrateOptions {
  /** Distributes the tables by organization over the nodes of a Citus. */
  readonly distributed?: boolean;
}

/** `usher migrate`: brings the schema up to date and ends; the service does the same when it starts. */
export async function runMigrate({ distributed: distributes }: MigrateOptions = {}): Promise<void> {
  const settings = loadSettings(process.env);
  const log = PinoLog.create(settings.logLevel, process.stdout.isTTY ?? false);
  const database = await openDatabase(settings, log, { distributes });
  await database.close();
}
