import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { KisiSimulator } from '../simulators/kisi/kisi-simulator.js';
import type { PostingPlan } from '../simulators/posting.js';
import { signatureKey } from './kisi-rig.js';

/** From a door to the console's account and back: sockets, database and engine are real. */
let simulator: KisiSimulator;
let house: Connected;
let service: WorkingService;
beforeAll(async () => {
  service = await WorkingService.start();
});
afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  simulator = await KisiSimulator.start();
  house = await service.connected({
    connector: 'kisi',
    settings: { base_url: simulator.url },
    secrets: { api_key: simulator.apiKey, signature_key: signatureKey },
  });
});

afterEach(async () => {
  await simulator.stop();
  await house.close();
});

const post = (plan: Partial<PostingPlan> = {}, signed: { key?: string; hasPrefix?: boolean } = { key: signatureKey }) =>
  simulator.postTo({ url: house.hookUrl, ...plan }, signed);
const known = async (count: number) =>
  until(
    `${count} members are known`,
    async () =>
      (await house.world.sql<{ count: number }>('select count(*)::int as count from subjects'))[0].count === count,
  );

test.each([true, false])(
  'the first door opens Wi-Fi, no door closes it, losing the right to enter does (sha256= before the signature: %s)',
  async (hasPrefix) => {
    post({}, { key: signatureKey, hasPrefix });
    const { building } = simulator;
    building.listLags = true;
    const ada = building.invite('Ada Lovelace', 'ada@example.com');
    const grace = building.invite('Grace Hopper', 'grace@example.com');
    await known(2);
    building.unlock(grace, { success: false });
    const came = arriving('kisi');
    building.unlock(ada);
    await house.become({ 'ada@example.com': 'enabled' });
    came();
    building.exit();
    building.lockDown();
    building.unlock(grace);
    await house.become({ 'ada@example.com': 'enabled', 'grace@example.com': 'enabled' });
    building.change(ada, { access_enabled: false });
    await house.become({ 'ada@example.com': 'disabled', 'grace@example.com': 'enabled' });
    building.unlock(ada);
    building.change(ada, { access_enabled: true });
    await house.become({ 'ada@example.com': 'enabled', 'grace@example.com': 'enabled' });
    building.change(grace, { scim_access_enabled: false });
    building.remove(ada);
    await house.become({ 'ada@example.com': 'disabled', 'grace@example.com': 'disabled' });
  },
);

test('duplicated, in reverse and after a 429, events lead to the same', async () => {
  Object.assign(simulator.faults, { status: 429, retryAfterSeconds: 1, times: 1 });
  const posting = post({ duplicated: true, shuffled: true, lagMilliseconds: 60_000 });
  const { building } = simulator;
  const gone = building.invite('Gone Away', 'gone@example.com');
  building.unlock(building.invite('Ada Lovelace', 'ada@example.com'));
  building.unlock(gone);
  building.remove(gone);
  await posting.flush();
  await house.become({ 'ada@example.com': 'enabled' });
  const { _embedded } = (await house.world.made(
    200,
    'GET',
    `/connections/${house.connectionId}/events?page_size=100`,
  )) as { _embedded: { events: unknown[] } };
  expect(_embedded.events).toHaveLength(new Set(posting.sent).size);
});

test('unsigned and wrongly signed events are refused; Kisi stops the webhook, and the test says so', async () => {
  const unsigned = post({ attempts: 1, lagMilliseconds: 60_000 }, {});
  const forged = post({ attempts: 1, lagMilliseconds: 60_000 }, { key: 'somebody-elses-key-0123' });
  const { building } = simulator;
  const ada = building.invite('Ada Lovelace', 'ada@example.com');
  for (let count = 0; count < 10; count += 1) building.unlock(ada);
  await Promise.all([unsigned.flush(), forged.flush()]);
  building.exit();
  expect([unsigned.delivered, forged.delivered]).toEqual([0, 0]);
  expect(await house.world.made(200, 'GET', `/connections/${house.connectionId}/events`)).toMatchObject({
    _embedded: { events: [] },
  });
  const { ok, checks } = (await house.world.made(200, 'POST', `/connections/${house.connectionId}/test`)) as {
    ok: boolean;
    checks: { name: string; detail: string }[];
  };
  expect(ok).toBe(false);
  expect(checks.find(({ name }) => name === 'webhooks')?.detail).toContain('switched the event webhook 300 off');
});

test('a full scan finds who was seen meanwhile; half a list or a deleted key removes nobody', async () => {
  const { building } = simulator;
  const ids = Array.from({ length: 120 }, (_, index) =>
    building.invite(`Member ${index}`, `member${index}@example.com`),
  );
  building.invite('Not yet', null);
  for (const id of ids.slice(0, 3)) building.unlock(id);
  expect(await house.scan()).toMatchObject({ status: 'done', seen: 121 });
  const seen = { 'member0@example.com': 'enabled', 'member1@example.com': 'enabled', 'member2@example.com': 'enabled' };
  await house.become(seen);
  simulator.faults.halfPages = true;
  const asked = simulator.asked.length;
  await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, {
    body: { mode: 'full', dry_run: false },
  });
  await until('half a list was read', () => simulator.asked.length > asked + 1);
  simulator.faults.keyDeleted = true;
  await until('the connection is in quarantine', async () => {
    await house.world.ask('POST', `/connections/${house.connectionId}/sync`, {
      body: { mode: 'full', dry_run: false },
    });
    return (
      ((await house.world.made(200, 'GET', `/connections/${house.connectionId}`)) as { status: string }).status ===
      'quarantined'
    );
  });
  expect(await house.accounts()).toEqual(seen);
});
