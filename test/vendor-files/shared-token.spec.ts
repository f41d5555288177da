import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from '../e2e/data-folder.js';
import { type RunningService, startService } from '../e2e/service.js';
import { until } from '../e2e/until.js';

/** A token that a vendor issues is one for all processes, the refresh token with it. The tests follow each other. */
let folder: DataFolder;
let database: TestDatabase;
let services: RunningService[] = [];
let simulator: VendorSimulator;
let connection: string;

beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  services = await Promise.all([1, 2].map(() => start()));
  const { client_secret: secret, webhook_token: token } = await simulated('personio');
  await connect('personio', { client_secret: secret, webhook_token: token });
});

/** The vendor with one record; the one before has gone. */
async function simulated(vendor: string): Promise<VendorSimulator['settings']> {
  await simulator?.stop();
  const text = readFileSync(new URL(`../../src/connectors/hr/${vendor}/vendor.yaml`, import.meta.url), 'utf8');
  simulator = await VendorSimulator.start(readVendor(text).file!);
  simulator.records.add();
  return simulator.settings;
}

async function connect(connector: string, secrets: Readonly<Record<string, unknown>>): Promise<void> {
  const settings = Object.entries(simulator.settings).filter(([name]) => !Object.hasOwn(secrets, name));
  const { body } = await services[0].call('POST', '/connections', {
    name: 'Outside',
    connector,
    settings: Object.fromEntries(settings),
    secrets,
    target: { console: 'built-in' },
    enabled: true,
    schedule: { full: null, incremental: null },
  });
  connection = String(body.id);
}

afterAll(async () => {
  await Promise.all(services.map((service) => service.kill()));
  await simulator.stop();
  await database.drop();
  await folder.remove();
});

function start(): Promise<RunningService> {
  return startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
}

function rows<Row extends object>(sql: string): Promise<Row[]> {
  const admin = process.env.USHER_TEST_ADMIN_URL ?? '';
  return rowsAt<Row>(admin.replace(/\/postgres$/, new URL(database.url).pathname), sql, []);
}

function kept(): Promise<{ sealed: string; revision: number }[]> {
  return rows('select token_sealed as sealed, revision from connection_vendor_tokens');
}

/** What fails of the connection test through each of them at once; each reads a list. There is no mail server. */
async function tested(through: readonly RunningService[]): Promise<unknown[]> {
  const answers = await Promise.all(through.map((each) => each.call('POST', `/connections/${connection}/test`)));
  return answers.map(({ body }) =>
    (body.checks as { name: string; ok: boolean }[]).filter(({ name, ok }) => !ok && name !== 'delivery'),
  );
}

function requests(): number {
  return simulator.asked.filter((each) => each.endsWith('/auth') || each.endsWith('/oauth/token')).length;
}

test('two processes that need a token at once request one', async () => {
  expect(await tested([...services, ...services])).toEqual([[], [], [], []]);
  expect({ requests: requests(), issued: simulator.signIn.issued }).toEqual({ requests: 1, issued: 1 });
});

test('it is sealed where it is kept', async () => {
  const [{ sealed }] = await kept();
  expect(sealed).toMatch(/^v1\./);
  expect(Buffer.from(sealed.split('.')[2], 'base64url').toString('latin1')).not.toContain('simulated-token');
});

test('one that the vendor ended early is replaced once, by whichever process notices', async () => {
  simulator.signIn.revoke();
  expect(await tested([...services, ...services])).toEqual([[], [], [], []]);
  expect(simulator.signIn.issued).toBe(2);
});

test('a process that starts anew, and another name of the connection, cost no token', async () => {
  await services[0].call('PATCH', `/connections/${connection}`, { name: 'The same outside' });
  await services[0].stop();
  services[0] = await start();
  expect(await tested(services)).toEqual([[], []]);
  expect(simulator.signIn.issued).toBe(2);
});

test('where the process that requests one is killed, another requests it, once', async () => {
  simulator.signIn.revoke();
  simulator.faults.silentSignIn = true;
  const before = requests();
  const calls = services.map((each) => tested([each]).catch(() => 'killed'));
  await until('one of them has asked', () => requests() > before);
  const [{ owner }] = await rows<{ owner: string }>(
    `select owner from leases where name like 'vendor token %' and until_at > now() and not released`,
  );
  const killed = services.findIndex(({ pid }) => pid === Number(owner.split(':')[1]));
  expect(requests()).toBe(before + 1);
  simulator.faults.silentSignIn = false;
  await services[killed].kill();
  const answers = await Promise.all(calls);
  expect([answers[killed], answers[1 - killed]]).toEqual(['killed', [[]]]);
  expect({ requests: requests(), issued: simulator.signIn.issued }).toEqual({ requests: before + 2, issued: 3 });
  services[killed] = await start();
});

test('other settings want another token; the old one is gone, and with the connection all of them', async () => {
  await services[0].call('PATCH', `/connections/${connection}`, { settings: { time_zone: 'Europe/Prague' } });
  expect(await tested(services)).toEqual([[], []]);
  expect(simulator.signIn.issued).toBe(4);
  expect(await kept()).toHaveLength(1);
  await services[0].call('DELETE', `/connections/${connection}?accounts=keep`);
  await until('the connection is gone', async () => (await kept()).length === 0);
});

test('a refresh token that each use replaces is used once, whoever needs a token', async () => {
  const { client_secret: secret, refresh_token: token } = await simulated('gusto');
  await connect('gusto', { client_secret: secret, refresh_token: token });
  expect(await tested([...services, ...services])).toEqual([[], [], [], []]);
  expect({ requests: requests(), issued: simulator.signIn.issued }).toEqual({ requests: 1, issued: 1 });
  const [{ sealed }] = await kept();
  expect(Buffer.from(sealed.split('.')[2], 'base64url').toString('latin1')).not.toContain('simulated-');
});

test('the next token is asked for with the one that replaced it, by processes that start anew, too', async () => {
  simulator.signIn.revoke();
  expect(await tested([...services, ...services])).toEqual([[], [], [], []]);
  await services[0].stop();
  services[0] = await start();
  simulator.signIn.revoke();
  expect(await tested(services)).toEqual([[], []]);
  expect({ requests: requests(), issued: simulator.signIn.issued }).toEqual({ requests: 3, issued: 3 });
});

test('other settings keep it, and nobody who uses it is interrupted', async () => {
  await services[0].call('PATCH', `/connections/${connection}`, { settings: { time_zone: 'Europe/Prague' } });
  expect(await tested([...services, ...services])).toEqual([[], [], [], []]);
  expect({ requests: requests(), issued: simulator.signIn.issued }).toEqual({ requests: 4, issued: 4 });
});

test('one that was used elsewhere is refused, and a new one goes before it', async () => {
  simulator.signIn.useElsewhere();
  simulator.signIn.revoke();
  const [wrong] = (await tested([services[0]])) as { detail: string }[][];
  expect(wrong.map(({ detail }) => detail).join()).toContain('sign in anew and enter the new one');
  const secrets = { refresh_token: simulator.signIn.signInAnew() };
  await services[0].call('PATCH', `/connections/${connection}`, { secrets });
  expect(await tested([...services, ...services])).toEqual([[], [], [], []]);
});
