import { existsSync } from 'node:fs';

/** Why this process cannot start, in words an operator can act on. Names the setting and the remedy, and no secret. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** For anything that fails in the data folder. */
export function folderProblem(folder: string, cause: unknown): StartProblem {
  const { code = String(cause), path = folder, syscall } = cause as NodeJS.ErrnoException;
  const isFile = code === 'EACCES' && syscall === 'open' && existsSync(path);
  const [what, remedy] = isFile
    ? [path, 'the account that runs Usher has to own it (chown, chmod 600)']
    : code === 'ENOSPC' || code === 'EDQUOT'
      ? [folder, 'make room on its disk']
      : [folder, 'name a folder that this account may write to'];
  return new StartProblem(`USHER_DATA_DIR: ${what} cannot be used (${code}): ${remedy}`, { cause });
}
