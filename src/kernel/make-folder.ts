import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder and those above it; one that is there is left as it is. Node's own `recursive` does not end, and hears
 * no signal, where a file system refuses with ENOENT inside a folder that exists (/proc, an automounter's).
 *
 * @throws the file system's error
 */
export function makeFolder(folder: string, mode = 0o777): void {
  const above = path.dirname(folder);
  if (above !== folder && !existsSync(above)) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(folder).isDirectory();
    if (!isThere) throw error;
  }
}
