import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { BulkModule } from '../../src/console/bulk/bulk.module.js';
import { type BulkJob, emptySummary } from '../../src/console/bulk/bulk.js';
import { BulkJobsRepository } from '../../src/console/bulk/bulk-jobs.repository.js';
import { SealedOperations } from '../../src/console/bulk/sealed-operations.js';
import { UserSet } from '../../src/console/users/user-set.js';
import { BulkWorker } from '../../src/console/bulk/bulk-worker.js';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { letGo } from '../database/retention.js';
import { createUsers } from './console-sets.js';

let world: HttpWorld;
let hotel: { id: string; token: string };
let worker: BulkWorker;
let count = 0;
beforeAll(async () => {
  world = await httpWorld({ modules: [BulkModule] });
  worker = world.app.get(BulkWorker);
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  hotel = await world.organization(`Hotel ${(count += 1)}`);
});
afterEach(async () => {
  await worker.stop();
});

const everywhere = systemContext(everyOrganization, 'test');
const call = (method: string, path: string, body?: unknown) => world.call(method, path, { body, token: hotel.token });
const creations = (length: number) =>
  Array.from({ length }, (_, index) => ({
    op: 'create',
    data: { username: `guest ${index}`, password: `pass ${index}` },
  }));
const total = async () => (await call('GET', '/users?page_size=1')).body.total_items;
const status = async (id: string, query = '') => (await call('GET', `/bulk/status/${id}${query}`)).body;

async function start(operations: readonly object[], more: object = {}): Promise<string> {
  const answer = await call('POST', '/bulk/users/async', { operations, ...more });
  expect(answer.status).toBe(202);
  return answer.body.job_id;
}

async function finished(id: string): Promise<Awaited<ReturnType<typeof status>>> {
  await eventually(`job ${id} is over`, async () => !['queued', 'running'].includes((await status(id)).status));
  return status(id);
}

const waitingBackends =
  "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/**
 * Another transaction that is about to give this name to a user: whoever wants the name waits until it is given up. It
 * makes nobody, so that it holds none of the slots that count users, in which an earlier chunk might get stuck.
 */
async function holdUsername(username: string): Promise<{ reached: () => Promise<void>; release: () => Promise<void> }> {
  let giveUp: (reason: Error) => void = () => undefined;
  const held = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  held.catch(() => undefined);
  let made: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    made = resolve;
  });
  const context = systemContext(hotel.id, 'test');
  await createUsers(world.app.get(UserSet), context, [{ username: 'somebody else' }]);
  const holding = world.fresh.database
    .transaction(context, async (inside) => {
      await world.fresh.database.query(
        inside,
        statement('test_take_name', 'update users set username_key = $1 where username = $2'),
        [username, 'somebody else'],
      );
      made();
      await held;
    })
    .catch(() => undefined);
  await ready;
  return {
    reached: () =>
      eventually(
        `the job wants ${username}`,
        async () =>
          (await world.fresh.database.query(everywhere, statement('test_waiting_backends', waitingBackends))).length >
          0,
      ),
    release: async () => {
      giveUp(new Error('given up'));
      await holding;
      await world.fresh.database.query(
        context,
        statement('test_remove_namesake', 'delete from users where username = $1'),
        ['somebody else'],
      );
    },
  };
}

test('a job is queued, worked off in chunks, and its results are paged', async () => {
  const id = await start([...creations(2500), { op: 'create', data: { username: 'GUEST 7' }, ref: 'twice' }]);
  expect(await status(id)).toMatchObject({
    job_id: id,
    resource: 'users',
    status: 'queued',
    total: 2501,
    processed: 0,
    started_at: null,
    finished_at: null,
    results: [],
    total_items: 0,
  });
  worker.start();
  const job = await finished(id);
  expect(job).toMatchObject({
    status: 'completed',
    processed: 2501,
    summary: { created: 2500, updated: 0, deleted: 0, unchanged: 0, failed: 1 },
    page: 1,
    page_size: 25,
    page_count: 101,
    total_items: 2501,
    started_at: expect.any(String),
    finished_at: expect.any(String),
    error: null,
  });
  expect(await total()).toBe(2500);
  const across = await status(id, '?page=5&page_size=240');
  expect(across.results.map(({ index }: { index: number }) => index)).toEqual(
    Array.from({ length: 240 }, (_, index) => 960 + index),
  );
  const failed = await status(id, '?result=failed');
  expect(failed).toMatchObject({
    total_items: 1,
    results: [
      { index: 2500, ref: 'twice', status: 'failed', error: { status: 409, instance: '/bulk/users#/operations/2500' } },
    ],
  });
  expect((await call('GET', `/bulk/status/${id}?page_size=5000`)).status).toBe(400);
});

test('operations are sealed while they wait and forgotten when they are done', async () => {
  const chunks = statement(
    'test_bulk_chunks',
    'select operations_sealed as sealed, c::text as text from bulk_chunks c where job_id = $1',
  );
  const id = await start(creations(3));
  expect(JSON.stringify(await world.fresh.database.query(everywhere, chunks, [id]))).not.toContain('pass 1');
  worker.start();
  await finished(id);
  expect(await world.fresh.database.query(everywhere, chunks, [id])).toMatchObject([{ sealed: null }]);
});

test('a job whose process died goes on where it stopped, repeating no chunk', async () => {
  const id = await start(creations(3000));
  const block = await holdUsername('guest 700');
  worker.start();
  await block.reached();
  const stopped = worker.stop();
  // The connection dies in the middle of the second chunk, as it does with its process; the lease runs out.
  await world.fresh.database.query(
    everywhere,
    statement('test_kill_waiting', `select pg_terminate_backend(pid) from (${waitingBackends}) w`),
  );
  await stopped;
  await block.release();
  expect(await status(id)).toMatchObject({ status: 'running', processed: 500 });
  expect(await total()).toBe(500);
  await world.fresh.database.query(
    everywhere,
    statement(
      'test_expire_bulk_lease',
      "update bulk_jobs set lease_owner = 'dead', lease_until_at = now() - interval '1 second' where id = $1",
    ),
    [id],
  );

  const other = await httpWorld({ modules: [BulkModule], shared: world });
  other.app.get(BulkWorker).start();
  expect(await finished(id)).toMatchObject({
    status: 'completed',
    processed: 3000,
    summary: { created: 3000, failed: 0 },
  });
  expect(await total()).toBe(3000);
  await other.app.get(BulkWorker).stop();
  await other.close();
});

test('a job that was taken in with chunks of another size is worked off in those', async () => {
  const jobs = world.app.get(BulkJobsRepository);
  const context = systemContext(hotel.id, 'test');
  const job: BulkJob = {
    organizationId: hotel.id,
    id: randomUUID(),
    resource: 'users',
    status: 'queued',
    atomic: false,
    dryRun: false,
    total: 5,
    processed: 0,
    summary: emptySummary,
    problem: null,
    chunkSize: 2,
    requestedBy: hotel.id,
    cancelRequested: false,
    createdAt: new Date().toISOString(),
    startedAt: null,
    finishedAt: null,
  };
  await jobs.insert(context, job, 20);
  for (const chunk of [0, 1, 2]) {
    await jobs.insertChunk(
      context,
      job.id,
      world.app
        .get(SealedOperations)
        .seal(job.id, chunk, Buffer.from(JSON.stringify(creations(5).slice(chunk * 2, chunk * 2 + 2)))),
    );
  }
  await jobs.queue(context, job);
  worker.start();
  expect(await finished(job.id)).toMatchObject({ status: 'completed', processed: 5, summary: { created: 5 } });
  expect((await status(job.id, '?page=2&page_size=3')).results).toMatchObject([{ index: 3 }, { index: 4 }]);
});

test('a process that lost its lease in the middle of a chunk cannot commit it', async () => {
  const id = await start(creations(10));
  const block = await holdUsername('guest 5');
  worker.start();
  await block.reached();
  await world.fresh.database.query(
    everywhere,
    statement(
      'test_steal_bulk_lease',
      "update bulk_jobs set lease_owner = 'another process', lease_until_at = now() + interval '1 hour' where id = $1",
    ),
    [id],
  );
  await block.release();
  await worker.stop();
  expect(await status(id)).toMatchObject({ status: 'running', processed: 0 });
  expect(await total()).toBe(0);
});

test('an organization has at most twenty open jobs, however many arrive at once; others do not count', async () => {
  const ask = () => call('POST', '/bulk/users/async', { operations: creations(1) });
  const answers = await Promise.all(Array.from({ length: 25 }, ask));
  expect(answers.map(({ status: answered }) => answered).sort()).toEqual([
    ...Array.from({ length: 20 }, () => 202),
    ...Array.from({ length: 5 }, () => 409),
  ]);
  const refused = await ask();
  expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('cancel')]);
  expect((await world.call('POST', '/bulk/users/async', { body: { operations: creations(1) } })).status).toBe(202);
  const {
    body: { job_id },
  } = answers.find(({ status: answered }) => answered === 202)!;
  await call('POST', `/bulk/status/${job_id}/cancel`);
  expect((await ask()).status).toBe(202);
});

test('two processes never work on one job at once', async () => {
  const other = await httpWorld({ modules: [BulkModule], shared: world });
  worker.start();
  other.app.get(BulkWorker).start();
  const jobs = await Promise.all(
    Array.from({ length: 4 }, (_, job) =>
      start(Array.from({ length: 1500 }, (__, index) => ({ op: 'create', data: { username: `j${job} ${index}` } }))),
    ),
  );
  for (const id of jobs) expect((await finished(id)).summary).toMatchObject({ created: 1500, failed: 0 });
  expect(await total()).toBe(6000);
  await other.app.get(BulkWorker).stop();
  await other.close();
});

test('a queued job is cancelled at once and nothing of it is done', async () => {
  const id = await start(creations(10));
  const cancelled = await call('POST', `/bulk/status/${id}/cancel`);
  expect([cancelled.status, cancelled.body.status]).toEqual([202, 'cancelled']);
  worker.start();
  const next = await start(creations(1));
  await finished(next);
  expect(await total()).toBe(1);
  expect((await call('DELETE', `/bulk/status/${id}`)).status).toBe(204);
  expect((await call('DELETE', `/bulk/status/${next}`)).status).toBe(409);
});

test.each([false, true])('a running job stops after the chunk in hand (atomic: %s)', async (atomic) => {
  const id = await start(creations(3000), { atomic });
  const block = await holdUsername('guest 500');
  worker.start();
  await block.reached();
  expect((await call('DELETE', `/bulk/status/${id}`)).status).toBe(204);
  await block.release();
  const done = atomic ? 0 : 1000;
  expect(await finished(id)).toMatchObject({ status: 'cancelled', total_items: done, processed: done });
  expect(await total()).toBe(done);
});

test('an atomic job with a failing row is taken back whole', async () => {
  const id = await start([...creations(1200), { op: 'create', data: { username: 'guest 3' } }], { atomic: true });
  worker.start();
  const job = await finished(id);
  expect(job).toMatchObject({ status: 'failed', processed: 1201, summary: { created: 0, failed: 1201 } });
  expect(job.results[0].error).toMatchObject({ status: 424, detail: expect.stringContaining('operation 1200') });
  expect(await total()).toBe(0);
});

test('an atomic job without failures is done whole', async () => {
  const id = await start(creations(1200), { atomic: true });
  worker.start();
  expect(await finished(id)).toMatchObject({ status: 'completed', summary: { created: 1200 } });
  expect(await total()).toBe(1200);
});

test('a dry run of a job sees its own earlier chunks and writes nothing', async () => {
  const id = await start(
    [...creations(1100), { op: 'update', match: { username: 'guest 0' }, data: { disabled: 1 } }],
    { dry_run: true },
  );
  worker.start();
  const job = await finished(id);
  expect(job).toMatchObject({ status: 'completed', dry_run: true, summary: { created: 1100, updated: 1 } });
  expect(job.results[0].id).toBeNull();
  expect(await total()).toBe(0);
});

test('jobs are listed, newest first, by status and page, in every address form', async () => {
  const [first, second, third] = [
    await start(creations(1)),
    await start(creations(2)),
    await start([{ op: 'create', data: {} }], { dry_run: true }),
  ];
  await call('POST', `/bulk/status/${second}/cancel`);
  const { body, headers } = await call('GET', '/bulk');
  expect(headers.get('content-type')).toContain('application/hal+json');
  expect(body).toMatchObject({ page: 1, page_size: 25, page_count: 1, total_items: 3 });
  expect(
    body._embedded.bulk_jobs.map(
      ({ job_id: id, status: state, total: length, dry_run: dry }: Record<string, unknown>) => [id, state, length, dry],
    ),
  ).toEqual([
    [third, 'queued', 1, true],
    [second, 'cancelled', 2, false],
    [first, 'queued', 1, false],
  ]);
  for (const form of ['', '/v1', '/api', `/organizations/${hotel.id}`]) {
    const listed = (await call('GET', `${form}/bulk?filter[status][in]=queued,running&sort=job_id:asc&page_size=1`))
      .body;
    expect([listed.total_items, listed._embedded.bulk_jobs[0].job_id]).toEqual([2, first]);
    expect(listed._embedded.bulk_jobs[0]._links.self.href).toBe(`${form}/bulk/status/${first}`);
    expect((await call('GET', listed._links.next.href)).body._embedded.bulk_jobs[0].job_id).toBe(third);
  }
  expect((await call('GET', '/bulk?filter[secret]=x')).status).toBe(400);
  const other = await world.organization('Hotel Adler');
  expect((await world.call('GET', '/bulk', { token: other.token })).body.total_items).toBe(0);
  for (const id of [first, third]) await call('DELETE', `/bulk/status/${id}`);
});

test('another organization does not see the job', async () => {
  const id = await start(creations(1));
  const other = await world.organization('Hotel Post');
  expect((await world.call('GET', `/bulk/status/${id}`, { token: other.token })).status).toBe(404);
  expect((await world.call('DELETE', `/bulk/status/${id}`, { token: other.token })).status).toBe(404);
  await call('DELETE', `/bulk/status/${id}`);
});

test('more than 100,000 operations are refused', async () => {
  const { status: answered, body } = await call('POST', '/bulk/users/async', {
    operations: Array.from({ length: 100_001 }, () => 0),
  });
  expect(answered).toBe(422);
  expect(body.errors[0].detail).toContain('at most 100000');
});

test('a job that is over is kept for 30 days, one that waits for ever', async () => {
  const [over, waiting] = [await start(creations(2)), await start(creations(1))];
  await worker.stop();
  const age = (id: string, state: string) =>
    world.fresh.database.query(
      everywhere,
      statement(
        'test_age_job',
        "update bulk_jobs set status = $2, finished_at = case when $2 = 'done' then now() - interval '31 " +
          "days' end where id = $1",
      ),
      [id, state],
    );
  await age(over, 'done');
  await age(waiting, 'queued');
  expect(await letGo(world.fresh.database, { instant: () => new Date().toISOString() }, 'bulk jobs')).toBe(1);
  expect((await call('GET', `/bulk/status/${over}`)).status).toBe(404);
  expect((await call('GET', `/bulk/status/${waiting}`)).status).toBe(200);
});

test('a filter stands for everything that it matches as the job is made', async () => {
  worker.start();
  await finished(await start(creations(1_203)));
  const ask = (body: object, token = hotel.token) => world.call('POST', '/bulk/users/async', { body, token });
  const asked = await ask({ filter: { username: { like: 'guest 1%' } }, op: 'update', data: { disabled: 1 } });
  expect(asked).toMatchObject({ status: 202, body: { total: 314 } });
  expect(await finished(asked.body.job_id)).toMatchObject({ status: 'completed', summary: { updated: 314 } });
  const blocked = async () => (await call('GET', '/users?filter[disabled]=1&page_size=1')).body.total_items;
  expect(await blocked()).toBe(314);
  const gone = await ask({ filter: { disabled: 1 }, op: 'delete' });
  expect(await finished(gone.body.job_id)).toMatchObject({ summary: { deleted: 314 } });
  expect([await blocked(), await total()]).toEqual([0, 889]);
});

test.each([
  [{ filter: { username: 'nobody' }, op: 'delete' }, 'filter: matches nothing'],
  [{ filter: { colour: 'red' }, op: 'delete' }, 'filter: '],
  [{ filter: [], op: 'delete' }, 'filter: must be an object'],
  [{ filter: {}, op: 'create', data: {} }, 'op: must be one of update, delete'],
  [{ filter: {}, op: 'update' }, 'data: must be the fields to change'],
  [{ filter: {}, op: 'delete', data: {} }, 'data: says nothing in a delete'],
  [{ filter: {}, op: 'delete', operations: [{ op: 'create', data: {} }] }, 'operations: is one too many'],
  [{ filter: {}, op: 'delete', colour: 1 }, 'colour: is not a field'],
])('a filter that is none makes no job: %j', async (body, detail) => {
  await call('POST', '/users', { username: 'eva' });
  const answer = await call('POST', '/bulk/users/async', body);
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toContain(detail);
  expect((await call('GET', '/bulk')).body.total_items).toBe(0);
});

test('a filter needs the right to read what it matches', async () => {
  const { token } = await world.keyWith('bulk:write', 'users:write');
  const body = { filter: { email: { like: 'a%' } }, op: 'update', data: { disabled: 1 } };
  expect(await world.call('POST', '/bulk/users/async', { body, token })).toMatchObject({ status: 403 });
});

test('a job that cannot go on is tried five times, and then says that it failed', async () => {
  const id = await start(creations(2));
  const sql = (text: string) => world.fresh.database.query(everywhere, statement('', text), [id]);
  await sql("update bulk_chunks set operations_sealed = 'v1.unreadable' where job_id = $1");
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect([attempt, (await status(id)).status]).toEqual([attempt, expect.stringMatching(/^(queued|running)$/)]);
    await worker.round(new AbortController().signal);
    await sql("update bulk_jobs set lease_until_at = now() - interval '1 second' where id = $1 and status = 'running'");
  }
  expect(await status(id)).toMatchObject({
    status: 'failed',
    error: { status: 500, detail: expect.stringContaining('what was processed until then is done') },
  });
  expect(await total()).toBe(0);
});
