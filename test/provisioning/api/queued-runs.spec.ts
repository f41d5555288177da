import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RunWorker } from '../../../src/provisioning/intake/runs/run-worker.js';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';

let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld();
});
afterAll(() => world?.close());

const made = async (status: number, method: string, path: string, body?: object) =>
  world.made(status, method, path, body ? { body } : {});

async function connected(connector: string, preset: string, settings: object): Promise<string> {
  const body = { name: connector, connector, settings, access: { preset }, enabled: true };
  return String((await made(201, 'POST', '/connections', body)).id);
}

/** The run as an operator reads it, alone and in the list. */
async function shown(id: string): Promise<Record<string, unknown>> {
  const run = await made(200, 'GET', `/runs/${id}`);
  const { _embedded } = await made(200, 'GET', '/runs');
  const listed = _embedded.runs.find((each: { id: string }) => each.id === id);
  expect(listed.waits_for).toBe(run.waits_for);
  return run;
}

test('a run that waits for its connection says for what, and goes on by itself when that is done', async () => {
  const connection = await connected('csv', 'staff', { time_zone: 'Europe/Prague', delimiter: 'semicolon' });
  const { id } = await made(202, 'POST', `/connections/${connection}/sync`, { mode: 'full' });
  expect(await shown(id)).toMatchObject({ status: 'queued', waits_for: null });

  const worker = world.app.get(RunWorker, { strict: false });
  for (const [begin, hindrance, end] of [
    [['PATCH', '', { enabled: false }], 'connection_disabled', ['PATCH', '', { enabled: true }]],
    [['POST', '/pause', { mode: 'all' }], 'connection_paused', ['POST', '/resume', undefined]],
  ] as const) {
    await made(200, begin[0], `/connections/${connection}${begin[1]}`, begin[2]);
    expect(await worker.next()).toBe(false);
    expect(await shown(id)).toMatchObject({ status: 'queued', waits_for: hindrance });
    await made(200, end[0], `/connections/${connection}${end[1]}`, end[2]);
    expect(await shown(id)).toMatchObject({ status: 'queued', waits_for: null });
  }
  await world.sql("update connections set status = 'quarantined' where id = $1", [connection]);
  expect(await worker.next()).toBe(false);
  expect((await shown(id)).waits_for).toBe('connection_quarantined');
  await world.sql("update connections set status = 'active' where id = $1", [connection]);
  expect(await worker.next()).toBe(true);
  expect(await shown(id)).toMatchObject({ finished_at: expect.any(String), waits_for: null });
});

test('one behind another says so, and a list over a link waits for the link', async () => {
  const connection = await connected('csv', 'staff', { time_zone: 'Europe/Prague', delimiter: 'semicolon' });
  await made(202, 'POST', `/connections/${connection}/sync`, { mode: 'full' });
  await world.sql("update runs set status = 'running' where connection_id = $1", [connection]);
  const { id: second } = await made(202, 'POST', `/connections/${connection}/sync`, { mode: 'full' });
  expect(await shown(second)).toMatchObject({ status: 'queued', waits_for: 'run_in_progress' });

  const hotel = await connected('fias', 'hotel-enterprise', {
    host: '192.0.2.1',
    port: 5010,
    time_zone: 'Europe/Vienna',
  });
  const { id: list } = await made(202, 'POST', `/connections/${hotel}/sync`, { mode: 'full' });
  const told: unknown[] = [];
  for (const state of [null, 'lost', 'connecting', 'connected']) {
    await world.sql("update connections set link = jsonb_build_object('state', $2::text) where id = $1", [
      hotel,
      state,
    ]);
    if (state === null) await world.sql('update connections set link = null where id = $1', [hotel]);
    told.push((await shown(list)).waits_for);
  }
  expect(told).toEqual(['link', 'link', 'link', null]);
});
