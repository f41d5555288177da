import type { Plugin } from 'vite';
import { listOf, mantineParts } from './mantine-parts.ts';

const ofMantine = /import\s*\{([^}]*)\}\s*from\s*["'](@mantine\/\w+)["'];?/g;

/**
 * Takes each part of Mantine from the file that it is in. By way of the package's own list of parts every module would
 * need all of them, and nothing could tell which files a page has to load (first-files.ts).
 */
export function directImports(): Plugin {
  return {
    name: 'direct-imports',
    enforce: 'post',
    transform: {
      filter: { id: [/\/src\/.*\.tsx?$/, /\/@mantine\/.*\.mjs$/], code: '@mantine/' },
      handler: (code) => ({
        code: code.replaceAll(ofMantine, (_, names: string, name: string) => directly(names, name)),
        map: null,
      }),
    },
  };
}

/** What Mantine hands on from another package stays where it is. */
function directly(names: string, name: string): string {
  const parts = mantineParts(name);
  const imports = listOf(names).map((each) => {
    const file = parts.get(each.split(' as ')[0] ?? '') ?? name;
    return `import { ${each} } from ${JSON.stringify(file)};`;
  });
  return imports.join('');
}
