import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { BulkModule } from '../../src/console/bulk/bulk.module.js';
import { BulkWorker } from '../../src/console/bulk/bulk-worker.js';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { processName } from '../../src/kernel/process-name.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { letGo } from '../database/retention.js';

let world: HttpWorld;
let hotel: { id: string; token: string };
let count = 0;
beforeAll(async () => {
  world = await httpWorld({ modules: [BulkModule] });
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  hotel = await world.organization(`Hotel ${(count += 1)}`);
});

const everywhere = systemContext(everyOrganization, 'test');
const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  world.call(method, path, { body, token: hotel.token, headers });
const send = (body: unknown, headers?: Record<string, string>) => call('POST', '/bulk/users/async', body, headers);
const creation = (index: number) => ({ op: 'create', data: { username: `guest ${index}` } });
const creations = (length: number) => Array.from({ length }, (_, index) => creation(index));
const stored = () =>
  world.fresh.database.query<{ id: string; status: string }>(
    everywhere,
    statement('test_bulk_jobs_of', 'select id, status from bulk_jobs where organization_id = $1'),
    [hotel.id],
  );
const stateOf = async (id: string) => (await call('GET', `/bulk/status/${id}`)).body;

test('a job keeps what follows its list of operations in the body', async () => {
  const { body } = await send(JSON.stringify({ operations: creations(2100), atomic: true }));
  expect(await stateOf(body.job_id)).toMatchObject({ status: 'queued', atomic: true, dry_run: false, total: 2100 });
});

test.each<[string, string | Buffer, number, RegExp]>([
  ['no JSON at its end', `{"operations": ${JSON.stringify(creations(1500))}`, 400, /not valid JSON/],
  [
    'no JSON in its middle',
    JSON.stringify({ operations: creations(2500) }).replace('"guest 1700"', 'guest 1700'),
    400,
    /not valid JSON/,
  ],
  [
    'a key that reaches into prototypes',
    JSON.stringify({ operations: creations(1200) }).replace('"username":"guest 1100"', '"__proto__":{"x":1}'),
    400,
    /not valid JSON/,
  ],
  [
    'half of a surrogate pair',
    JSON.stringify({ operations: creations(1200) }).replace('guest 1100', String.raw`g\ud800`),
    422,
    /operations\/1100\/data\/username/,
  ],
  [
    'bytes that are not UTF-8',
    Buffer.from(JSON.stringify({ operations: [...creations(1100), { op: 'Caf\xe9' }] }), 'latin1'),
    400,
    /UTF-8/,
  ],
  [
    'lists within lists',
    JSON.stringify({ operations: creations(1100) }).replace('"guest 1050"', `${'['.repeat(70)}${']'.repeat(70)}`),
    400,
    /more than 64/,
  ],
  [
    'an unknown member behind its operations',
    JSON.stringify({ operations: creations(1100), mode: 'fast' }),
    422,
    /mode/,
  ],
  ['its operations twice', `{"operations": ${JSON.stringify(creations(1001))}, "operations": []}`, 400, /twice/],
  [
    'one operation too many',
    JSON.stringify({ operations: Array.from({ length: 100_001 }, () => 0) }),
    422,
    /at most 100000/,
  ],
  ['nothing', '', 422, /operations/],
])('a body with %s is refused whole', async (_what, body, status, detail) => {
  const answer = await send(body);
  expect(answer.status).toBe(status);
  expect(answer.body.detail).toMatch(detail);
  expect(await stored()).toEqual([]);
  expect((await call('GET', '/users?page_size=1')).status).toBe(200);
});

test('another media type and a body that is too large are refused', async () => {
  expect((await send(JSON.stringify({ operations: [creation(0)] }), { 'content-type': 'text/plain' })).status).toBe(
    415,
  );
  expect((await send(Buffer.alloc(64 * 2 ** 20 + 1, ' '))).status).toBe(413);
  expect(await stored()).toEqual([]);
});

test('a caller who hangs up in the middle leaves nothing behind', async () => {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  const body = JSON.stringify({ operations: creations(3000) });
  socket.write(
    `POST /bulk/users/async HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${hotel.token}\r\nContent-Type: ` +
      `application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -500)}`,
  );
  await eventually('the first chunks are stored', async () => (await stored()).length > 0);
  const [{ id, status }] = await stored();
  expect(status).toBe('receiving');
  expect((await call('GET', `/bulk/status/${id}`)).status).toBe(404);
  socket.destroy();
  await eventually('they are let go of', async () => (await stored()).length === 0);
});

test('a job that was being received when its process died is removed by retention', async () => {
  const { body } = await send({ operations: [creation(0)] });
  await world.fresh.database.query(
    everywhere,
    statement(
      'test_receiving',
      "update bulk_jobs set status = 'receiving', created_at = now() - interval '2 hours' where id = $1",
    ),
    [body.job_id],
  );
  await letGo(world.fresh.database, { instant: () => new Date().toISOString() }, 'bulk jobs never received whole');
  expect(await stored()).toEqual([]);
});

test('a job that takes more than an hour to arrive is dropped, and its caller is told why', async () => {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  let heard = '';
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('utf8');
  });
  const body = JSON.stringify({ operations: creations(3000) });
  socket.write(
    `POST /bulk/users/async HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${hotel.token}\r\nContent-Type: ` +
      `application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -500)}`,
  );
  await eventually(
    'all full chunks are stored',
    async () =>
      (
        await world.fresh.database.query(
          everywhere,
          statement('test_chunks_of', 'select 1 from bulk_chunks where organization_id = $1'),
          [hotel.id],
        )
      ).length === 5,
  );
  await world.fresh.database.query(
    everywhere,
    statement('test_slow', "update bulk_jobs set created_at = now() - interval '2 hours' where organization_id = $1"),
    [hotel.id],
  );
  await letGo(world.fresh.database, { instant: () => new Date().toISOString() }, 'bulk jobs never received whole');
  socket.write(body.slice(-500));
  await eventually('there is an answer', () => heard.includes('\r\n\r\n'));
  socket.destroy();
  expect(heard).toMatch(/^HTTP\/1\.1 409 /);
  expect(heard).toContain('send it again');
  expect(await stored()).toEqual([]);
});

test('a repeated request with the same idempotency key starts no second job', async () => {
  const operations = creations(1300);
  const [first, second] = [
    await send({ operations }, { 'idempotency-key': 'nightly' }),
    await send({ operations }, { 'idempotency-key': 'nightly' }),
  ];
  expect([first.status, second.body.job_id]).toEqual([202, first.body.job_id]);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect((await send({ operations: creations(2) }, { 'idempotency-key': 'nightly' })).status).toBe(422);
  expect(await stored()).toHaveLength(1);
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('the job of a process that was killed on this machine goes on at once', async () => {
  const {
    body: { job_id: id },
  } = await send({ operations: creations(10) });
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const [place, , startedAt] = processName.split(':');
  const lend = statement(
    'test_lend_job',
    "update bulk_jobs set status = 'running', lease_owner = $2, lease_until_at = now() + interval '1 hour' " +
      'where id = $1',
  );
  await world.fresh.database.query(everywhere, lend, [id, `${place}:${child.pid}:${startedAt} worker`]);
  const worker = world.app.get(BulkWorker);
  worker.start();
  await eventually('the job is done', async () => (await stateOf(id)).status === 'completed');
  await worker.stop();
  expect((await call('GET', '/users?page_size=1')).body.total_items).toBe(10);
});
