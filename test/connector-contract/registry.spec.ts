import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { connectorDefinitions } from './connector-definitions.js';
import { ConnectorCatalogue } from '../../src/provisioning/connector/catalogue.js';

const root = new URL('../../src/connectors/', import.meta.url);
const simulators = new URL('../simulators/', import.meta.url);

const foldersOf = (place: URL) =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const folders = foldersOf(root).flatMap((family) =>
  foldersOf(new URL(`${family}/`, root)).map((key) => ({ family, key })),
);

test('every folder under src/connectors is one line in the module of its family, and the other way round', () => {
  const registered = connectorDefinitions.map(({ family, key }) => `${family}/${key}`);
  expect(registered.sort()).toEqual(folders.map(({ family, key }) => `${family}/${key}`).sort());
  expect(new ConnectorCatalogue(connectorDefinitions).definitions).toHaveLength(folders.length);
});

const isFile = ({ family, key }: { readonly family: string; readonly key: string }) =>
  existsSync(new URL(`${family}/${key}/vendor.yaml`, root));
const coded = folders.filter((folder) => !isFile(folder));

test.each(folders.filter(isFile))('$family/$key is a vendor file and a page about it', ({ family, key }) => {
  const files = readdirSync(new URL(`${family}/${key}/`, root));
  const excerpt = /^ {2}file: (\S+\.json)$/m.exec(readFileSync(new URL(`${family}/${key}/vendor.yaml`, root), 'utf8'));
  expect(files.sort()).toEqual(['README.md', ...(excerpt ? [excerpt[1]] : []), 'vendor.yaml']);
});

test.each(coded)('$family/$key has the files that every connector in code has', ({ family, key }) => {
  const files = readdirSync(new URL(`${family}/${key}/`, root));
  // Who is only called never calls.
  const isOnlyCalled = connectorDefinitions
    .find((each) => each.key === key)
    ?.abilities.every((ability) => ability === 'serves');
  const parts = [
    'connector',
    'settings',
    ...(isOnlyCalled ? [] : ['client']),
    'wire',
    'mapping',
    'mapping.spec',
    'contract.spec',
  ].map((part) => `${key}.${part}.ts`);
  expect([...parts, 'README.md', 'recordings'].filter((file) => !files.includes(file))).toEqual([]);
  expect(readdirSync(new URL(`${family}/${key}/recordings/`, root)).some((name) => name.endsWith('.json'))).toBe(true);
});

test.each(coded)('$family/$key has a simulator at the wire', ({ key }) => {
  expect(existsSync(new URL(`${key}/`, simulators))).toBe(true);
});

test('docs/connectors.md says of each its family, facts, abilities, and what it is checked against', () => {
  const page = readFileSync(new URL('../../docs/connectors.md', import.meta.url), 'utf8');
  const row =
    /^\| (\w+) \| \[([^\]]+)\]\(\S+\/([\w-]+)\) \| (\w+) \| ([\w, ]+) \| (file|code) \| \d+ \| (OpenAPI|–) \|/gm;
  const rows = [...page.matchAll(row)].map(([, ...cells]) => cells.join(' | '));
  const known = connectorDefinitions.map(({ family, name, key, factKind, abilities }) => {
    const how = isFile({ family, key }) ? 'file' : 'code';
    const places = [new URL(`${family}/${key}/openapi.json`, root), new URL(`${key}/openapi.json`, simulators)];
    const judge = places.some((place) => existsSync(place)) ? 'OpenAPI' : '–';
    return [family, name, key, factKind, [...abilities].sort().join(', '), how, judge].join(' | ');
  });
  expect(rows.sort()).toEqual(known.sort());
});

test('docs/connectors.md says how many lines each has, within a twentieth', () => {
  const page = readFileSync(new URL('../../docs/connectors.md', import.meta.url), 'utf8');
  const linesOf = (file: URL) => readFileSync(file, 'utf8').split('\n').length - 1;
  const told = [...page.matchAll(/^\| (\w+) \| \[[^\]]+\]\(\S+\/([\w-]+)\) .* \| (?:file|code) \| (\d+) \|/gm)];
  expect(told).toHaveLength(folders.length);
  for (const [, family, key, lines] of told) {
    const folder = new URL(`${family}/${key}/`, root);
    const files = isFile({ family, key })
      ? ['vendor.yaml']
      : readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
    const has = files.reduce((sum, name) => sum + linesOf(new URL(name, folder)), 0);
    expect([key, Math.abs(has - Number(lines)) <= has / 20 ? 'as told' : has]).toEqual([key, 'as told']);
  }
});

test('the catalogue in the README is one table, and lists by family whatever GET /connectors lists', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, table] = /## The catalogue\n\n((?:\|.*\n)+)/.exec(readme)!;
  const linked = /\[([^\]]+)\]\(src\/connectors\/(\w+)\/([\w-]+)\)/g;
  const rows = table
    .split('\n')
    .map((row) => [...row.matchAll(linked)].map(([, name, family, key]) => ({ family, key, name })));
  for (const row of rows) expect(new Set(row.map(({ family }) => family)).size).toBeLessThan(2);
  const known = connectorDefinitions.map(({ family, key, name }) => ({ family, key, name }));
  const byKey = (one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key);
  expect(rows.flat().sort(byKey)).toEqual([...known].sort(byKey));
});

test.each(folders)('$family/$key says how it is set up, and what it does not do', ({ family, key }) => {
  const page = readFileSync(new URL(`${family}/${key}/README.md`, root), 'utf8');
  expect(page).toMatch(/^## Set-up/m);
  expect(page).toMatch(/^## .*known gaps$/im);
});
