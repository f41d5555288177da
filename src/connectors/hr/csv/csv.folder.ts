import { constants, createReadStream } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { CsvSource, FoundFile } from './csv.source.js';

/**
 * The connection's own folder on this machine. The deployment sets its parent, the connection's id is its name, and
 * nothing leads out of it: neither the folder nor a file may be a link.
 */
export async function openFolder(folder: string | null): Promise<CsvSource> {
  if (!folder)
    throw new ConnectorProblem(
      'settings_invalid',
      'source folder: this deployment reads no folders (USHER_DROP_DIR is not set)',
    );
  const isPlain = await lstat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isPlain)
    throw new ConnectorProblem(
      'settings_invalid',
      `source folder: make the folder ${path.basename(folder)} in the drop folder of the server; a link will not do`,
    );
  const real = await realpath(folder);
  return { origin: 'folder', list: () => list(real), read: (name) => read(real, name), close: async () => undefined };
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
