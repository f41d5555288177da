import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { madeOnce } from './made-once.js';

const folder = mkdtempSync(path.join(tmpdir(), 'usher-made-once-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a file is made by whoever comes first, for its owner only, and kept from then on', () => {
  const file = path.join(folder, 'a');
  expect(madeOnce(file, () => 'first\n')).toBe('first');
  expect(madeOnce(file, () => 'second\n')).toBe('first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('another process that was faster is believed, and no draft stays behind', () => {
  const file = path.join(folder, 'b');
  const slow = () => {
    writeFileSync(file, 'of the other\n');
    return 'my own\n';
  };
  expect(madeOnce(file, slow)).toBe('of the other');
  expect(readdirSync(folder).filter((name) => name.startsWith('b.'))).toEqual([]);
});

test('a folder that takes no file is an error, and so is a text that cannot be made', () => {
  expect(() => madeOnce(path.join(folder, 'none', 'c'), () => 'x')).toThrow('ENOENT');
  const failing = () => {
    throw new Error('no randomness');
  };
  expect(() => madeOnce(path.join(folder, 'd'), failing)).toThrow('no randomness');
  expect(readdirSync(folder).filter((name) => name.startsWith('d'))).toEqual([]);
});
