import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { operationPriority } from '../../../src/provisioning/wifi-console/port/wifi-console.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import {
  RemoteConsoleSimulator,
  type SimulatorOptions,
} from '../../simulators/remote-console/remote-console-simulator.js';
import { createUser, deleteUser } from '../../wifi-console-contract/operations.js';
import { statusesOf } from './remote-rig.js';
import { context, type RemoteWorld, remoteWorld } from './remote-world.js';
import { stepUntil } from './stepping.js';

const { grant, revoke } = operationPriority;
let world: RemoteWorld;
let simulator: RemoteConsoleSimulator;
let clock: ManualClock;
beforeAll(async () => {
  world = await remoteWorld();
});
afterAll(async () => {
  await world.close();
});
afterEach(async () => {
  await simulator.close();
});

async function start(options: SimulatorOptions) {
  clock = new ManualClock();
  simulator = await RemoteConsoleSimulator.start({ ratePerMinute: 100, clock: () => clock.milliseconds(), ...options });
  const settings = { base_url: simulator.address, token: simulator.token, rate_per_minute: 100 };
  return { one: world.process(clock).console(settings), other: world.process(clock).console(settings) };
}

/** Steps the clock until every promise is settled. */
async function settled<T>(work: readonly Promise<T>[], stepSeconds = 1): Promise<T[]> {
  let open = work.length;
  for (const each of work)
    void each.finally(() => {
      open -= 1;
    });
  await stepUntil(
    clock,
    () => open === 0,
    () => `${simulator.seen.length} ${simulator.inFlight} ${open}`,
    { stepSeconds },
  );
  return Promise.all(work);
}

test.each([
  ['in one call', 1000],
  ['in fifty calls of twenty at the same time', 20],
  ['in a thousand calls of one at the same time', 1],
])('a thousand creations %s take under 30 requests where bulk is offered', async (_, atOnce) => {
  const { one } = await start({ mode: 'extended' });
  const operations = Array.from({ length: 1000 }, (_each, index) => createUser(`guest-${index}`));
  const calls = Array.from({ length: 1000 / atOnce }, (_each, index) =>
    one.apply(context, operations.slice(index * atOnce, (index + 1) * atOnce), grant),
  );
  const outcomes = (await settled(calls, 0.1)).flat();
  expect(statusesOf(outcomes)).toEqual(['done']);
  expect(simulator.organization().users.size).toBe(1000);
  expect(simulator.seen.length).toBeLessThan(30);
  expect(simulator.refusedByRate).toBe(0);
});

test.each(['fixed', 'sliding'] as const)(
  'without bulk, at 100 a minute in a %s window, two processes never meet a 429, revocations first',
  async (window) => {
    const { one, other } = await start({ mode: 'plain', window });
    const leavers = Array.from(
      { length: 25 },
      (_, index) => simulator.organization().createUser({ username: `leaver-${index}` }).body as { id: string },
    );
    const began = clock.milliseconds();
    const arrivals = [one, other].map((console, process) =>
      console.apply(
        context,
        Array.from({ length: 200 }, (_, index) => createUser(`guest-${process}-${index}`)),
        grant,
      ),
    );
    await stepUntil(
      clock,
      () => clock.milliseconds() >= began + 70_000,
      () => simulator.seen.length,
      { stepSeconds: 1 },
    );

    const asked = clock.milliseconds();
    const departures = other.apply(
      context,
      leavers.map(({ id }) => deleteUser(id)),
      revoke,
    );
    await settled([departures]);
    const revokedAfterSeconds = (clock.milliseconds() - asked) / 1000;
    const createdBefore = simulator.organization().users.size;
    expect(revokedAfterSeconds).toBeLessThanOrEqual(65);
    expect(createdBefore).toBeLessThan(400);

    const outcomes = (await settled(arrivals)).flat();
    expect(statusesOf([...outcomes, ...(await departures)])).toEqual(['done']);
    expect(simulator.refusedByRate).toBe(0);
    expect(simulator.organization().users.size).toBe(400);
    // 425 calls and a few to learn what is offered: the budget is kept, and used.
    expect((clock.milliseconds() - began) / 1000).toBeLessThan(5 * 64);
  },
);

test('ten of the hundred are always left for revocations: they go at once in the middle of a burst', async () => {
  const { one } = await start({ mode: 'plain' });
  const leavers = Array.from(
    { length: 8 },
    (_, index) => simulator.organization().createUser({ username: `leaver-${index}` }).body as { id: string },
  );
  const arrivals = one.apply(
    context,
    Array.from({ length: 120 }, (_, index) => createUser(`guest-${index}`)),
    grant,
  );
  await stepUntil(
    clock,
    () => simulator.seen.length >= 90,
    () => simulator.seen.length,
    { stepSeconds: 0.1 },
  );
  const asked = clock.milliseconds();
  await settled(
    [
      one.apply(
        context,
        leavers.map(({ id }) => deleteUser(id)),
        revoke,
      ),
    ],
    0.1,
  );
  expect((clock.milliseconds() - asked) / 1000).toBeLessThanOrEqual(1);
  await settled([arrivals]);
  expect(simulator.refusedByRate).toBe(0);
});

test.each([
  ['fixed', 'instant'],
  ['sliding', 'instant'],
  ['fixed', 'seconds'],
  ['sliding', 'seconds'],
] as const)(
  'what somebody else spends of the same key is seen in the answers, %s window, reset as %s: no 429 comes of it',
  async (window, toldReset) => {
    const { one } = await start({ mode: 'plain', window, toldReset });
    for (let index = 0; index < 60; index += 1)
      await fetch(`${simulator.address}/users`, { headers: { authorization: `Bearer ${simulator.token}` } });
    const arrivals = one.apply(
      context,
      Array.from({ length: 90 }, (_, index) => createUser(`guest-${index}`)),
      grant,
    );
    expect(statusesOf((await settled([arrivals])).flat())).toEqual(['done']);
    expect(simulator.refusedByRate).toBe(0);
  },
);

test.each([
  ['an instant', () => String(clock.milliseconds() / 1000 + 40)],
  ['seconds from now', () => '40'],
])('a 429 that others provoked stops the key until the reset, told as %s, then all is still done', async (_, reset) => {
  const { one } = await start({ mode: 'plain' });
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset() };
  simulator.fail({ kind: 'status', status: 429, headers });
  const [outcomes] = await settled([one.apply(context, [createUser('guest')], grant)]);
  const [outcome] = outcomes;
  if (outcome.status !== 'retry') throw new Error(`It was ${outcome.status}`);
  // Seconds from now begin with the answer, for which this test's clock goes on a little.
  const waitsSeconds = (Date.parse(outcome.notBeforeAt ?? '') - Date.parse('2026-05-14T13:00:00.000Z')) / 1000;
  expect(waitsSeconds).toBeGreaterThanOrEqual(40);
  expect(waitsSeconds).toBeLessThan(45);
  const again = one.apply(context, [createUser('guest')], grant);
  await settled([again]);
  expect(await again).toMatchObject([{ status: 'done' }]);
  expect(clock.milliseconds()).toBeGreaterThanOrEqual(Date.parse('2026-05-14T13:00:40.000Z'));
});
