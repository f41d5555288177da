import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Writes a file that only its owner may read, at once: who reads it finds the old text or the new one, whole. */
export function keepFile(file: string, content: string): void {
  if (contentOf(file) === content) return;
  writeFileSync(`${file}.new`, content, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
