/** Why this process cannot start, in words an operator can act on. Names the setting and the remedy, and no secret. */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}

/** For anything that fails in the data folder. */
export function folderProblem(folder: string, cause: unknown): StartProblem {
  const { code } = cause as NodeJS.ErrnoException;
  const remedy =
    code === 'ENOSPC' || code === 'EDQUOT' ? 'make room on its disk' : 'name a folder that this account may write to';
  return new StartProblem(`USHER_DATA_DIR: ${folder} cannot be used (${code ?? String(cause)}): ${remedy}`, { cause });
}
