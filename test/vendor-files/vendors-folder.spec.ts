import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { vendorsIn } from '../../src/connectors/vendor-file/load-vendor.js';
import { newVendorFile } from '../../src/connectors/vendor-file/new-vendor-file.js';

/** USHER_VENDORS_DIR as people and machines fill it: what is meant is found once, and what cannot be read is said. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'usher-vendors-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (...names: string[]) => path.join(folder, ...names);
function put(key: string, ...names: string[]): void {
  mkdirSync(path.dirname(at(...names)), { recursive: true });
  writeFileSync(at(...names), newVendorFile('hr', key));
}
const found = () => vendorsIn(folder, []).map(({ key }) => key);

test('a file in the folder itself, in one within it and in one within that', () => {
  put('one', 'vendor.yaml');
  put('two', 'two', 'vendor.yaml');
  put('three', 'hr', 'three', 'vendor.yaml');
  writeFileSync(at('two', 'README.md'), '# Two');
  writeFileSync(at('two', 'openapi.json'), '{}');
  expect(found().sort()).toEqual(['one', 'three', 'two']);
});

test('a folder as Kubernetes mounts a ConfigMap, and the root of a volume', () => {
  put('people', 'people', '..2026_11_30', 'vendor.yaml');
  symlinkSync('..2026_11_30', at('people', '..data'));
  symlinkSync('..data/vendor.yaml', at('people', 'vendor.yaml'));
  mkdirSync(at('lost+found'));
  expect(found()).toEqual(['people']);
});

test('links to folders are followed, and a file counts once, however many links lead to it, in circles too', () => {
  put('people', 'people', 'vendor.yaml');
  symlinkSync('.', at('again'));
  symlinkSync('people', at('linked'));
  symlinkSync('..', at('people', 'up'));
  expect(found()).toEqual(['people']);
});

test.each<[what: string, make: () => void, fault: RegExp]>([
  [
    'two files with one key',
    () => [put('people', 'a', 'vendor.yaml'), put('people', 'b', 'vendor.yaml')],
    /b\/vendor.yaml:1: key people is another/,
  ],
  ['another ending', () => put('people', 'people', 'vendor.yml'), /vendor\.yml:1: is not read: call it vendor\.yaml/],
  ['a capital', () => put('people', 'people', 'Vendor.yaml'), /Vendor\.yaml:1: is not read: call it vendor\.yaml/],
  ['three folders deep', () => put('people', 'a', 'b', 'c', 'vendor.yaml'), /lies deeper than 2 folders/],
  ['a link that leads nowhere', () => symlinkSync('moved-away', at('people')), /people:1: cannot be read: ENOENT/],
  ['a link that leads to itself', () => symlinkSync('people', at('people')), /people:1: cannot be read: ELOOP/],
])('is refused: %s', (_, make, fault) => {
  put('right', 'right', 'vendor.yaml');
  make();
  expect(found).toThrow(fault);
});
