import { StartProblem } from '../kernel/start-problem.js';
import { SettingsRefused } from '../settings/load-settings.js';

const wrongSettings = 78;

/** Ends a program that cannot go on: 78 (EX_CONFIG of sysexits.h) for wrong settings, 1 for everything else. */
export function reportFatal(error: unknown): never {
  const isForPeople = error instanceof SettingsRefused || error instanceof StartProblem;
  process.stderr.write(`${isForPeople ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(error instanceof SettingsRefused ? wrongSettings : 1);
}
