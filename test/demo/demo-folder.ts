import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRunning } from '../../src/kernel/process-name.js';

/** Of this process alone: whoever starts a second demo disturbs nobody. */
export const demoFolder = path.resolve('data', `demo-${process.pid}`);

/** Removes a data folder, and the cluster that stands elsewhere when root could not let PostgreSQL's user in here. */
export async function removeDataFolder(folder: string): Promise<void> {
  const elsewhere = await readFile(path.join(folder, 'postgres.location'), 'utf8').catch(() => '');
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

/** Folders of demos that were killed; not while their database still runs, as their service may, too. */
export async function removeFoldersOfKilledDemos(): Promise<void> {
  const parent = path.dirname(demoFolder);
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number(/^demo-(\d+)$/.exec(name)?.[1]);
    if (pid && !isRunning(pid) && !(await isDatabaseRunning(path.join(parent, name))))
      await removeDataFolder(path.join(parent, name));
  }
}

async function isDatabaseRunning(folder: string): Promise<boolean> {
  const elsewhere = await readFile(path.join(folder, 'postgres.location'), 'utf8').catch(() => '');
  const lock = await readFile(
    path.join(elsewhere.trim() || path.join(folder, 'postgres'), 'postmaster.pid'),
    'utf8',
  ).catch(() => '');
  const pid = Number(lock.split('\n')[0]);
  return pid > 0 && isRunning(pid);
}
