#!/usr/bin/env node
// Names every exported name that two files declare: one name has one meaning, and one home to look it up in. The
// service and the pages are two programs: of the other's records, a page has the API's types alone, by the same names.
import { globSync, readFileSync } from 'node:fs';

const declaration =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:async )?(?:class|interface|type|enum|const|let|function\*?) (\w+)/gm;
const destructured = /^export const [{[]([^}\]]+)[}\]] =/gm;

/** What each page has, so that whoever shows pages finds it in each. */
const ofEachPage = new Set(['askFirst', 'rowsOf']);

const found = ['src/**/*.ts', 'web/src/**/*.{ts,tsx}'].flatMap(shared);
for (const [name, files] of found) console.error(`${name} is exported by ${files.join(' and ')}: rename one`);
process.exitCode = found.length > 0 ? 1 : 0;

function shared(files) {
  const homes = new Map();
  for (const file of globSync(files, { exclude: ['**/*.spec.ts'] })) {
    const text = readFileSync(file, 'utf8');
    const declared = [...text.matchAll(declaration)].map(([, name]) => name);
    const taken = [...text.matchAll(destructured)].flatMap(([, names]) =>
      names.split(',').map((each) => each.replace(/^.*:/, '').replace(/=.*$/, '').trim()),
    );
    // Overloads declare a name several times in its one file.
    for (const name of new Set([...declared, ...taken].filter(Boolean)))
      homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  return [...homes].filter(([name, { length }]) => length > 1 && !ofEachPage.has(name));
}
