import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConnectorsModule } from '../../src/connectors/connectors.module.js';
import { Settings } from '../../src/kernel/settings.js';
import { KisiSimulator } from '../simulators/kisi/kisi-simulator.js';
import { ConnectorCatalogue } from '../../src/provisioning/connector/catalogue.js';

/** A partner's vendor, from the first file to a connector of the catalogue, without a build. */
const top = fileURLToPath(new URL('../../', import.meta.url));
const node = path.join(top, 'node_modules/.bin/node');
const command = path.join(top, 'dist/bin/usher.js');
const env = { USHER_ALLOW_PRIVATE_TARGETS: 'true' };
let folder: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['config/tools/build-once.mjs'], { cwd: top });
  folder = mkdtempSync(path.join(tmpdir(), 'usher-vendors-'));
}, 600_000);

afterAll(() => rmSync(folder, { recursive: true }));

function usher(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(node, [command, ...args], { cwd: folder, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

async function keysOf(vendorsDir: string): Promise<string[]> {
  @Global()
  @Module({ providers: [{ provide: Settings, useValue: { vendorsDir } }], exports: [Settings] })
  class SettingsModule {}
  @Module({ imports: [SettingsModule, ConnectorsModule] })
  class Whole {}
  const app = await NestFactory.createApplicationContext(Whole, { logger: false, abortOnError: false });
  const keys = app.get(ConnectorCatalogue).definitions.map(({ key }) => key);
  await app.close();
  return keys;
}

test('a new vendor file is right as it stands, and never replaces one', async () => {
  expect(await usher('connector', 'new', 'hr', 'people-first')).toMatchObject({ code: 0 });
  expect((await usher('connector', 'new', 'hr', 'people-first')).err).toContain('is there already');
  const { code, err } = await usher('connector', 'new', 'payroll', 'other');
  expect([code, err]).toEqual([1, expect.stringContaining('other:5: family must be one of')]);
  expect((await usher('connector', 'new', 'hr', 'personio')).err).toContain('personio is a connector of this build');
  expect((await usher('connector', 'new', 'pms', 'mews')).err).toContain('mews is a connector of this build');
});

test('it is served, and tried: the test, the first page, what it means', async () => {
  const simulator = spawn(node, [command, 'connector', 'simulate', 'people-first/vendor.yaml', '--records', '3'], {
    cwd: folder,
    env,
  });
  try {
    const settings = await new Promise<string>((resolve) => {
      simulator.stdout.on('data', (text: Buffer) => resolve(String(text)));
    });
    writeFileSync(path.join(folder, 's.json'), settings);
    const tried = await usher('connector', 'try', 'people-first/vendor.yaml', '--settings', 's.json');
    expect(tried).toMatchObject({ code: 0, err: '' });
    expect(tried.out).toContain('ok    list: 3 records in the first page of 3');
    expect(tried.out).toContain('ok    mapping: Looked at: 3; all are understood');
    const [names, ...rows] = tried.out.split(/\n\n/).at(-1)!.trim().split('\n');
    expect(names).toMatch(/^STATUS +KEY +FIRST_NAME +LAST_NAME +EMAIL$/);
    expect(rows).toHaveLength(3);
    const [status, key] = ['STATUS', 'KEY'].map((name) => names.indexOf(name));
    const cellAt = (row: string, column: number) => row.slice(column).split(' ')[0];
    expect(rows.map((row) => [cellAt(row, status), cellAt(row, key)])).toContainEqual(['active', '1002']);
    expect(rows.map((row) => cellAt(row, names.indexOf('EMAIL')))).toContain('person1002@acme.example');

    writeFileSync(path.join(folder, 's.json'), '{"base_url":"https://people.example","key":1}');
    const { err } = await usher('connector', 'try', 'people-first', '--settings', 's.json');
    expect(err.trim().split('\n').slice(1).sort()).toEqual([
      'api_key is required',
      'key is no setting of this connector',
      'time_zone is required',
    ]);
    writeFileSync(path.join(folder, 's.json'), settings.replace('key-0123456789abcdef', 'another'));
    const refused = await usher('connector', 'try', 'people-first/vendor.yaml', '--settings', 's.json');
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('FAIL  credentials: list: 401')]);
  } finally {
    simulator.kill('SIGTERM');
  }
});

test('a connector in code is tried, too, and what a stranger wrote moves no cursor', async () => {
  const simulator = await KisiSimulator.start();
  try {
    simulator.building.invite('Ada \u001b[2J\u202eLovelace', 'ada@example.com');
    const settings = { base_url: simulator.url, api_key: simulator.apiKey };
    writeFileSync(path.join(folder, 'kisi.json'), JSON.stringify(settings));
    const { code, out, err } = await usher('connector', 'try', 'kisi', '--settings', 'kisi.json');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^STATUS +KEY .*EMAIL/m);
    expect(out).toMatch(/^active .*ada@example\.com/m);
    expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  } finally {
    await simulator.stop();
  }
  const { code, err } = await usher('connector', 'simulate', 'kisi');
  expect([code, err]).toEqual([1, expect.stringContaining('test/simulators/kisi')]);
  expect((await usher('connector', 'try', 'scim', '--settings', 'kisi.json')).err).toContain('asks nobody');
  expect((await usher('connector', 'try', 'nobody', '--settings', 'kisi.json')).err).toContain(
    'no connector of this key',
  );
});

test('files of USHER_VENDORS_DIR are connectors of the catalogue', async () => {
  expect(await keysOf(folder)).toEqual(expect.arrayContaining(['bamboohr', 'people-first', 'personio']));
});

test('one wrong file among them keeps the service from starting; all faults of all files are named', async () => {
  const right = readFileSync(path.join(folder, 'people-first/vendor.yaml'), 'utf8');
  mkdirSync(path.join(folder, 'hr/taken'), { recursive: true });
  writeFileSync(path.join(folder, 'hr/taken/vendor.yaml'), right.replace('key: people-first', 'key: personio'));
  mkdirSync(path.join(folder, 'wrong'));
  writeFileSync(path.join(folder, 'wrong/vendor.yaml'), right.replace('version: 1', 'version: 2'));
  const refusal = await keysOf(folder).catch(String);
  expect(refusal).toContain(`${path.join(folder, 'hr/taken/vendor.yaml')}:1: key personio is another connector's`);
  expect(refusal).toContain(`${path.join(folder, 'wrong/vendor.yaml')}:2: version must be 1`);
  await expect(keysOf(path.join(folder, 'nowhere'))).rejects.toThrow(/cannot be read: ENOENT/);
});
