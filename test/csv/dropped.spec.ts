import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtemp, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Reconciler } from '../../src/provisioning/reconcile/reconciler.js';
import { RunWorker } from '../../src/provisioning/intake/runs/run-worker.js';
import type { JsonBody } from '../http/http-world.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { people, staffFile } from '../simulators/csv/staff-file.js';

/** Files that are put into the folder of a connection, with the whole service on a real socket. */
let drop: string;
let world: UsherWorld;
let connection: string;
const parts = () => [RunWorker, Reconciler].map((part) => world.app.get<JsonBody>(part, { strict: false }));

beforeAll(async () => {
  drop = await mkdtemp(path.join(tmpdir(), 'usher-drop-'));
  world = await usherWorld({ settings: { dropDir: drop } });
  const { id } = await world.made(201, 'POST', '/connections', {
    body: {
      name: 'Staff list',
      connector: 'csv',
      settings: {
        time_zone: 'Europe/Prague',
        delimiter: 'semicolon',
        trailer: '#TRAILER',
        source: 'folder',
        completion: 'marker',
      },
    },
  });
  connection = id;
  for (const part of parts()) part.start();
});
afterAll(async () => {
  for (const part of parts()) await part.stop();
  await world.close();
  await rm(drop, { recursive: true, force: true });
});

const at = (name: string) => path.join(drop, connection, name);

/** As an HR system does it: under another name first, then renamed, then its marker. */
async function dropped(name: string, text: string, byteLength?: number): Promise<void> {
  await writeFile(at(`${name}.tmp`), text);
  if (byteLength !== undefined) await truncate(at(`${name}.tmp`), byteLength);
  await rename(at(`${name}.tmp`), at(name));
  await writeFile(at(`${name}.done`), '');
}

async function looked(): Promise<void> {
  const { id } = await world.made(202, 'POST', `/connections/${connection}/sync`, { body: { mode: 'incremental' } });
  await eventually('the folder was looked at', async () => {
    const { status } = await world.made(200, 'GET', `/runs/${id}`);
    return !['queued', 'running'].includes(status);
  });
}

async function files(): Promise<JsonBody[]> {
  const { _embedded: embedded } = await world.made(200, 'GET', `/connections/${connection}/files?sort=name:asc`);
  return embedded.files.map(({ name, status, byte_length, findings }: JsonBody) => ({
    name,
    status,
    byte_length,
    rules: findings?.map(({ rule }: JsonBody) => rule),
  }));
}

const openAlerts = async () =>
  (await world.made(200, 'GET', '/alerts?filter[status]=open'))._embedded.alerts.map(({ event }: JsonBody) => event);

test('files that are too large are refused, each once, with an alert that the next good file ends', async () => {
  await dropped('staff-2026-03-01.csv', '', 65 * 2 ** 20);
  await looked();
  await looked();
  const first = { name: 'staff-2026-03-01.csv', status: 'rejected', byte_length: 65 * 2 ** 20 };
  expect(await files()).toEqual([expect.objectContaining(first)]);
  expect(await openAlerts()).toEqual(['file.refused']);
  expect(await world.made(200, 'GET', `/connections/${connection}`)).toMatchObject({
    last_problem: { code: expect.stringContaining('file') },
  });

  await dropped('staff-2026-03-02.csv', '', 3 * 2 ** 30);
  await looked();
  expect(await files()).toEqual([
    expect.objectContaining(first),
    // The column ends there.
    expect.objectContaining({ name: 'staff-2026-03-02.csv', status: 'rejected', byte_length: 2 ** 31 - 1 }),
  ]);

  await dropped('staff-2026-03-03.csv', staffFile(people(3)));
  await looked();
  expect((await files()).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'accepted']);
  expect(await openAlerts()).toEqual([]);
});
