import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
const everywhere = systemContext(everyOrganization, 'test');
const insert = statement(
  'test_notes_insert',
  'insert into notes (what) values ($1) returning pg_current_xact_id()::text as transaction',
);
const all = statement('test_notes', 'select what from notes order by what');
const notes = async () => (await fresh.database.query<{ what: string }>(everywhere, all)).map(({ what }) => what);

beforeAll(async () => {
  fresh = await freshDatabase();
  await fresh.dataSource.query('create table notes (what text primary key)');
  await fresh.dataSource.query('grant all on notes to usher_tenant');
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  await fresh.dataSource.query('delete from notes');
});

test('what is sent before the first answer is one transaction', async () => {
  const transactions = await fresh.database.roundTrip(everywhere, async (inside) => {
    const [[one], [other]] = await Promise.all([
      fresh.database.query<{ transaction: string }>(inside, insert, ['one']),
      fresh.database.query<{ transaction: string }>(inside, insert, ['other']),
    ]);
    return [one.transaction, other.transaction];
  });
  expect(transactions[0]).toBe(transactions[1]);
  expect(await notes()).toEqual(['one', 'other']);
});

test('where one statement fails nothing is committed, and the connection goes on', async () => {
  await expect(
    fresh.database.roundTrip(everywhere, async (inside) => {
      await Promise.all([
        fresh.database.query(inside, insert, ['same']),
        fresh.database.query(inside, insert, ['same']),
      ]);
    }),
  ).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual([]);
});

test('what comes after the first answer is refused instead of running outside of the transaction', async () => {
  await expect(
    fresh.database.roundTrip(everywhere, async (inside) => {
      await fresh.database.query(inside, insert, ['in time']);
      await fresh.database.query(inside, insert, ['too late']);
    }),
  ).rejects.toThrow('This needs a transaction');
  expect(await notes()).toEqual(['in time']);
});

test('wake-ups are published once it is committed', async () => {
  const heard: string[] = [];
  await fresh.database.roundTrip(everywhere, async (inside) => {
    fresh.database.afterCommit(inside, () => heard.push('published'));
    await fresh.database.query(inside, insert, ['published']);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual(['published']);
});
