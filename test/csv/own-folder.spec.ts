import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chmod, mkdir, mkdtemp, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RunWorker } from '../../src/provisioning/intake/runs/run-worker.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import type { JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';

/** A connection's own folder below the drop folder, which is a disk that is mounted sooner or later. */
let above: string;
let drop: string;
let world: UsherWorld;
const worker = () => world.app.get<{ start(): void; stop(): Promise<void> }>(RunWorker, { strict: false });

beforeAll(async () => {
  above = await mkdtemp(path.join(tmpdir(), 'usher-disks-'));
  drop = path.join(above, 'drop');
  world = await usherWorld({ settings: { dropDir: drop } });
  worker().start();
});
afterAll(async () => {
  await worker().stop();
  await world.close();
  await rm(above, { recursive: true, force: true });
});

const made = (name: string) =>
  world.made(201, 'POST', '/connections', {
    body: { name, connector: 'csv', settings: { time_zone: 'Europe/Prague', source: 'folder' } },
  });
const asItIs = ({ id }: JsonBody) => world.made(200, 'GET', `/connections/${id}`);

async function looked({ id }: JsonBody): Promise<string> {
  const run = await world.made(202, 'POST', `/connections/${id}/sync`, { body: { mode: 'incremental' } });
  let status = '';
  await eventually('the folder was looked at', async () => {
    ({ status } = await world.made(200, 'GET', `/runs/${run.id}`));
    return !['queued', 'running'].includes(status);
  });
  return status;
}

test('without the drop folder the test says what to do; once it is there, the next look is enough', async () => {
  const connection = await made('Too early');
  expect(connection).toMatchObject({ status: 'active', last_problem: { code: 'unreachable' } });
  const { checks } = await world.made(200, 'POST', `/connections/${connection.id}/test`);
  expect(checks[0]).toMatchObject({
    name: 'reachable',
    ok: false,
    detail: expect.stringContaining('drop folder is not there'),
    remedy: expect.stringContaining(connection.id),
  });

  await mkdir(drop);
  expect(await looked(connection)).toBe('done');
  expect(await asItIs(connection)).toMatchObject({ status: 'active', last_problem: null });
  expect((await stat(path.join(drop, connection.id))).isDirectory()).toBe(true);
});

test('a new connection finds its folder made, for whom the drop folder is, never for everybody to write', async () => {
  await chmod(drop, 0o2777);
  const connection = await made('Staff list');
  expect(connection).toMatchObject({ status: 'active', last_problem: null });
  expect(((await stat(path.join(drop, connection.id))).mode & 0o7777).toString(8)).toBe('2775');
});

test('a file in the place of the folder is for a person to take away', async () => {
  const connection = await made('Staff by night');
  await rmdir(path.join(drop, connection.id));
  await writeFile(path.join(drop, connection.id), '');
  const tested = () => world.made(200, 'POST', `/connections/${connection.id}/test`);
  expect((await tested()).checks[0]).toMatchObject({
    name: 'settings',
    ok: false,
    detail: expect.stringContaining('a link or a file will not do'),
    remedy: expect.stringContaining(connection.id),
  });
  await rm(path.join(drop, connection.id));
  expect((await tested()).checks[0]).toMatchObject({ name: 'reachable', ok: true });
});
