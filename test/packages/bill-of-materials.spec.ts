import { execFile } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { runToEnd } from '../e2e/service.js';
import { packagingFolder, validator, withPackagingTools } from './packaging-tools.js';

/** What somebody needs who only runs it, with Node and the bundled PostgreSQL. */
const mostBytes = 350_000_000;
/** Those under which others may pass it on, as docs/dependencies.md promises. */
const permissive =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Python-2\.0|Unlicense|CC0-1\.0|PostgreSQL|OFL-1\.1)$/;

interface Bill {
  readonly specVersion: string;
  readonly components: readonly { readonly name: string; readonly group?: string; readonly version: string }[];
}
let folder: string;
let bill: Bill;

beforeAll(async () => {
  // Builds what is not built yet.
  await runToEnd({}, '--version');
  folder = await mkdtemp(path.join(tmpdir(), 'usher-folder-'));
  await promisify(execFile)(process.execPath, ['config/packaging/package.mjs', 'folder', folder]);
  bill = JSON.parse(readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8')) as Bill;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('the bill names each package that is shipped, and no other', () => {
  const shipped = globSync('**/node_modules/{@*/,}*/package.json', { cwd: folder }).map((file) => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Bill['components'][number];
    return `${name}@${version}`;
  });
  const named = bill.components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`);
  expect(shipped.length).toBeGreaterThan(200);
  expect([...new Set(named)].toSorted()).toEqual([...new Set([...shipped, `node@${nodeVersion()}`])].toSorted());
});

function nodeVersion(): string {
  return (JSON.parse(readFileSync('node_modules/node/package.json', 'utf8')) as { version: string }).version;
}

(withPackagingTools() ? test : test.skip)("the bill is of CycloneDX's schema", () => {
  const schemas = path.join(packagingFolder, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
  const read = (name: string) =>
    JSON.parse(readFileSync(path.join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
  const others = Object.fromEntries(
    ['spdx', 'jsf-0.82'].map((name) => [`http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`, read(name)]),
  );
  const isValid = validator('ajv', read(`bom-${bill.specVersion}`), true, others);
  expect([isValid(bill), isValid.errors]).toEqual([true, null]);
  expect(isValid({ ...bill, components: [{ type: 'spoon', name: 'x' }] })).toBe(false);
});

test('every licence is listed, and lets others pass it on', () => {
  const rows = readFileSync(path.join(folder, 'LICENCES'), 'utf8').split('\n\n')[1]?.trim().split('\n') ?? [];
  expect(rows.length).toBeGreaterThan(200);
  const licences = rows.map((row) => row.split(/: (?!.*: )/) as [string, string]);
  const strange = licences.filter(
    ([, licence]) =>
      !licence
        .replaceAll(/[()]/g, '')
        .split(/ OR | AND /)
        .some((each) => permissive.test(each)),
  );
  // Each read by a person: a font's own licence (Bitstream Vera's), and the MIT licence without a word in package.json.
  expect(strange.map(([name]) => name.replace(/ [\d.]+$/, ''))).toEqual(['dejavu-fonts-ttf', 'png-js']);
});

test('who only runs it installs less than 350 MB', () => {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((each) => each.isFile());
  const bytes = files.map((each) => statSync(path.join(each.parentPath, each.name)).size);
  const node = statSync('node_modules/node/bin/node').size;
  expect(bytes.reduce((sum, each) => sum + each, node)).toBeLessThan(mostBytes);
});
