import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { KeyFolder } from './key-folder.js';

const folder = mkdtempSync(path.join(tmpdir(), 'usher-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('keys are made once, and those that every account of the machine can read are named', () => {
  const keys = new KeyFolder(folder);
  expect(keys.readableByAll()).toEqual([]);
  const [token, masterKey] = [keys.ownerToken(), keys.masterKey()];
  expect(token).toMatch(/^usher_[\w-]{43}$/);
  expect([new KeyFolder(folder).ownerToken(), new KeyFolder(folder).masterKey()]).toEqual([token, masterKey]);
  expect(keys.readableByAll()).toEqual([]);
  chmodSync(path.join(folder, 'owner.token'), 0o644);
  expect(keys.readableByAll()).toEqual([path.join(folder, 'owner.token')]);
});
