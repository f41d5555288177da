import { spawnSync } from 'node:child_process';

/**
 * Whether a suite's Debian packages are all there. Where some are missing it is said loudly what is skipped. @throws
 * Error in CI, where nothing may be
 */
export function isInstalled(suite: string, missing: readonly string[]): boolean {
  if (missing.length === 0) return true;
  const words = `${suite} is skipped: not installed are the Debian packages ${missing.join(' ')}\n`;
  if (process.env.CI) throw new Error(words);
  process.stderr.write(words);
  return false;
}

/** Debian packages that are missing, for programs of `wanted`: the program, and the package it comes with. */
export function packagesOfMissing(wanted: Readonly<Record<string, string>>): string[] {
  const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  const missing = Object.entries(wanted).flatMap(([program, name]) => (isThere(program) ? [] : name));
  return [...new Set(missing)];
}
