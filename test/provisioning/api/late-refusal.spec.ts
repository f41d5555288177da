import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../../e2e/connected.js';
import { eventually } from '../../kernel/manual-clock.js';
import { MewsSimulator } from '../../simulators/mews/mews-simulator.js';

let mews: MewsSimulator;
let house: Connected;
beforeAll(async () => {
  mews = await MewsSimulator.start();
  house = await connected({
    connector: 'mews',
    settings: { base_url: mews.url },
    secrets: { client_token: mews.clientToken, access_token: mews.accessToken },
    access: { preset: 'hotel' },
  });
});
afterAll(async () => {
  await house?.close();
  await mews?.stop();
});

test('a call that is refused with the credentials of before, after they were mended, changes nothing', async () => {
  const path = `/connections/${house.connectionId}`;
  const before = mews.asked.length;
  mews.faults.slowMilliseconds = 3_000;
  const { id } = await house.world.made(202, 'POST', `${path}/sync`, { body: { mode: 'full', dry_run: false } });
  await eventually('the call is under way', () => mews.asked.length > before);
  mews.faults.slowMilliseconds = undefined;
  mews.accessToken = 'ACCESS-TOKEN-OF-TODAY';
  await house.world.made(200, 'PATCH', path, { body: { secrets: { access_token: mews.accessToken } } });
  expect(await house.world.made(200, 'POST', `${path}/test`)).toMatchObject({ ok: true });
  const status = async () => (await house.world.made(200, 'GET', `/runs/${id}`)).status as string;
  await eventually('the run is over', async () => !['queued', 'running'].includes(await status()));
  expect(await status()).toBe('done');
  expect(await house.world.made(200, 'GET', path)).toMatchObject({ status: 'active', last_problem: null });
});
