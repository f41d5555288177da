#!/usr/bin/env node
// Names every exported name that two files of src declare: one name has one meaning, and one home to look it up in.
import { globSync, readFileSync } from 'node:fs';

const declaration =
  /^export (?:declare )?(?:default )?(?:abstract )?(?:async )?(?:class|interface|type|enum|const|let|function\*?) (\w+)/gm;
const destructured = /^export const [{[]([^}\]]+)[}\]] =/gm;

const homes = new Map();
for (const file of globSync('src/**/*.ts', { exclude: ['**/*.spec.ts'] })) {
  const text = readFileSync(file, 'utf8');
  const declared = [...text.matchAll(declaration)].map(([, name]) => name);
  const taken = [...text.matchAll(destructured)].flatMap(([, names]) =>
    names.split(',').map((each) => each.replace(/^.*:/, '').replace(/=.*$/, '').trim()),
  );
  // Overloads declare a name several times in its one file.
  for (const name of new Set([...declared, ...taken].filter(Boolean)))
    homes.set(name, [...(homes.get(name) ?? []), file]);
}
const found = [...homes].filter(([, files]) => files.length > 1);
for (const [name, files] of found) console.error(`${name} is exported by ${files.join(' and ')}: rename one`);
process.exitCode = found.length > 0 ? 1 : 0;
