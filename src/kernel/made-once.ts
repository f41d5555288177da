import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * The text of a file that only its owner reads, made by whichever process comes first and kept from then on. It appears
 * whole or not at all: what a full disk or a killed process left of it would else be taken for the real one.
 *
 * @throws the file system's error
 */
export function madeOnce(file: string, make: () => string): string {
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    try {
      writeFileSync(draft, make(), { mode: 0o600, flush: true });
      publish(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}

/** A file that is there already stays: another process was faster. */
function publish(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    // Some shared folders know no links.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) throw error;
    copyUnlessThere(draft, file);
  }
}

function copyUnlessThere(draft: string, file: string): void {
  try {
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
