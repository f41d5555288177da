import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { listOf, mantineParts } from './mantine-parts.ts';

const imports = /import\s+(?:[\w$]+|\{([^}]*)\})\s*from\s*["']([^"']+)["']/g;
const comments = /\/\*.*?\*\//gs;
/** Whatever is taken of it. */
const wholeImports = /\bimport\(\s*["'](@mantine\/\w+)["']\s*\)/g;
/** What holds rules, and goes with the last of them. */
const holdsRules = /^\s*@(?:media|supports|container|layer)\b/;

/**
 * Leaves out of Mantine's styles what no part has that the pages take from it: it is a third of what a browser reads
 * before it draws anything.
 */
export function usedStyles(top: string): Plugin {
  return {
    name: 'used-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /\/@mantine\/core\/styles\.css$/ },
      handler: (code) => ({ code: rulesOf(code.replaceAll(comments, ''), classesUsed(top)), map: null }),
    },
  };
}

/** The classes of each part that is imported, and of what it is made of. */
function classesUsed(top: string): ReadonlySet<string> {
  const classes = new Set<string>();
  const seen = new Set<string>();
  const look = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const code = readFileSync(file, 'utf8');
    if (file.endsWith('.module.mjs')) for (const [name] of code.matchAll(/\bm_[0-9a-z]+\b/g)) classes.add(name);
    for (const [, name = ''] of code.matchAll(wholeImports)) for (const part of mantineParts(name).values()) look(part);
    for (const [, names = '', from = ''] of code.matchAll(imports)) {
      if (from.startsWith('@mantine/'))
        for (const name of listOf(names)) {
          const part = mantineParts(from).get(name.replace(/^type /, '').split(' as ')[0] ?? '');
          if (part !== undefined) look(part);
        }
      else if (/^\..*\.mjs$/.test(from)) look(path.join(path.dirname(file), from));
    }
  };
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: top })) look(path.join(top, file));
  return classes;
}

/** What follows a class that nothing has is left out. */
function rulesOf(css: string, classes: ReadonlySet<string>): string {
  let kept = '';
  let at = 0;
  for (let open = css.indexOf('{', at); open >= 0; open = css.indexOf('{', at)) {
    // Declarations stand before what is nested among them.
    const from = Math.max(at, css.lastIndexOf(';', open) + 1);
    const end = endOf(css, open);
    const [before, body] = [css.slice(from, open), css.slice(open + 1, end - 1)];
    kept += css.slice(at, from);
    at = end;
    const isGroup = holdsRules.test(before);
    const selected = before.trim().startsWith('@') ? before : selectorsOf(before, classes);
    if (selected === '') continue;
    const inner = isGroup || !before.trim().startsWith('@') ? rulesOf(body, classes) : body;
    if (!isGroup || inner.trim() !== '') kept += `${selected}{${inner}}`;
  }
  return kept + css.slice(at);
}

function selectorsOf(list: string, classes: ReadonlySet<string>): string {
  // Not at commas within parentheses.
  const selectors = list.split(/,(?![^(]*\))/);
  const isUsed = (selector: string) =>
    [...selector.matchAll(/\.(m_[0-9a-z]+)/g)].every(([, name = '']) => classes.has(name));
  return selectors.filter(isUsed).join(',');
}

function endOf(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return css.length;
}
