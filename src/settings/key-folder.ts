import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../kernel/make-folder.js';
import { folderProblem } from '../kernel/start-problem.js';

/** Keys that were generated because none was given. Each file is readable by its owner only. */
export class KeyFolder {
  constructor(private readonly dataDir: string) {}

  masterKey(): Buffer {
    return Buffer.from(
      this.keep('master.key', () => randomBytes(32).toString('base64')),
      'base64',
    );
  }

  ownerToken(): string {
    return this.keep('owner.token', () => `usher_${randomBytes(32).toString('base64url')}`);
  }

  /** Created exclusively, so two processes that start together end up with the same key. @throws StartProblem */
  private keep(name: string, make: () => string): string {
    const file = path.join(this.dataDir, name);
    try {
      if (existsSync(file)) return readFileSync(file, 'utf8').trim();
      makeFolder(this.dataDir);
      const text = make();
      writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
      return text;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && existsSync(file))
        return readFileSync(file, 'utf8').trim();
      throw folderProblem(this.dataDir, error);
    }
  }
}
