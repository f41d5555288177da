#!/usr/bin/env node
// Names every line of our code that is wider than 120 columns: the formatter leaves strings, comments and SQL alone.
import { globSync, readFileSync } from 'node:fs';

const mostColumns = 120;
const files = globSync(['{src,test,bench,config}/**/*.{ts,mjs,sql}', 'web/src/**/*.{ts,tsx,css}'], {
  exclude: ['**/node_modules/**'],
}).filter((file) => !file.endsWith('schema.d.ts'));

/**
 * What nobody can break: an address, a first line for the kernel, an import's path, a regular expression that fills it.
 */
const unbreakable = [/^#!/, /https?:\/\/\S{60,}/, /^import .* from '\S{60,}';$/, /^\s*\/(?!\*).{100,}\/[a-z]*[,;)]*$/];

const wide = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.length > mostColumns ? [{ place: `${file}:${index + 1}`, line }] : [])),
);
const found = wide.filter(({ line }) => !unbreakable.some((form) => form.test(line)));
for (const { place, line } of found) console.error(`${place}: ${line.length} columns, ${mostColumns} at most`);
process.exitCode = found.length > 0 ? 1 : 0;
