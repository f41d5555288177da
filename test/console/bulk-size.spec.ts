import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { BulkModule } from '../../src/console/bulk/bulk.module.js';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const mebibyte = 2 ** 20;
const limit = 64 * mebibyte;
const detail = 'The body is larger than 64 MiB, which is the most that this call takes: send it in several calls';

let world: HttpWorld;
const open: ClientRequest[] = [];
beforeAll(async () => {
  world = await httpWorld({ modules: [BulkModule] });
});
afterEach(() => {
  for (const asking of open.splice(0)) asking.destroy();
});
afterAll(async () => {
  await world.close();
});

const everywhere = systemContext(everyOrganization, 'test');
const rows = async (table: string) =>
  (
    await world.fresh.database.query<{ count: number }>(
      everywhere,
      statement('', `select count(*)::int as count from ${table}`),
    )
  )[0].count;

function asked(headers: Record<string, string | number> = {}) {
  const { hostname, port } = new URL(world.url);
  const asking = request({
    hostname,
    port,
    method: 'POST',
    path: '/bulk/users/async',
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json', ...headers },
  });
  open.push(asking);
  // The service may close while bytes are still on their way.
  asking.on('error', () => undefined);
  return { asking, answered: once(asking, 'response').then(([response]) => response as IncomingMessage) };
}

/** What is in use when everything else was let go of, which for buffers takes a few turns of the event loop. */
async function bytesInUse(): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < 3; turn += 1) {
    collectGarbage();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    least = Math.min(least, heapUsed + arrayBuffers);
  }
  return least;
}

test('a body that turns out larger than 64 MiB is refused, leaves nothing, and uses no more memory', async () => {
  const operation =
    JSON.stringify({ op: 'create', data: { username: 'guest@example.com', comment: 'x'.repeat(900) } }) + ',';
  const piece = Buffer.from(operation.repeat(Math.floor(mebibyte / operation.length)));
  const { asking, answered } = asked();
  asking.write('{"operations":[');
  let [sent, stored] = [0, 0];
  const inUse: number[] = [];
  for (let pieces = 1; sent <= limit - piece.length; pieces += 1) {
    if (!asking.write(piece)) await once(asking, 'drain');
    sent += piece.length;
    if (![8, 32, 60].includes(pieces)) continue;
    inUse.push(await bytesInUse());
    stored = await rows('bulk_chunks');
  }
  expect(stored).toBeGreaterThan(10);
  expect(await rows('bulk_jobs')).toBe(1);
  // Between 8 MiB and 60.
  expect(Math.max(...inUse) - inUse[0]).toBeLessThan(16 * mebibyte);
  for (let further = 0; further < 2; further += 1) asking.write(piece);
  const response = await answered;
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    413,
    'application/problem+json; charset=utf-8',
  ]);
  expect(JSON.parse(await text(response))).toMatchObject({ status: 413, detail });
  await eventually(
    'what was stored of it is gone',
    async () => (await rows('bulk_jobs')) + (await rows('bulk_chunks')) === 0,
  );
  expect((await world.call('GET', '/bulk/status/0190a0a0-0000-7000-8000-000000000001')).status).toBe(404);
});

test('one that says so at once is refused before a byte of it is read', async () => {
  const { asking, answered } = asked({ 'content-length': limit + 1 });
  asking.flushHeaders();
  const response = await answered;
  expect([response.statusCode, JSON.parse(await text(response)).detail]).toEqual([413, detail]);
  expect(await rows('bulk_jobs')).toBe(0);
});
