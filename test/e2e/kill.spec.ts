import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { KillHouse } from './kill-house.js';
import { pause, until } from './until.js';

const rounds = Number(process.env.USHER_TEST_ROUNDS ?? 4);
const seed = Number(process.env.USHER_TEST_SEED ?? Date.now() % 1_000_000_000);

let house: KillHouse;
beforeAll(async () => {
  house = await KillHouse.open(seed);
});
afterAll(async () => {
  await house?.close();
});

test('service and database killed in a burst: the consoles match what was stored, nothing twice', async () => {
  process.stdout.write(`kill: USHER_TEST_SEED=${seed}\n`);
  for (let round = 1; round <= rounds; round += 1) {
    const stop = house.burst();
    await pause(100 + house.roll() * 1_200);
    await house.kill();
    await pause(house.roll() * 200);
    stop();
    await house.start();
    await house.linksAreAlive();
  }
  await house.isQuiet();
  process.stdout.write(`kill: ${rounds} rounds, ${await house.summary()}\n`);
  expect(await house.differencesFromStored()).toEqual([]);
  expect(await house.differencesAtMews()).toEqual([]);
  expect(await house.brokenStories()).toEqual([]);
});

test('killed between a call to a remote console and its answer: each account exists exactly once', async () => {
  const callsOnTheWay = house.slowConsoles();
  for (let guest = 0; guest < 12; guest += 1) for (const told of house.hotels) told.checkIn();
  await until('calls are on their way to both', callsOnTheWay);
  await house.kill();
  await house.start();
  await house.linksAreAlive();
  await house.isQuiet();
  expect(await house.differencesFromStored()).toEqual([]);
});

// What had left the interface and was not stored is lost to both sides, as the protocol knows no acknowledgement: only
// the full list finds it. The list itself is interrupted too.
test('after a full list, asked for again when a kill broke it off, the consoles say what the hotels say', async () => {
  const before = await Promise.all(house.hotels.map((told) => house.lastList(told)));
  const sync = () =>
    Promise.all(
      house.hotels.map((told) =>
        house.service.call('POST', `/connections/${house.connections.get(told)}/sync`, {
          mode: 'full',
          dry_run: false,
        }),
      ),
    );
  await sync();
  await pause(house.roll() * 40);
  await house.kill();
  await house.start();
  await house.linksAreAlive();
  expect((await sync()).map(({ status }) => status)).toEqual([202, 202, 202]);
  await until('the lists are done', async () => {
    const after = await Promise.all(house.hotels.map((told) => house.lastList(told)));
    return after.every((at, index) => at !== before[index]);
  });
  await house.isQuiet();
  expect(await house.differencesFromHouses()).toEqual([]);
});

test('killed repeatedly under load: the next complete list puts every hotel right', async () => {
  for (let round = 1; round <= rounds / 2; round += 1) {
    const stop = house.burst();
    await pause(100 + house.roll() * 500);
    const before =
      house.roll() < 0.6
        ? house.hotels.map((told) =>
            house.service
              .call('POST', `/connections/${house.connections.get(told)}/sync`, { mode: 'full' })
              .catch(() => undefined),
          )
        : [];
    await pause(house.roll() * 120);
    await house.service.kill();
    await Promise.all(before);
    await house.start();
    await house.linksAreAlive();
    await pause(house.roll() * 400);
    stop();
    await house.listed();
    await house.isQuiet();
    expect(await house.differencesFromHouses()).toEqual([]);
  }
}, 600_000);
