import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The pages that `npm run build` made from web/. */
export interface BuiltPages {
  /** The folder of scripts and styles: names contain a digest, so a file never changes. */
  readonly assets: string;
  has(entry: EntryPage): boolean;
  /** The page for this address, with this nonce, which the policy requires of styles. */
  page(entry: EntryPage, asked: AskedPage): string | undefined;
}

export interface AskedPage {
  readonly nonce: string;
  /** Below the entry: `/connections/01a2…`. */
  readonly address: string;
  /** As the browser says what it prefers. */
  readonly acceptLanguage: string | undefined;
}

export type EntryPage = 'console' | 'desk';

/** What web/pages-ahead.ts wrote: the files of each language and of each address, as the router writes it. */
interface Ahead {
  readonly languages: Readonly<Record<string, readonly string[]>>;
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

const files: Readonly<Record<EntryPage, string>> = { console: 'index.html', desk: 'desk.html' };
const placeholder = '__NONCE__';
const headEnd = '</head>';

/** Undefined: the pages are not built. Read once: another build means another process. */
export function builtPages(): BuiltPages | undefined {
  // From src/, from dist/, and from dist-tools/src/.
  const folder = ['../../../dist/web/', '../../../../dist/web/']
    .map((up) => fileURLToPath(new URL(up, import.meta.url)))
    .find((candidate) => existsSync(`${candidate}${files.console}`));
  if (folder === undefined) return undefined;
  const read = (entry: EntryPage) => {
    const file = `${folder}${files[entry]}`;
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const texts = { console: read('console'), desk: read('desk') };
  const ahead = existsSync(`${folder}ahead.json`) ? readFileSync(`${folder}ahead.json`, 'utf8') : undefined;
  const { languages, pages } = ahead ? (JSON.parse(ahead) as Ahead) : { languages: {}, pages: {} };
  // /connections/new is no connection: what says every segment comes first.
  const addresses = Object.entries(pages)
    .toSorted(([one], [other]) => one.split('$').length - other.split('$').length)
    .map(([path, needed]) => ({ pattern: patternOf(path), needed }));
  return {
    assets: `${folder}assets`,
    has: (entry) => texts[entry] !== undefined,
    page: (entry, { nonce, address, acceptLanguage }) => {
      const needed = new Set(languages[preferred(acceptLanguage, languages)]);
      if (entry === 'console')
        for (const file of addresses.find(({ pattern }) => pattern.test(address))?.needed ?? []) needed.add(file);
      const links = [...needed].map((file) => `<link rel="modulepreload" crossorigin href="/console/${file}">`);
      return texts[entry]?.replaceAll(placeholder, nonce).replace(headEnd, `${links.join('')}${headEnd}`);
    },
  };
}

/** `/connections/$id`: one segment, whatever it says. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`);
}

/** As the pages choose it: the browser's first language that they speak, else English. */
function preferred(acceptLanguage: string | undefined, spoken: Readonly<Record<string, unknown>>): string {
  const asked = (acceptLanguage ?? '').split(',').map((each) => each.trim().slice(0, 2).toLowerCase());
  return asked.find((language) => Object.hasOwn(spoken, language)) ?? 'en';
}
