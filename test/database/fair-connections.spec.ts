import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
let [busy, quiet]: Context[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
  [busy, quiet] = [await fresh.organization('Busy'), await fresh.organization('Quiet')];
});
afterAll(() => fresh.close());

const slow = statement('test_slow', 'select pg_sleep(0.03)');
const short = statement('test_short', 'select 1 as one');
const asked = 200;
/** Connections of a process, and as many again for those that are just being given back. */
const few = 20;

/** How many of the busy organization's were answered before the quiet one's. */
async function overtaken(flood: () => Promise<unknown>, ask: () => Promise<unknown>): Promise<number> {
  let answered = 0;
  const all = Array.from({ length: asked }, async () => {
    await flood();
    answered += 1;
  });
  await ask();
  const before = answered;
  await Promise.all(all);
  return before;
}

test('an organization that asks for much waits for itself: another is answered within a turn', async () => {
  const before = await overtaken(
    () => fresh.database.query(busy, slow),
    () => fresh.database.query(quiet, short),
  );
  expect(before).toBeLessThan(few);
});

test('in transactions, too, and again and again', async () => {
  const inside = (context: Context, sql: typeof slow) => () =>
    fresh.database.transaction(context, (own) => fresh.database.query(own, sql));
  const before = await overtaken(inside(busy, slow), async () => {
    for (let each = 0; each < 5; each += 1) await inside(quiet, short)();
  });
  expect(before).toBeLessThan(5 * few);
});

test('requests that enclose others have a turn of their own', async () => {
  const enclosed = (context: Context, sql: typeof slow) => async () => {
    const enclosure = await fresh.database.enclose(context, {
      first: async () => undefined,
      isLate: false,
      patienceMilliseconds: 0,
    });
    await fresh.database.query(enclosure.context, sql);
    await enclosure.commit();
  };
  expect(await overtaken(enclosed(busy, slow), enclosed(quiet, short))).toBeLessThan(few);
});

test('connections are given back, whoever failed: all of them can be had afterwards', async () => {
  const wrong = statement('test_wrong', 'select 1 / 0');
  const failed = await Promise.allSettled(Array.from({ length: 50 }, () => fresh.database.query(busy, wrong)));
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
  const ended = statement('test_ended', 'select pg_terminate_backend(pg_backend_pid())');
  await Promise.allSettled(Array.from({ length: 15 }, () => fresh.database.query(busy, ended)));
  const answers = await Promise.all(Array.from({ length: 50 }, () => fresh.database.query(quiet, short)));
  expect(answers).toHaveLength(50);
});
