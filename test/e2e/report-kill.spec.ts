import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { until } from './until.js';

const logins = 120_000;

let folder: DataFolder;
let database: TestDatabase;
let api: RunningService;
let maker: RunningService;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  api = await start('api');
  await rows(`insert into authentication_log (organization_id, at, id, outcome, username)
    select (select id from organizations order by created_at limit 1), now() - n * interval '10 milliseconds',
      gen_random_uuid(), 'accepted', 'user-' || n from generate_series(1, ${logins}) n`);
});
afterAll(async () => {
  await Promise.all([api, maker].map((service) => service?.kill()));
  await database.drop();
  await folder.remove();
});

function start(role: string): Promise<RunningService> {
  return startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path, USHER_ROLE: role });
}

function rows<Row extends object>(sql: string): Promise<Row[]> {
  return rowsAt<Row>(
    (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname),
    sql,
  );
}

test('a report file is finished by another process after kill -9, each row once, and served by a third', async () => {
  const {
    body: { task_name: name },
  } = await api.call('POST', '/reports/110/tasks', { earliest: '-2h', columns: ['username'], format: 'csv' });
  maker = await start('worker');
  const begun = await until(
    'the file is begun',
    async () => (await rows<{ chunks: number }>('select chunks from report_tasks where chunks > 3'))[0],
  );
  await maker.kill();
  const [left] = await rows<{ status: string; chunks: number }>('select status, chunks from report_tasks');
  expect(left.status).toBe('running');
  expect(left.chunks).toBeGreaterThanOrEqual(begun.chunks);

  maker = await start('worker');
  const task = await until('another process finishes it', async () => {
    const { body } = await api.call('GET', `/reports/tasks/${String(name)}`);
    return body.status === 'completed' && body;
  });
  expect(task).toMatchObject({ rows: logins, progress: 100 });

  const answer = await fetch(`${api.url}/api/reports/tasks?task_name=${String(name)}`, {
    headers: { authorization: `Bearer ${api.token}` },
  });
  const names = (await answer.text()).trimEnd().split('\r\n').slice(1);
  expect([answer.status, names.length, new Set(names).size]).toEqual([200, logins, logins]);
});
