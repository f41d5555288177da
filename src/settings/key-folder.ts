import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Keys that were made here because nobody gave them; each file is readable by its owner only. */
export class KeyFolder {
  constructor(private readonly dataDir: string) {}

  masterKey(): Buffer {
    return Buffer.from(this.keep('master.key', () => randomBytes(32).toString('base64')).text, 'base64');
  }

  ownerToken(): { token: string; isNew: boolean } {
    const { text, isNew } = this.keep('owner.token', () => `usher_${randomBytes(32).toString('base64url')}`);
    return { token: text, isNew };
  }

  /** Created exclusively, so two processes that start together end up with the same key. */
  private keep(name: string, make: () => string): { text: string; isNew: boolean } {
    mkdirSync(this.dataDir, { recursive: true });
    const file = path.join(this.dataDir, name);
    const text = make();
    try {
      writeFileSync(file, `${text}\n`, { mode: 0o600, flag: 'wx' });
      return { text, isNew: true };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      return { text: readFileSync(file, 'utf8').trim(), isNew: false };
    }
  }
}
