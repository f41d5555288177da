import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { loadSettings } from './load-settings.js';

const folder = mkdtempSync(path.join(tmpdir(), 'usher-signing-'));
const pem =
  '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n-----BEGIN ' +
  'CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

function file(name: string, content: string): string {
  const named = path.join(folder, name);
  writeFileSync(named, content);
  return named;
}

test('what signs profiles is read from its file; without one nothing signs', () => {
  expect(loadSettings({ USHER_DATA_DIR: folder })).toMatchObject({ profileSigning: null, certificateKeys: 'ec' });
  expect(
    loadSettings({
      USHER_DATA_DIR: folder,
      USHER_PROFILE_SIGNING_FILE: file('good.pem', pem),
      USHER_CERTIFICATE_KEYS: 'rsa',
    }),
  ).toMatchObject({ profileSigning: pem, certificateKeys: 'rsa' });
});

test('a file that is not there, or holds no key or certificate, is refused by name', () => {
  const refused = (value: string) => () => loadSettings({ USHER_DATA_DIR: folder, USHER_PROFILE_SIGNING_FILE: value });
  expect(refused(path.join(folder, 'none.pem'))).toThrow(/USHER_PROFILE_SIGNING_FILE.*ENOENT/);
  expect(refused(file('key.pem', pem.slice(0, 60)))).toThrow(/USHER_PROFILE_SIGNING_FILE.*PEM file/);
});
