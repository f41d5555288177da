import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ReportCatalogue } from '../../../src/console/reports/definitions/report-catalogue.js';
import { ReportsRepository } from '../../../src/console/reports/query/reports.repository.js';
import { progressOf, type ReportTask } from '../../../src/console/reports/tasks/report-task.js';
import { ReportTaskWork } from '../../../src/console/reports/tasks/report-task-work.js';
import { ReportTasksRepository } from '../../../src/console/reports/tasks/report-tasks.repository.js';
import { ReportTasksService } from '../../../src/console/reports/tasks/report-tasks.service.js';
import { ReportWorker } from '../../../src/console/reports/tasks/report-worker.js';
import { Database, statement } from '../../../src/database/database.js';
import { type Context, everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { RandomIds } from '../../../src/kernel/ids.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { eventually, ManualClock, SeededChance } from '../../kernel/manual-clock.js';

const logins = 23_456;

let fresh: FreshDatabase;
let house: Context;
let clock: ManualClock;
let tasks: ReportTasksService;
let worker: ReportWorker;
let running: ReportWorker[];
beforeAll(async () => {
  fresh = await freshDatabase();
  house = await fresh.organization();
  // Three at each instant, so that a position is more than a time.
  await sql(
    `insert into authentication_log (organization_id, at, id, outcome, username)
    select $1, '2026-05-14T13:00:00Z'::timestamptz - (n / 3) * interval '1 microsecond', gen_random_uuid(), 'accepted',
      'user-' || n from generate_series(1, ${logins}) n`,
    [house.organizationId],
  );
});
beforeEach(async () => {
  clock = new ManualClock('2026-05-14T14:00:00.000Z');
  running = [];
  ({ tasks, worker } = process());
});
afterEach(async () => {
  await Promise.all(running.map((worker) => worker.stop()));
  await sql('delete from report_tasks');
});
afterAll(async () => {
  await fresh.close();
});

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  fresh.database.query<Row>(systemContext(everyOrganization, 'test'), statement('', text), values);
const stored = async (id: string) =>
  (
    await sql<{ status: string; rows: number; chunks: number; attempts: number; problem: { detail: string } | null }>(
      'select status, rows, chunks, attempts, problem from report_tasks where id = $1',
      [id],
    )
  )[0];

/** What one process has of reports; `database` may fail on purpose, and `own` time stand still. */
function process(
  database: Database = fresh.database,
  own: ManualClock = clock,
): { tasks: ReportTasksService; worker: ReportWorker } {
  const ids = new RandomIds(own);
  const catalogue = new ReportCatalogue();
  const repository = new ReportTasksRepository(database);
  const reports = new ReportsRepository(database);
  const work = new ReportTaskWork(database, repository, reports, catalogue, own);
  const worker = new ReportWorker(repository, work, own, new SeededChance(), ids, new SilentLog());
  running.push(worker);
  return { tasks: new ReportTasksService(catalogue, repository, reports, worker, own, ids), worker };
}

async function namesIn(task: ReportTask): Promise<string[]> {
  const { body } = tasks.file(house, await tasks.read(house, task.id), 'csv');
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part as Buffer);
  return Buffer.concat(parts).toString().trimEnd().split('\r\n').slice(1);
}

/** A database that dies before its nth statement, as a process does: nothing of it is answered any more. */
function dyingAfter(chunks: number): Database {
  let left = chunks;
  const dead = new Promise<never>(() => undefined);
  return new Proxy(fresh.database, {
    get: (target, name, receiver) => {
      if (name !== 'transaction') return Reflect.get(target, name, receiver) as unknown;
      return (...call: Parameters<Database['transaction']>) => (left-- > 0 ? target.transaction(...call) : dead);
    },
  });
}

test('a file has every row once, in order, however many were written in one instant', async () => {
  const task = await tasks.start(house, '110', { earliest: '-2h', columns: 'username', sort: 'at:desc' });
  worker.start();
  await eventually('the file is there', async () => (await stored(task.id)).status === 'completed');
  expect(await stored(task.id)).toMatchObject({ rows: logins, chunks: 12 });
  const names = await namesIn(task);
  expect([names.length, new Set(names).size]).toEqual([logins, logins]);
  const groups = names.map((name) => Math.floor(Number(name.slice(5)) / 3));
  expect(groups).toEqual(groups.toSorted((one, other) => one - other));
});

test('a process that dies in the middle leaves what it wrote; another goes on when the lease is over', async () => {
  const task = await tasks.start(house, '110', { earliest: '-2h', columns: 'username', sort: 'at:asc' });
  // For the dead no time passes: nothing renews their lease.
  const mortal = process(dyingAfter(2), new ManualClock('2026-05-14T14:00:00.000Z')).worker;
  mortal.start();
  await eventually('two chunks are written', async () => (await stored(task.id)).chunks === 2);
  // It never answers again, so nobody waits for it to stop.
  running = [worker];
  worker.start();
  await clock.advance(20);
  expect(await stored(task.id)).toMatchObject({ status: 'running', chunks: 2 });
  await eventually('the file is there', async () => {
    await clock.advance(1);
    return (await stored(task.id)).status === 'completed';
  });
  const names = await namesIn(task);
  expect([names.length, new Set(names).size]).toEqual([logins, logins]);
});

test('a process that lost its lease cannot write any more', async () => {
  const task = await tasks.start(house, '110', { earliest: '-2h' });
  const repository = new ReportTasksRepository(fresh.database);
  const claimed = await repository.claim({ owner: 'slow', now: clock.instant() });
  expect(claimed?.id).toBe(task.id);
  await repository.claim({ owner: 'quick', now: '2026-05-14T14:00:31.000Z' });
  const work = new ReportTaskWork(
    fresh.database,
    repository,
    new ReportsRepository(fresh.database),
    new ReportCatalogue(),
    clock,
  );
  await work.work(claimed as ReportTask, 'slow', new AbortController().signal);
  expect(await stored(task.id)).toMatchObject({ status: 'running', chunks: 0, attempts: 2 });
  expect(await sql('select 1 from report_file_chunks')).toEqual([]);
});

test('a process that loses its lease before it writes takes back what it wrote', async () => {
  const task = await tasks.start(house, '110', { earliest: '-2h' });
  const repository = new ReportTasksRepository(fresh.database);
  const claimed = await repository.claim({ owner: 'slow', now: clock.instant() });
  class SlowReports extends ReportsRepository {
    override async writeChunk(
      ...call: Parameters<ReportsRepository['writeChunk']>
    ): ReturnType<ReportsRepository['writeChunk']> {
      await repository.claim({ owner: 'quick', now: '2026-05-14T14:00:31.000Z' });
      return super.writeChunk(...call);
    }
  }
  const work = new ReportTaskWork(
    fresh.database,
    repository,
    new SlowReports(fresh.database),
    new ReportCatalogue(),
    clock,
  );
  await work.work(claimed as ReportTask, 'slow', new AbortController().signal);
  expect(await stored(task.id)).toMatchObject({ status: 'running', chunks: 0, attempts: 2 });
  expect(await sql('select 1 from report_file_chunks')).toEqual([]);
});

test('processes share the tasks, and each is made by one', async () => {
  const all = await Promise.all(
    ['-1h', '-90m', '-2h', '-3h'].map((earliest) => tasks.start(house, '110', { earliest, columns: 'username' })),
  );
  process();
  process();
  for (const each of running) each.start();
  for (const task of all)
    await eventually('the file is there', async () => (await stored(task.id)).status === 'completed');
  expect(await Promise.all(all.map(async ({ id }) => (await stored(id)).attempts))).toEqual([1, 1, 1, 1]);
  expect(await Promise.all(all.map(async ({ id }) => (await stored(id)).rows))).toEqual([2, logins, logins, logins]);
});

test('a running task that is cancelled ends after the chunk in hand, and its file goes', async () => {
  const task = await tasks.start(house, '110', { earliest: '-2h' });
  const repository = new ReportTasksRepository(fresh.database);
  const claimed = await repository.claim({ owner: 'owner', now: clock.instant() });
  const work = new ReportTaskWork(
    fresh.database,
    repository,
    new ReportsRepository(fresh.database),
    new ReportCatalogue(),
    clock,
  );
  const afterOne = new AbortController();
  const first = work.work(claimed as ReportTask, 'owner', afterOne.signal);
  afterOne.abort();
  await first;
  expect(await stored(task.id)).toMatchObject({ status: 'running', chunks: 1 });
  expect(progressOf(await tasks.read(house, task.id), true)).toBeGreaterThan(0);
  await tasks.cancel(house, task.id);
  await work.work(claimed as ReportTask, 'owner', new AbortController().signal);
  expect(await stored(task.id)).toMatchObject({ status: 'cancelled' });
  expect(await sql('select 1 from report_file_chunks')).toEqual([]);
});

test('a task that fails each time is given up after five tries, with a reason for the caller', async () => {
  const task = await tasks.start(house, '110', { earliest: '-2h' });
  await sql('alter table report_file_chunks add constraint nothing check (false) not valid');
  worker.start();
  await eventually('it is given up', async () => {
    await clock.advance(40);
    return (await stored(task.id)).status === 'failed';
  });
  await sql('alter table report_file_chunks drop constraint nothing');
  expect((await stored(task.id)).problem?.detail).toMatch(/several times over/);
  await expect(async () => tasks.file(house, await tasks.read(house, task.id))).rejects.toThrow(
    /could not be made.*several times over/,
  );
});

test('a process that stops gives its task back at once', async () => {
  const task = await tasks.start(house, '110', { earliest: '-2h' });
  worker.start();
  await eventually('a chunk is written', async () => (await stored(task.id)).chunks > 0);
  await worker.stop();
  process().worker.start();
  await eventually('the file is there', async () => (await stored(task.id)).status === 'completed');
  expect(await namesIn(task)).toHaveLength(logins);
});
