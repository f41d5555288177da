import { constants, createReadStream } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { CsvSource, FoundFile } from './csv.source.js';

/** What the drop folder's group and others may do; writing is for its account and group alone. */
const permissionBits = 0o2775;
const ownerBits = 0o700;

/**
 * The connection's own folder on this machine, made where it is missing. The deployment sets its parent, the
 * connection's id is its name, and nothing leads out of it: neither the folder nor a file may be a link.
 */
export async function openFolder(folder: string | null): Promise<CsvSource> {
  if (!folder)
    throw new ConnectorProblem(
      'settings_invalid',
      'source folder: this deployment reads no folders (USHER_DROP_DIR is not set)',
    );
  const found = await lstat(folder).catch(() => null);
  if (!found) await makeIn(path.dirname(folder), folder);
  else if (!found.isDirectory())
    throw new ConnectorProblem(
      'settings_invalid',
      `source folder: ${path.basename(folder)} in the drop folder of the server is no folder; a link or a file will ` +
        'not do',
    );
  const real = await realpath(folder).catch(unreadable);
  return { origin: 'folder', list: () => list(real), read: (name) => read(real, name), close: async () => undefined };
}

/**
 * Whoever may write to the drop folder as its account or group may write to this one: a file there decides who gets
 * access, so nobody else may. Unlike a wrong setting, a disk that is not mounted yet comes by itself.
 */
async function makeIn(parent: string, folder: string): Promise<void> {
  const above = await stat(parent).catch(() => null);
  if (!above?.isDirectory()) throw new ConnectorProblem('unreachable', 'The drop folder is not there (USHER_DROP_DIR)');
  try {
    await mkdir(folder, { mode: ownerBits });
    await chmod(folder, (above.mode & permissionBits) | ownerBits);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    // Another process made it meanwhile.
    if (code === 'EEXIST') return;
    throw new ConnectorProblem(
      'unreachable',
      `The folder ${path.basename(folder)} is not in the drop folder, and Usher may not make it (${code ?? name})`,
      { cause: error },
    );
  }
}

async function list(folder: string): Promise<readonly FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unreadable);
  const found: FoundFile[] = [];
  for (const { name } of entries.filter((entry) => entry.isFile())) {
    const state = await lstat(path.join(folder, name)).catch(goneMeanwhile);
    if (state?.isFile()) found.push({ name, byteLength: state.size, modifiedAt: state.mtime.toISOString() });
  }
  return found;
}

async function* read(folder: string, name: string): AsyncGenerator<Buffer> {
  // A link may have replaced it between listing and reading, or a pipe, which would be waited for without O_NONBLOCK.
  const file = await open(
    path.join(folder, path.basename(name)),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch((error: NodeJS.ErrnoException) => unreadableFile(name, error));
  try {
    if (!(await file.stat()).isFile())
      throw new ConnectorProblem('upstream_broken', 'The file is no plain file any more');
    for await (const piece of createReadStream('', { fd: file, autoClose: false })) yield piece as Buffer;
  } finally {
    await file.close();
  }
}

/** It was renamed, or removed, since the folder was listed: the next look says what it is now. */
function goneMeanwhile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') unreadable(error);
}

function unreadableFile(name: string, error: NodeJS.ErrnoException): never {
  if (error.code !== 'EACCES') unreadable(error);
  throw new ConnectorProblem(
    'upstream_broken',
    `The drop folder has ${name}, which Usher's account may not read: give that account the right to read it`,
    { cause: error },
  );
}

function unreadable(error: NodeJS.ErrnoException): never {
  throw new ConnectorProblem('upstream_broken', `The drop folder cannot be read (${error.code ?? error.name})`, {
    cause: error,
  });
}
