import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { loadSettings, SettingsRefused } from './load-settings.js';

function folder(): string {
  return mkdtempSync(path.join(tmpdir(), 'usher-settings-'));
}

test('an empty environment gives the documented defaults and makes its master key once', () => {
  const dataDir = folder();
  const first = loadSettings({ USHER_DATA_DIR: dataDir });
  const second = loadSettings({ USHER_DATA_DIR: dataDir });
  expect(first).toMatchObject({
    port: 3000,
    host: '0.0.0.0',
    databaseUrl: null,
    role: 'all',
    rateLimitPerMinute: 100,
    allowPrivateTargets: false,
  });
  expect(second).toMatchObject({ token: null, masterKeys: first.masterKeys });
  expect(statSync(path.join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
});

test('every wrong setting is named at once, and no secret is repeated', () => {
  const refused = () =>
    loadSettings({
      PORT: 'http',
      USHER_ROLE: 'boss',
      USHER_TOKEN: 'short',
      USHER_MASTER_KEY: 'c2hvcnQ=',
      USHER_RATELIMIT: '5',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
    });
  expect(refused).toThrow(SettingsRefused);
  try {
    refused();
  } catch (error) {
    const { message } = error as Error;
    for (const name of ['PORT', 'USHER_ROLE', 'USHER_TOKEN', 'USHER_MASTER_KEY', 'USHER_RATELIMIT', 'DATABASE_URL'])
      expect(message).toContain(name);
    expect(message).not.toContain('hunter2');
    expect(message).not.toContain('short"');
  }
});

test('a data folder that is none is refused by its name', () => {
  const file = path.join(folder(), 'a-file');
  writeFileSync(file, '');
  expect(() => loadSettings({ USHER_DATA_DIR: file })).toThrow(`USHER_DATA_DIR: ${file} cannot be used`);
  expect(() => loadSettings({ USHER_DATA_DIR: path.join(file, 'below') })).toThrow('cannot be used');
});

test('a file of a key that was cut off is no key: the start is refused before anything is sealed by it', () => {
  const dataDir = folder();
  writeFileSync(path.join(dataDir, 'master.key'), '');
  expect(() => loadSettings({ USHER_DATA_DIR: dataDir })).toThrow('master.key does not hold the 32 bytes of a key');
});

test('several master keys open while a new one seals', () => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const settings = loadSettings({
    USHER_DATA_DIR: folder(),
    USHER_MASTER_KEY: keys.map((key) => key.toString('base64')).join(','),
  });
  expect(settings.masterKeys).toEqual(keys);
});

test('a mail server and trusted proxies are read; a server without a sender is refused', () => {
  const given = {
    USHER_DATA_DIR: folder(),
    USHER_SMTP_URL: 'smtp://usher:hunter2@mail.example.com',
    USHER_TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16',
    USHER_DIGEST_HOUR: '6',
  };
  expect(loadSettings({ ...given, USHER_SMTP_FROM: 'Usher <alerts@example.com>' })).toMatchObject({
    smtp: {
      host: 'mail.example.com',
      port: 587,
      isTlsFirst: false,
      tls: 'required',
      user: 'usher',
      password: 'hunter2',
      from: { name: 'Usher', address: 'alerts@example.com' },
      timeoutSeconds: 30,
    },
    trustedProxies: ['10.0.0.5', '10.1.0.0/16'],
    digestHour: 6,
  });
  expect(() => loadSettings(given)).toThrow('USHER_SMTP_FROM: is needed beside USHER_SMTP_URL');
  expect(loadSettings({ USHER_DATA_DIR: folder() })).toMatchObject({ smtp: null, trustedProxies: [], digestHour: 7 });
});

test('another way to the database is refused without the database that it leads to', () => {
  const around = { USHER_DATA_DIR: folder(), USHER_LISTEN_DATABASE_URL: 'postgres://usher:hunter2@db/usher' };
  expect(loadSettings({ ...around, DATABASE_URL: 'postgres://pooler/usher' })).toMatchObject({
    listenDatabaseUrl: around.USHER_LISTEN_DATABASE_URL,
    preparesStatements: true,
  });
  expect(() => loadSettings(around)).toThrow(
    'USHER_LISTEN_DATABASE_URL: is another way to the database of DATABASE_URL',
  );
  expect(() => loadSettings({ USHER_DATA_DIR: folder(), USHER_READ_DATABASE_URL: 'postgres://usher@db/x' })).toThrow(
    'USHER_READ_DATABASE_URL: names a standby of the database of DATABASE_URL, which is not given',
  );
});

test.each([
  ['USHER_ALLOW_PRIVATE_TARGETS', 'perhaps', 'must be true or false, not "perhaps"'],
  ['USHER_BASE_URL', 'wifi.example.com', 'must be an address such as https://wifi.example.com'],
  ['USHER_BASE_URL', 'ftp://wifi.example.com', 'must be an address such as https://wifi.example.com'],
  ['USHER_TOKEN', 'with a blank in it, and long enough for all', 'must have at least 32 characters and no blanks'],
  ['USHER_RADIUS_AUTH_PORT', '70000', 'must be a whole number from 1 to 65535, not "70000"'],
  ['DATABASE_URL', 'postgres://db/x?sslmode=allow', 'sslmode must be one of disable, no-verify, prefer, require'],
  ['DATABASE_URL', 'postgres://db/x?sslrootcert=/none/ca.pem', 'its sslrootcert cannot be read: /none/ca.pem (ENOENT)'],
])('%s of %s is refused by its name: %s', (name, value, why) => {
  const refused = () => loadSettings({ USHER_DATA_DIR: folder(), [name]: value });
  expect(refused).toThrow(SettingsRefused);
  expect(refused).toThrow(new RegExp(`${name}: .*${why.replaceAll(/[()?]/g, String.raw`\$&`)}`));
});

test.each([
  ['USHER_ALLOW_PRIVATE_TARGETS', 'yes', { allowPrivateTargets: true }],
  ['USHER_ALLOW_PRIVATE_TARGETS', '0', { allowPrivateTargets: false }],
  ['USHER_BASE_URL', 'https://wifi.example.com//', { baseUrl: 'https://wifi.example.com' }],
  ['USHER_TOKEN', 'a'.repeat(32), { token: 'a'.repeat(32) }],
  ['DATABASE_URL', 'postgres://db/x?sslmode=require', { databaseUrl: 'postgres://db/x?sslmode=verify-full' }],
  [
    'DATABASE_URL',
    'postgres://db/x?sslrootcert=/dev/null&sslmode=no-verify',
    { databaseUrl: 'postgres://db/x?sslrootcert=/dev/null&sslmode=no-verify' },
  ],
])('%s of %s is taken', (name, value, settings) => {
  expect(loadSettings({ USHER_DATA_DIR: folder(), [name]: value })).toMatchObject(settings);
});
