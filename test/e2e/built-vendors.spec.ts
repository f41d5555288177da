import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';

const built = fileURLToPath(new URL('../../dist/connectors/', import.meta.url));
const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('vendor.yaml'));

test('there are vendor files in the build', () => {
  expect(files.length).toBeGreaterThan(20);
});

test.each(files)('the build of %s holds what the file says', (name) => {
  const file = path.join(built, name);
  const json: unknown = JSON.parse(readFileSync(file.replace(/yaml$/, 'json'), 'utf8'));
  expect(readVendor(readFileSync(file, 'utf8'))).toEqual({ file: json, faults: [] });
});
