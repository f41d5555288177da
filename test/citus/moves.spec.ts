import { afterEach, expect, test } from '@jest/globals';
import { type RunningService, runToEnd, testKey } from '../e2e/service.js';
import { pause, until } from '../e2e/until.js';
import { makingAccounts } from './making-accounts.js';
import { twoHouses } from './two-houses.js';
import { withCitus } from './with-citus.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
}, 60_000);

/** Lists the accounts of an organization again and again until it is told to stop; gives what was not answered 200. */
function readingAll(service: RunningService, organization: string) {
  const refused: number[] = [];
  let isToStop = false;
  const ended = (async () => {
    while (!isToStop) {
      const { status } = await service.call('GET', '/users', undefined, { 'x-organization-id': organization });
      if (status !== 200) refused.push(status);
      await pause(20);
    }
  })();
  return {
    stop: async () => {
      isToStop = true;
      await ended;
      return refused;
    },
  };
}

withCitus('an organization that is moved', () => {
  test('alone, to shards of its own, and by a rebalance: who writes there waits, nobody is refused', async () => {
    const { placements, environment, service, houses } = await twoHouses(closing);
    const [id] = houses;
    const accounts = houses.map((house) => makingAccounts(service, house, 20));
    const reads = houses.map((house) => readingAll(service, house));
    closing.push(...[...accounts, ...reads].map(({ stop }) => stop));
    const allGoOn = (when: string) => {
      const soFar = accounts.map(({ tried }) => tried.length);
      return until(`accounts are made ${when}`, () =>
        accounts.every(({ tried }, index) => tried.length > soFar[index] + 5),
      );
    };
    await allGoOn('at first');

    const before = await placements.of(id);
    const soFar = accounts.map(({ tried }) => tried.length);
    await placements.move(id);
    const moved = await placements.of(id);
    expect([moved.shard, moved.port === before.port]).toEqual([before.shard, false]);
    await allGoOn('there');
    await placements.isolate(id);
    expect((await placements.of(id)).shard).not.toBe(before.shard);
    await allGoOn('in its own');
    const longest = accounts.map(({ tried }, index) =>
      Math.max(...tried.slice(soFar[index]).map((each) => each.seconds)),
    );
    process.stdout.write(
      `moves: the moved one's accounts waited ${longest[0]} s at most, the other's ${longest[1]} s\n`,
    );
    // Both are on one worker by then.
    expect(longest[1]).toBeLessThan(longest[0] / 2);

    const unbalanced = await placements.all();
    await placements.rebalance();
    expect(await placements.all()).not.toBe(unbalanced);
    await allGoOn('after it');

    for (const read of reads) expect(await read.stop()).toEqual([]);
    for (const each of accounts) {
      const tried = await each.stop();
      expect(tried.filter(({ status }) => status !== 201)).toEqual([]);
      expect(await each.lost()).toEqual([]);
    }
    expect(service.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    const { code, out } = await runToEnd({ ...environment, USHER_MASTER_KEY: testKey }, 'audit', 'verify');
    expect([code, JSON.parse(out.split('\n')[0])]).toMatchObject([0, { ok: true, broken: null }]);
  }, 600_000);
});
