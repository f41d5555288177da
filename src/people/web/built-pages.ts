import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `npm run build` made of web/. */
export interface BuiltPages {
  /** The folder of what pages load: names carry a digest, so they never change. */
  readonly assets: string;
  /** The page with this number used once in the place that the policy lets styles through by. */
  page(entry: EntryPage, nonce: string): string | undefined;
}

export type EntryPage = 'console' | 'desk';

const files: Readonly<Record<EntryPage, string>> = { console: 'index.html', desk: 'desk.html' };
const placeholder = '__NONCE__';

/** Undefined: the pages are not built. Read once, since a build of another version is another process. */
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
