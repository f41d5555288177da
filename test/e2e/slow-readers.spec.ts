import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { until } from './until.js';

/** As many as one answer holds. */
const logins = 100_000;
const readers = 10;

let folder: DataFolder;
let database: TestDatabase;
let service: RunningService;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  service = await startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
  await rows(`insert into authentication_log (organization_id, at, id, outcome, username, reason_detail)
    select (select id from organizations order by created_at limit 1), now() - n * interval '10 milliseconds',
      gen_random_uuid(), 'accepted', 'user-' || n, repeat('a long reason ', 15) from generate_series(1, ${logins}) n`);
});
afterAll(async () => {
  await service?.kill();
  await database?.drop();
  await folder?.remove();
});

function rows<Row extends object>(sql: string): Promise<Row[]> {
  const admin = (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname);
  return rowsAt<Row>(admin, sql);
}

/** An answer that has begun, of which nothing is read. */
function begun(id: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${service.token}`, 'x-request-id': id };
  return new Promise((resolve, reject) => {
    get(`${service.url}/reports/110?format=csv&earliest=-2h`, { headers, agent: false }, (response) => {
      response.once('data', (piece: Buffer) => {
        response.pause();
        response.unshift(piece);
        resolve(response);
      });
    }).on('error', reject);
  });
}

/** What waits to be written, and whatever else stands beside JavaScript's own memory. */
async function bufferedMegabytes(): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^nodejs_external_memory_bytes (\d+)/m.exec(text)?.[1]) / 2 ** 20;
}

const lineOf = (id: string) => service.lines.filter(({ msg, request_id }) => msg === 'request' && request_id === id);

test('whoever reads slowly costs neither connections nor the whole file, and nobody else waits', async () => {
  (await begun('first')).destroy();
  await until('it is told', () => lineOf('first').length > 0);
  const before = await bufferedMegabytes();
  const responses = await Promise.all(Array.from({ length: readers }, (_, count) => begun(`slow-${count}`)));
  await until('no connection is held for them', async () => {
    const held = await rows(`select from pg_stat_activity where datname = current_database()
      and application_name like 'usher%' and state <> 'idle'`);
    return held.length === 0;
  });
  const other = await service.call('POST', '/organizations', { name: 'Another' });
  expect(other.status).toBe(201);
  expect((await service.call('GET', '/users')).status).toBe(200);
  // Their files as a whole are more than 200 MB.
  await until('little of them is held', async () => (await bufferedMegabytes()) - before < 80);
  for (const response of responses) response.destroy();
  await until('each is told', () => responses.every((_, count) => lineOf(`slow-${count}`).length === 1));
  expect(lineOf('slow-0')).toMatchObject([{ route: '/reports/:report_id', status: 200, aborted: true }]);
});

test('who reads on after a pause gets every row', async () => {
  const response = await begun('patient');
  await until('nothing moves', async () => (await service.call('GET', '/users')).status === 200);
  let text = '';
  for await (const piece of response) text += String(piece);
  expect(text.length).toBeGreaterThan(20e6);
  expect(new Set(text.match(/user-\d+/g)).size).toBe(logins);
});
