import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The pages that `npm run build` made from web/. */
export interface BuiltPages {
  /** The folder of scripts and styles: names contain a digest, so a file never changes. */
  readonly assets: string;
  /** The page with this nonce, which the policy requires of styles. */
  page(entry: EntryPage, nonce: string): string | undefined;
}

export type EntryPage = 'console' | 'desk';

const files: Readonly<Record<EntryPage, string>> = { console: 'index.html', desk: 'desk.html' };
const placeholder = '__NONCE__';

/** Undefined: the pages are not built. Read once: another build means another process. */
export function builtPages(): BuiltPages | undefined {
  // From src/, from dist/, and from dist-tools/src/.
  const folder = ['../../../dist/web/', '../../../../dist/web/']
    .map((up) => fileURLToPath(new URL(up, import.meta.url)))
    .find((candidate) => existsSync(`${candidate}${files.console}`));
  if (folder === undefined) return undefined;
  const read = (entry: EntryPage) => {
    const file = `${folder}${files[entry]}`;
    return existsSync(file) ? readFileSync(file, 'utf8').split(placeholder) : undefined;
  };
  const parts = { console: read('console'), desk: read('desk') };
  return { assets: `${folder}assets`, page: (entry, nonce) => parts[entry]?.join(nonce) };
}
