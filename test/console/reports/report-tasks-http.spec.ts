import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ReportWorker } from '../../../src/console/reports/tasks/report-worker.js';
import { eventually } from '../../kernel/manual-clock.js';
import { reportsWorld, type ReportsWorld } from './reports-world.js';
import { letGo } from '../../database/retention.js';

let world: ReportsWorld;
let worker: ReportWorker;
beforeAll(async () => {
  world = await reportsWorld();
  worker = world.app.get(ReportWorker);
  await world.logged('authentication_log', [
    { hoursAgo: 300, username: 'anna', outcome: 'rejected', reason: 'expired' },
    { hoursAgo: 200, username: '=berta' },
    { hoursAgo: 1, username: 'carla' },
  ]);
});
afterEach(async () => {
  await worker.stop();
  await world.sql('delete from report_tasks');
});
afterAll(async () => {
  await world.close();
});

async function completed(name: string): Promise<void> {
  await eventually(
    'the task is over',
    async () => !['queued', 'running'].includes((await world.call('GET', `/reports/tasks/${name}`)).body.status),
  );
}

describe('the older form', () => {
  test('asks with GET, waits by name, and gets the data in the format of its choice', async () => {
    const columns = 'at,user name';
    const started = await world.call(
      'GET',
      '/api/reports/110?earliest=-30d&latest=now&page=1&period=1&format=csvfile' +
        `&columns=${encodeURIComponent(columns)}&filter[outcome]=accepted`,
    );
    expect([started.status, started.headers.get('content-type')]).toEqual([202, 'application/hal+json; charset=utf-8']);
    const { task_name: name } = started.body;
    expect(started.body).toMatchObject({
      task_name: expect.any(String),
      report_id: '110',
      status: 'queued',
      progress: 0,
      rows: 0,
      earliest: '2026-04-14T14:00:00.000Z',
      latest: '2026-05-14T14:00:00.000Z',
    });
    expect(started.headers.get('location')).toBe(`/api/reports/tasks/${name}`);

    const waiting = await world.call('GET', `/api/reports/tasks?task_name=${name}&format=csvfile`);
    expect([waiting.status, waiting.body.status, waiting.headers.get('retry-after')]).toEqual([202, 'queued', '2']);
    worker.start();
    await completed(name);

    const csv = await world.call('GET', `/api/reports/tasks?task_name=${name}`);
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="report-110-20260514T140000Z.csv"');
    expect(csv.text).toBe("at,username\r\n2026-05-14T13:00:00.000Z,carla\r\n2026-05-06T06:00:00.000Z,'=berta\r\n");
    const json = await world.call('GET', `/api/reports/tasks?task_name=${name}&format=json`);
    expect(json.body).toEqual({
      task_name: name,
      report_id: '110',
      title: 'Authentication log',
      earliest: '2026-04-14T14:00:00.000Z',
      latest: '2026-05-14T14:00:00.000Z',
      total_items: 2,
      columns: ['at', 'username'],
      rows: [
        { at: '2026-05-14T13:00:00.000Z', username: 'carla' },
        { at: '2026-05-06T06:00:00.000Z', username: '=berta' },
      ],
    });
  });

  test('HEAD only looks', async () => {
    expect((await world.call('HEAD', '/api/reports/110')).status).toBe(202);
    expect((await world.call('HEAD', '/api/reports/110?earliest=soon')).status).toBe(400);
    expect(await world.sql('select 1 from report_tasks')).toEqual([]);
  });

  test('an unknown task, report or parameter is refused', async () => {
    for (const [path, status] of [
      ['/api/reports/999', 404],
      ['/api/reports/110?earliest=soon', 400],
      ['/api/reports/110?sort=username:asc', 400],
      ['/api/reports/tasks?task_name=x', 404],
      ['/api/reports/tasks?format=xml', 400],
    ] as const) {
      expect([path, (await world.call('GET', path)).status]).toEqual([path, status]);
    }
  });
});

describe('a task', () => {
  const start = async (body: object = {}, id = '110') =>
    (await world.call('POST', `/reports/${id}/tasks`, { body })).body.task_name as string;

  test('is asked for with POST, is listed, and offers its file when it is completed', async () => {
    const { status, body, headers } = await world.call('POST', '/reports/110/tasks', {
      body: {
        earliest: '-30d',
        columns: ['username', 'reason'],
        filter: { outcome: 'rejected' },
        format: 'csv',
        sort: 'at:asc',
      },
    });
    expect([status, headers.get('location')]).toEqual([202, `/reports/tasks/${body.task_name}`]);
    expect(body._links).toEqual({ self: { href: `/reports/tasks/${body.task_name}` } });
    worker.start();
    await completed(body.task_name);
    const { body: task } = await world.call('GET', body._links.self.href);
    expect(task).toMatchObject({
      status: 'completed',
      progress: 100,
      rows: 1,
      expires_at: '2026-05-16T14:00:00.000Z',
      error: null,
    });
    expect((await world.call('GET', task._links.file.href)).text).toBe('username,reason\r\nanna,expired\r\n');
    const { body: list } = await world.call('GET', '/reports/tasks?filter[status]=completed');
    expect([list.total_items, list._embedded.tasks]).toEqual([1, [task]]);
  });

  test('sums up, too, over a longer time than pages may', async () => {
    const name = await start({ earliest: '-90d', format: 'csv', columns: ['reason', 'rejected'] }, '7');
    worker.start();
    await completed(name);
    expect((await world.call('GET', `/reports/tasks/${name}/file`)).text).toBe('reason,rejected\r\nexpired,1\r\n');
  });

  test('of nothing is an empty file', async () => {
    const name = await start({ earliest: '-2h', latest: '-1h' }, '111');
    worker.start();
    await completed(name);
    expect((await world.call('GET', `/reports/tasks/${name}/file`)).body).toMatchObject({ total_items: 0, rows: [] });
    expect((await world.call('GET', `/reports/tasks/${name}/file?format=csv`)).text).toMatch(/^started_at,.*\r\n$/);
  });

  test('that waits is cancelled at once; its file is not there', async () => {
    const name = await start();
    expect((await world.call('GET', `/reports/tasks/${name}/file`)).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('queued'),
    });
    expect((await world.call('DELETE', `/reports/tasks/${name}`)).status).toBe(204);
    expect((await world.call('GET', `/reports/tasks/${name}`)).body.status).toBe('cancelled');
    expect((await world.call('GET', `/reports/tasks?task_name=${name}`)).status).toBe(409);
    expect((await world.call('DELETE', `/reports/tasks/${name}`)).status).toBe(204);
    expect((await world.call('GET', `/reports/tasks/${name}`)).status).toBe(404);
    expect((await world.call('DELETE', `/reports/tasks/${name}`)).status).toBe(404);
  });

  test('loses its file after 48 hours, and is forgotten after 30 days', async () => {
    const name = await start({ earliest: '-30d' });
    worker.start();
    await completed(name);
    const round = () => letGo(world.fresh.database, world.clock, 'files of reports', 'report tasks');
    await round();
    expect(await world.sql('select 1 from report_file_chunks')).not.toEqual([]);
    world.clock.setTo('2026-05-16T14:00:01.000Z');
    await round();
    expect(await world.sql('select 1 from report_file_chunks')).toEqual([]);
    expect((await world.call('GET', `/reports/tasks/${name}`)).body).toMatchObject({ status: 'expired' });
    expect((await world.call('GET', `/reports/tasks?task_name=${name}`)).body).toMatchObject({
      status: 404,
      detail: expect.stringContaining('start the report again'),
    });
    world.clock.setTo('2026-06-14T14:00:00.000Z');
    await round();
    expect(await world.sql('select 1 from report_tasks')).toEqual([]);
    world.clock.setTo('2026-05-14T14:00:00.000Z');
  });

  test('ten at once are enough; repeated with its Idempotency-Key it is the same one', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await world.call('POST', '/reports/110/tasks', { body: {}, headers });
    expect((await world.call('POST', '/reports/110/tasks', { body: {}, headers })).body).toEqual(first.body);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.call('POST', '/reports/110/tasks', { body: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(9).fill(202), 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.detail).toMatch(
      /^10 report tasks are waiting or running already: .*DELETE/,
    );
  });

  test.each([
    [{ earliest: 'soon' }, '#/earliest', /relative time/],
    [{ columns: ['nope'] }, '#/columns', /unknown column nope/],
    [{ filter: { nope: 1 } }, '#/filter', /unknown field/],
    [{ sort: 'username:asc' }, '#/sort', /in the order of time/],
    [{ period: 0 }, '#/period', /./],
    [{ format: 'pdf' }, '#/format', /json, csv, csvfile/],
    [{ nope: 1 }, '#/nope', /not a field that can be set/],
  ])('with %j is refused at %s', async (body, pointer, detail) => {
    const answer = await world.call('POST', '/reports/110/tasks', { body });
    expect([answer.status, answer.body.errors]).toEqual([422, [{ pointer, detail: expect.stringMatching(detail) }]]);
  });

  test("is another organization's as little as its file", async () => {
    const name = await start();
    const { token } = await world.organization('Hotel Bergblick');
    for (const path of [`/reports/tasks/${name}`, `/reports/tasks/${name}/file`, `/reports/tasks?task_name=${name}`])
      expect((await world.call('GET', path, { token })).status).toBe(404);
    expect((await world.call('DELETE', `/reports/tasks/${name}`, { token })).status).toBe(404);
    expect((await world.call('GET', '/reports/tasks', { token })).body.total_items).toBe(0);
  });

  test('of vouchers is for those who may read vouchers', async () => {
    const name = await start({}, '121');
    worker.start();
    await completed(name);
    const { token } = await world.keyWith('reports:read');
    expect((await world.call('POST', '/reports/121/tasks', { body: {}, token })).status).toBe(403);
    expect((await world.call('GET', `/reports/tasks/${name}/file`, { token })).status).toBe(403);
    expect((await world.call('GET', `/reports/tasks/${name}/file`)).status).toBe(200);
  });
});
