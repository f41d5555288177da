import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const parsed = /JSON\.parse\((".*")\)/s;

/**
 * Names texts by their place in a list, where Lingui names them by a piece of a digest. Digests do not compress: 1,700
 * of them were a third of what a language takes.
 */
export function numberedTexts(cwd: string): Plugin {
  let ids: string[] = [];
  let numbers = new Map<string, number>();
  return {
    name: 'numbered-texts',
    enforce: 'post',
    async buildStart() {
      const config = getConfig({ cwd });
      const { sourceLocale = 'en' } = config;
      const [catalogue] = await getCatalogs(config);
      const found = await catalogue?.getTranslations(sourceLocale, { sourceLocale, fallbackLocales: {} });
      ids = Object.keys(found?.messages ?? {}).sort();
      numbers = new Map(ids.map((id, number) => [id, number]));
    },
    transform: {
      filter: { id: [/\.po$/, /\/src\/.*\.tsx?$/] },
      handler(code, file) {
        if (!file.endsWith('.po')) return { code: numbered(code, numbers), map: null };
        const messages = JSON.parse(JSON.parse(parsed.exec(code)?.[1] ?? '""') as string) as Record<string, unknown>;
        const list = JSON.stringify(ids.map((id) => messages[id]));
        return { code: `export const messages = JSON.parse(${JSON.stringify(list)});`, map: null };
      },
    },
  };
}

/** What the macros left of a text is `id: "digest"`; whatever else is called id is none of theirs. */
function numbered(code: string, numbers: ReadonlyMap<string, number>): string {
  return code.replaceAll(/\bid: ?(["'`])([\w-]{6})\1/g, (whole, _, id: string) =>
    numbers.has(id) ? `id: "${numbers.get(id)}"` : whole,
  );
}
