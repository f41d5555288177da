import { StartProblem } from '../kernel/start-problem.js';
import { SettingsRefused } from '../settings/load-settings.js';

const wrongSettings = 78;

/** Ends a program that cannot go on: 78 (EX_CONFIG of sysexits.h) for wrong settings, 1 for everything else. */
export function reportFatal(error: unknown): never {
  const isForPeople = error instanceof SettingsRefused || error instanceof StartProblem;
  process.stderr.write(`${isForPeople ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(error instanceof SettingsRefused ? wrongSettings : 1);
}

/** Resolves with the first signal that tells this process to stop; from then on none of them ends it by itself. */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
  });
}

/**
 * Standard output may be a full disk, or a pipe whose reader is gone: no reason to end a service. The log counts the
 * lines it loses.
 */
export function ignoreBrokenOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}
