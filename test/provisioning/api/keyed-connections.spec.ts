import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type UsherWorld, usherWorld } from '../../api/usher-world.js';
import { until } from '../../e2e/until.js';
import { RemoteConsoleSimulator } from '../../simulators/remote-console/remote-console-simulator.js';

let world: UsherWorld;
let simulator: RemoteConsoleSimulator;
beforeAll(async () => {
  world = await usherWorld();
  simulator = await RemoteConsoleSimulator.start({ mode: 'extended' });
});
afterAll(async () => {
  await world.close();
  await simulator.close();
});

test('a connection made with an Idempotency-Key answers without its test, and is tested afterwards', async () => {
  simulator.fail({ kind: 'slow', milliseconds: 1_000 }, { times: 100 });
  const headers = { 'idempotency-key': 'front-desk' };
  const body = {
    name: 'Front desk',
    connector: 'csv',
    settings: { time_zone: 'Europe/Vienna' },
    enabled: true,
    target: { console: 'remote', base_url: simulator.address, token: simulator.token },
  };
  const made = await world.made(201, 'POST', '/connections', { body, headers });
  expect(made.status).toBe('testing');
  const read = () => world.made(200, 'GET', `/connections/${made.id}`);
  await until('it was tested', async () => (await read()).status !== 'testing');
  expect(await world.made(201, 'POST', '/connections', { body, headers })).toEqual(made);
  expect(await read()).toMatchObject({ status: 'active' });
});
