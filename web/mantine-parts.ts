import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));
const listed = /import\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)"/g;
const known = new Map<string, ReadonlyMap<string, string>>();

/** By the name of a part: the file of Mantine that has it, as the package's own list of parts says. */
export function mantineParts(name: string): ReadonlyMap<string, string> {
  const parts = known.get(name) ?? partsOf(path.join(packages, name, 'esm', 'index.mjs'));
  known.set(name, parts);
  return parts;
}

function partsOf(list: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const [, names = '', file = ''] of readFileSync(list, 'utf8').matchAll(listed))
    for (const name of listOf(names)) parts.set(name, path.join(path.dirname(list), file));
  return parts;
}

/** What stands between the braces of an import. */
export function listOf(names: string): string[] {
  return names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
