import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { isRunning } from '../../src/kernel/process-name.js';
import { createEmptyDatabase, createMigratedDatabase } from '../database/fresh-database.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { RemoteConsoleSimulator } from '../simulators/remote-console/remote-console-simulator.js';
import { DataFolder, freePort } from './data-folder.js';
import { codeCache, type RunningService, runToEnd, startService, testKey, testToken } from './service.js';
import { until } from './until.js';

let folder: DataFolder;
const running: RunningService[] = [];
beforeAll(async () => {
  folder = await DataFolder.make();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.kill()));
});
afterAll(async () => {
  await folder.remove();
});

async function start(environment: Record<string, string> = {}): Promise<RunningService> {
  const service = await startService({ USHER_DATA_DIR: folder.path, ...environment });
  running.push(service);
  return service;
}

async function readiness({ url }: RunningService): Promise<{ status: number; checks: Record<string, string> }> {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, checks: ((await answer.json()) as { checks: Record<string, string> }).checks };
}

test('the owner key and the link for the first operator are printed at the first start, and never again', async () => {
  const first = await start({ USHER_TOKEN: '' });
  const token = (await readFile(path.join(folder.path, 'owner.token'), 'utf8')).trim();
  const said = () => first.lines.filter(({ msg }) => String(msg).includes(token)).length;
  await until('the key is printed', () => said() === 1);
  const asOwner = { authorization: `Bearer ${token}` };
  expect((await first.call('GET', '/users', undefined, asOwner)).status).toBe(200);
  const linksOf = ({ lines }: RunningService) =>
    lines.flatMap(({ msg }) => /http:\/\/localhost:\d+\/console\/first#(first_[\w-]{43})/.exec(String(msg))?.[1] ?? []);
  await until('the link for the first operator is printed', () => linksOf(first).length === 1);
  const person = { token: linksOf(first)[0], email: 'eva@example.com', name: 'Eva', password: 'correct horse battery' };
  expect((await first.call('POST', '/first-operator', person, { authorization: '' })).status).toBe(201);
  expect(await first.stop()).toBe(0);

  const second = await start({ USHER_TOKEN: '' });
  expect((await second.call('GET', '/users', undefined, asOwner)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  expect(second.lines.filter(({ msg }) => String(msg).includes(token))).toEqual([]);
  expect(linksOf(second)).toEqual([]);
});

test('a log that cannot be written stops nothing; the lost lines are counted', async () => {
  await start();
  const full = await open('/dev/full', 'w');
  try {
    const losesLines = async (output: number | 'pipe') => {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const child = spawn(process.execPath, ['dist/bin/usher.js', 'start'], {
        stdio: ['ignore', output, output],
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: codeCache,
          USHER_DATA_DIR: folder.path,
          HOST: '127.0.0.1',
          PORT: String(port),
          USHER_TOKEN: testToken,
          USHER_MASTER_KEY: testKey,
        },
      });
      for (const reader of [child.stdout, child.stderr]) reader?.destroy();
      const ended = once(child, 'exit');
      await until('it is ready', async () => (await fetch(`${url}/readyz`)).ok);
      for (let count = 0; count < 5; count += 1)
        expect((await fetch(`${url}/users`, { headers: { authorization: `Bearer ${testToken}` } })).status).toBe(200);
      expect(
        Number(/usher_log_lines_dropped_total (\d+)/.exec(await (await fetch(`${url}/metrics`)).text())?.[1]),
      ).toBeGreaterThanOrEqual(5);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    };
    await Promise.all([losesLines(full.fd), losesLines('pipe')]);
  } finally {
    await full.close();
  }
});

test('told to stop while it still starts, it stops, and its database with it', async () => {
  const other = await DataFolder.make();
  const child = spawn(process.execPath, ['dist/bin/usher.js', 'start'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: codeCache,
      PORT: '0',
      HOST: '127.0.0.1',
      USHER_DATA_DIR: other.path,
    },
  });
  try {
    await until('its database runs', () => other.isDatabaseRunning());
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    expect(await other.isDatabaseRunning()).toBe(false);
  } finally {
    await other.remove();
  }
});

test('a schema made ahead and a second host do not change the first owner', async () => {
  const database = await createEmptyDatabase();
  const [ahead, elsewhere] = await Promise.all([DataFolder.make(), DataFolder.make()]);
  const shared = { DATABASE_URL: database.url, USHER_TOKEN: '' };
  try {
    expect((await runToEnd({ ...shared, USHER_DATA_DIR: ahead.path }, 'migrate')).code).toBe(0);
    const first = await start({ ...shared, USHER_DATA_DIR: ahead.path });
    const token = (await readFile(path.join(ahead.path, 'owner.token'), 'utf8')).trim();
    await until('the key is printed', () => first.lines.some(({ msg }) => String(msg).includes(token)));
    const second = await start({ ...shared, USHER_DATA_DIR: elsewhere.path });
    expect((await second.call('GET', '/keys', undefined, { authorization: `Bearer ${token}` })).body.total_items).toBe(
      1,
    );
    await Promise.all([first.stop(), second.stop()]);
  } finally {
    await Promise.all([ahead.remove(), elsewhere.remove()]);
    await database.drop();
  }
});

test('two processes on one data folder share its database; the last one out stops it', async () => {
  const [one, other] = await Promise.all([start({ USHER_ROLE: 'api' }), start({ USHER_ROLE: 'api' })]);
  expect((await one.call('POST', '/users', { username: 'shared', password: 'correct horse' })).status).toBe(201);
  expect((await other.call('GET', '/users?filter[username]=shared')).body.total_items).toBe(1);
  expect(await other.stop()).toBe(0);
  expect(await folder.isDatabaseRunning()).toBe(true);
  expect((await one.call('GET', '/users?filter[username]=shared')).body.total_items).toBe(1);
  expect(await one.stop()).toBe(0);
  expect(await folder.isDatabaseRunning()).toBe(false);
});

test('npm start passes on that it is to stop, and nothing of it is left', async () => {
  const service = await startService({ USHER_DATA_DIR: folder.path }, ['npm', 'start']);
  running.push(service);
  const pid = Number(service.lines.find(({ msg }) => msg === 'listening')?.pid);
  expect(pid).not.toBe(service.pid);
  try {
    await service.stop();
    await until('the service has ended, too', () => !isRunning(pid));
    expect(service.lines.map(({ msg }) => msg)).toContain('stopping');
    expect(await folder.isDatabaseRunning()).toBe(false);
  } finally {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  }
});

test('processes that start at once on an empty folder share one database, its keys and its owner', async () => {
  const empty = await DataFolder.make();
  try {
    const environment = { USHER_DATA_DIR: empty.path, USHER_TOKEN: '', USHER_MASTER_KEY: '' };
    const all = await Promise.all([1, 2, 3].map(() => start(environment)));
    const token = (await readFile(path.join(empty.path, 'owner.token'), 'utf8')).trim();
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'once' };
    // Each opens what another has sealed.
    const ids = [];
    for (const each of all) ids.push((await each.call('POST', '/users', { username: 'shared' }, headers)).body.id);
    expect(ids).toEqual([expect.any(String), ids[0], ids[0]]);
    await Promise.all(all.map((each) => each.stop()));
    expect((await readdir(empty.path)).filter((name) => /\d/.test(name))).toEqual([]);
  } finally {
    await empty.remove();
  }
});

test('a service at rest looks for work over few connections, not over one for each that looks', async () => {
  const database = await createMigratedDatabase();
  const elsewhere = await DataFolder.make();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const service = await start({ DATABASE_URL: database.url, USHER_DATA_DIR: elsewhere.path });
    const open = async () =>
      (
        await client.query<{ count: number; seconds: number }>(`
      select count(*)::int as count, extract(epoch from max(state_change) - min(backend_start))::int as seconds
      from pg_stat_activity where datname = current_database() and application_name like 'usher%'`)
      ).rows[0];
    // Two more listen: to other processes, and to what changes about keys. On a busy machine looks overlap at times.
    await until('it has looked for five seconds, over seven connections at most', async () => {
      const { count, seconds } = await open();
      return seconds >= 5 && count <= 7;
    });
    expect(await service.stop()).toBe(0);
  } finally {
    await client.end();
    await elsewhere.remove();
    await database.drop();
  }
});

test('not ready while the database is away, ready again when it is back, and no restart needed', async () => {
  const service = await start();
  expect(await readiness(service)).toEqual({ status: 200, checks: { database: 'ok', workers: 'ok' } });
  await folder.killDatabase();
  await until('it is not ready', async () => (await readiness(service)).status === 503);
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  await until('it is ready again', async () => (await readiness(service)).status === 200);
  const said = () => service.lines.filter(({ part }) => part === 'postgres').map(({ level, msg }) => [level, msg]);
  // The service may be ready before the one that started the database says so.
  await until('it is said', () => said().length === 2);
  expect(said()).toEqual([
    [50, 'the bundled PostgreSQL is gone: it is started again'],
    [40, 'the bundled PostgreSQL runs again'],
  ]);
  const [{ recent_output: recentOutput }] = service.lines.filter(({ part }) => part === 'postgres');
  // Of the server, but of no statement.
  expect(recentOutput).toMatch(/LOG: |FATAL: /);
  expect((await service.call('POST', '/users', { username: 'afterwards', password: 'correct horse' })).status).toBe(
    201,
  );
  expect(await service.stop()).toBe(0);
});

test('a stop during work takes under ten seconds and exits with 0; the next start finishes the work', async () => {
  const hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  const console = await RemoteConsoleSimulator.start({ mode: 'plain', ratePerMinute: 10_000 });
  try {
    await hotel.start();
    const first = await start();
    const made = await first.call('POST', '/connections', {
      name: 'Front desk',
      connector: 'fias',
      settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
      target: {
        console: 'remote',
        base_url: console.address,
        token: console.token,
        organization_id: 'org-1',
        rate_per_minute: 10_000,
      },
      access: { preset: 'hotel-enterprise' },
      enabled: true,
    });
    expect(made.status).toBe(201);
    await until('the link is alive', () => hotel.ifc.isAlive);
    console.fail({ kind: 'slow', milliseconds: 700 }, { times: 40, matches: ({ method }) => method === 'POST' });
    hotel.checkInParty(40, 'Coach');
    await until('calls are on their way', () => console.inFlight > 0);

    expect(await first.stop()).toBe(0);
    // Nothing is left whose fate somebody else would have to find out.
    expect(console.inFlight).toBe(0);

    await start();
    const accounts = () => [...console.organization().users.values()].map(({ username }) => String(username));
    await until('everybody has an account', () => accounts().length === 40);
    expect(new Set(accounts()).size).toBe(40);
  } finally {
    await hotel.stop();
    await console.close();
  }
});
