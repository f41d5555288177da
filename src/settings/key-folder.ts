import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { madeOnce } from '../kernel/made-once.js';
import { makeFolder } from '../kernel/make-folder.js';
import { folderProblem, StartProblem } from '../kernel/start-problem.js';

const masterKeyBytes = 32;

/** Keys that were generated because none was given. Each file is readable by its owner only. */
export class KeyFolder {
  constructor(private readonly dataDir: string) {}

  /** @throws StartProblem */
  masterKey(): Buffer {
    const name = 'master.key';
    const key = Buffer.from(
      this.keep(name, () => randomBytes(masterKeyBytes).toString('base64')),
      'base64',
    );
    if (key.length === masterKeyBytes) return key;
    throw new StartProblem(
      `USHER_DATA_DIR: ${path.join(this.dataDir, name)} does not hold the ${masterKeyBytes} bytes of a key: put its ` +
        'copy back. Only where nothing was ever stored, remove it, and a new one is made',
    );
  }

  ownerToken(): string {
    return this.keep('owner.token', () => `usher_${randomBytes(32).toString('base64url')}`);
  }

  /** Those that every account of the machine can read. */
  readableByAll(): string[] {
    return ['master.key', 'owner.token']
      .map((name) => path.join(this.dataDir, name))
      .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o004) !== 0);
  }

  /** Two processes that start together end up with the same key. @throws StartProblem */
  private keep(name: string, make: () => string): string {
    try {
      makeFolder(this.dataDir);
      return madeOnce(path.join(this.dataDir, name), () => `${make()}\n`);
    } catch (error) {
      throw folderProblem(this.dataDir, error);
    }
  }
}
