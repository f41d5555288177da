import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const addressIn = /path: '([^']+)'/;

/**
 * Writes ahead.json: which files each page and each language needs beside those that the entry names, so that the
 * service can name them in the page it sends and a browser need not run the entry before it asks for them.
 */
export function pagesAhead(): Plugin {
  return {
    name: 'pages-ahead',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const entry = chunks.find(({ isEntry, name }) => isEntry && name === 'console');
      const first = new Set(entry ? filesOf(entry, bundle) : []);
      const languages: Record<string, string[]> = {};
      const pages: Record<string, string[]> = {};
      for (const chunk of chunks) {
        const source = chunk.facadeModuleId ?? '';
        const language = /\/locales\/(\w+)\.po$/.exec(source)?.[1];
        const files = () => filesOf(chunk, bundle).filter((file) => !first.has(file));
        if (language) languages[language] = files();
        if (!source.endsWith('/page.tsx')) continue;
        const route = readFileSync(path.join(path.dirname(source), 'route.ts'), 'utf8');
        const address = addressIn.exec(route)?.[1];
        if (address) pages[address] = files();
      }
      this.emitFile({ type: 'asset', fileName: 'ahead.json', source: JSON.stringify({ languages, pages }) });
    },
  };
}

/** The chunk's own file, and those that it imports at once. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const files = new Set<string>();
  const queue = [chunk.fileName];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const found = bundle[name];
    if (files.has(name) || found?.type !== 'chunk') continue;
    files.add(name);
    queue.push(...found.imports);
  }
  return [...files];
}
