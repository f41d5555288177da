import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SystemClock } from '../../../src/kernel/clock.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { startUsher, type Usher } from '../../../src/main.js';
import { createMigratedDatabase, type TestDatabase } from '../../database/fresh-database.js';
import { eventually } from '../../kernel/manual-clock.js';
import { MewsSimulator } from '../../simulators/mews/mews-simulator.js';

/** What an operator does with a first connection, on the whole service and a hotel on a socket. */
const token = 'usher_test_owner_token_0123456789abcdef';
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

let usher: Usher;
let hotel: MewsSimulator;
let database: TestDatabase;
let connectionId: string;

beforeAll(async () => {
  database = await createMigratedDatabase();
  hotel = await MewsSimulator.start({ clock: new SystemClock(), rooms: ['112', '118'] });
  for (const [room, lastName] of [
    ['112', 'Nováková'],
    ['118', 'Müller'],
  ])
    hotel.hotel.checkIn(
      hotel.hotel.book({ guest: { firstName: 'Jana', lastName }, room, arrival: days(-1), departure: days(2) }),
    );
  usher = await startUsher(
    {
      port: 0,
      host: '127.0.0.1',
      baseUrl: null,
      databaseUrl: database.url,
      dataDir: '',
      token,
      masterKeys: [Buffer.alloc(32, 7)],
      role: 'all',
      rateLimitPerMinute: 0,
      allowPrivateTargets: true,
      logLevel: 'silent',
    },
    new SilentLog(),
  );
});
afterAll(async () => {
  await usher.stop();
  await hotel.stop();
  await database.drop();
});

async function call(method: string, path: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${usher.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

async function accounts(): Promise<string[]> {
  const { body } = await call('GET', '/users?sort=username:asc');
  return body._embedded.users.map(
    ({ username, disabled }: { username: string; disabled: unknown }) =>
      `${username}${Number(disabled) ? ' (disabled)' : ''}`,
  );
}

test('a new connection is tested, previewed and at work without being told twice', async () => {
  const made = await call('POST', '/connections', {
    name: 'Mews',
    connector: 'mews',
    settings: { base_url: hotel.url },
    secrets: { client_token: hotel.clientToken, access_token: hotel.accessToken },
    access: { preset: 'hotel-enterprise' },
  });
  expect(made.status).toBe(201);
  connectionId = made.body.id;
  expect((await call('POST', `/connections/${connectionId}/test`)).body).toMatchObject({ ok: true });
  await eventually('both guests have their accounts', async () => (await accounts()).length === 2);
  expect(await accounts()).toEqual(['112-novakova', '118-mueller']);
  await eventually(
    'everything is done',
    async () => (await call('GET', `/connections/${connectionId}`)).body.oldest_dirty_seconds === 0,
  );
  expect(
    (await call('GET', `/connections/${connectionId}/subjects?sort=room:asc`)).body._embedded.subjects,
  ).toMatchObject([{ facts: { room: '112' } }, { facts: { room: '118' } }]);
  expect((await call('GET', '/operations?filter[user]=112-novakova&filter[kind]=create_user')).body.total_items).toBe(
    1,
  );
});

test('another mapping is previewed without effect, then applied to everybody by a run', async () => {
  const access = { preset: 'hotel-enterprise', username: '{{ last_name | ascii | downcase }}.{{ room }}' };
  const preview = await call('POST', `/connections/${connectionId}/preview`, { access });
  expect(
    preview.body.plan
      .map(({ kind, after }: { kind: string; after: { username: string } }) => [kind, after?.username])
      .sort(),
  ).toEqual([
    ['change_user', 'mueller.118'],
    ['change_user', 'novakova.112'],
  ]);
  expect(await accounts()).toEqual(['112-novakova', '118-mueller']);

  await call('PATCH', `/connections/${connectionId}`, { access });
  await eventually('the accounts are renamed', async () => (await accounts()).join() === 'mueller.118,novakova.112');
  expect(
    (await call('GET', `/connections/${connectionId}/runs?filter[mode]=access`)).body._embedded.runs,
  ).toMatchObject([{ seen: 2 }]);
});

test('a drift run reports an account changed by hand, and repairs it where that is wanted', async () => {
  const [account] = (await call('GET', '/users?filter[username]=mueller.118')).body._embedded.users;
  await call('PATCH', `/users/${account.id}`, { disabled: true });
  const drift = async (body: object = {}) => {
    const { body: run } = await call('POST', `/connections/${connectionId}/sync`, { mode: 'drift', ...body });
    await eventually('the run is over', async () => (await call('GET', `/runs/${run.id}`)).body.status === 'done');
    return (await call('GET', `/runs/${run.id}/plan`)).body._embedded.plan;
  };
  expect(await drift({ dry_run: true })).toMatchObject([
    {
      kind: 'changed',
      account: 'mueller.118',
      before: { disabled: false },
      after: { disabled: true },
      detail: 'reported',
    },
  ]);
  expect(await accounts()).toEqual(['mueller.118 (disabled)', 'novakova.112']);
  await call('PATCH', `/connections/${connectionId}`, { drift: { changed: 'repair' } });
  expect(await drift()).toMatchObject([{ kind: 'changed', detail: 'written again' }]);
  await eventually(
    'the account is as it should be',
    async () => (await accounts()).join() === 'mueller.118,novakova.112',
  );
});

test('a connection that is deleted with its accounts leaves none', async () => {
  expect((await call('DELETE', `/connections/${connectionId}?accounts=delete`)).status).toBe(204);
  await eventually('the accounts are gone', async () => (await accounts()).length === 0);
  await eventually(
    'the connection is gone',
    async () => (await call('GET', `/connections/${connectionId}`)).status === 404,
  );
});
