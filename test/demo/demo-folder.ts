import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';

/** Removes a data folder, and the cluster that stands elsewhere when root could not let PostgreSQL's user in here. */
export async function removeDataFolder(folder: string): Promise<void> {
  const elsewhere = await readFile(path.join(folder, 'postgres.location'), 'utf8').catch(() => '');
  if (elsewhere) await rm(elsewhere.trim(), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
