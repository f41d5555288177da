import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import type { Context } from '../../../src/kernel/context.js';
import { SubjectLock } from '../../../src/provisioning/subject/subject-lock.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { eventually } from '../../kernel/manual-clock.js';

let fresh: FreshDatabase;
let lock: SubjectLock;
let context: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
  lock = new SubjectLock(fresh.database);
  context = await fresh.organization();
});
afterAll(async () => {
  await fresh.close();
});

const hotel = '01a20000-0000-7000-8000-000000000001';

/** A transaction that has the lock until it is told to end. */
async function holding(take: (inside: Context) => Promise<unknown>): Promise<() => Promise<void>> {
  let end = () => undefined as void;
  let taken = () => undefined as void;
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const over = fresh.database.transaction(context, async (inside) => {
    await take(inside);
    taken();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await isTaken;
  return async () => {
    end();
    await over;
  };
}

const waiting = async (): Promise<number> => {
  const [{ count }] = await fresh.database.query<{ count: number }>(
    context,
    statement('test_lock_waiters', "select count(*) from pg_locks where locktype = 'advisory' and not granted"),
  );
  return count;
};
const tried = (work: () => Promise<void> = () => Promise.resolve()) =>
  fresh.database.transaction(context, async (inside) => {
    const taken = await lock.tryTake(inside, hotel);
    await work();
    return taken;
  });

test('pages of one list are compared while news of it are written', async () => {
  const ends = [
    await holding((inside) => lock.share(inside, hotel)),
    await holding((inside) => lock.share(inside, hotel)),
  ];
  expect(await waiting()).toBe(0);
  for (const end of ends) await end();
});

test('a list and an event of one connection never write at the same time', async () => {
  const page = await holding((inside) => lock.share(inside, hotel));
  const event = holding((inside) => lock.take(inside, hotel));
  await eventually('the event waits', async () => (await waiting()) === 1);
  await page();
  const end = await event;
  const next = holding((inside) => lock.share(inside, hotel));
  await eventually('the page waits', async () => (await waiting()) === 1);
  await end();
  await (
    await next
  )();
});

test('an event gets its turn although the pages of a list leave no moment between them', async () => {
  let page = await holding((inside) => lock.share(inside, hotel));
  const event = tried();
  await eventually('the event waits', async () => (await waiting()) === 1);
  const behind = holding((inside) => lock.share(inside, hotel));
  await eventually('the next page waits behind it', async () => (await waiting()) === 2);
  await page();
  expect(await event).toBe(true);
  page = await behind;
  await page();
});

test('of two processes that absorb one inbox the second is refused at once', async () => {
  const outcomes: boolean[] = [];
  await tried(async () => {
    outcomes.push(await tried());
  });
  expect(outcomes).toEqual([false]);
  expect(await tried()).toBe(true);
});

test('a worker that has waited a second for the lock gives up, and can go on in the same transaction', async () => {
  const end = await holding((inside) => lock.take(inside, hotel));
  const went = await fresh.database.transaction(context, async (inside) => {
    const taken = await lock.tryTake(inside, hotel);
    const [{ isThere }] = await fresh.database.query<{ isThere: boolean }>(
      inside,
      statement('test_goes_on', 'select true as "isThere"'),
    );
    return { taken, isThere };
  });
  expect(went).toEqual({ taken: false, isThere: true });
  await end();
  expect(await tried()).toBe(true);
});
