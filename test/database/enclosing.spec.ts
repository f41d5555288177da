import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Database, type Enclosure, statement } from '../../src/database/database.js';
import { type Context, everyOrganization, systemContext } from '../../src/kernel/context.js';
import { eventually } from '../kernel/manual-clock.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
let database: Database;
let hotel: Context;
let annex: Context;
const everywhere = systemContext(everyOrganization, 'test');
const insert = statement('test_notes_insert', 'insert into notes (organization_id, what) values ($1, $2)');
const all = statement('test_notes', 'select what from notes order by what');
const lockRow = statement('test_notes_lock', 'select what from notes where what = $1 for update');
const spoken = statement(
  'test_spoken',
  "select current_setting('usher.organization_id') as organization, current_setting('usher.keeps_sessions', " +
    'true) as keeps',
);

beforeAll(async () => {
  fresh = await freshDatabase();
  ({ database } = fresh);
  await fresh.dataSource.query('create table notes (organization_id uuid not null, what text primary key)');
  await fresh.dataSource.query('grant all on notes to usher_tenant');
  hotel = await fresh.organization('Hotel');
  annex = await fresh.organization('Annex', hotel.organizationId);
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  await fresh.dataSource.query('delete from notes');
});

const notes = async () => (await database.query<{ what: string }>(everywhere, all)).map(({ what }) => what);
const note = (context: Context, what: string) => database.query(context, insert, [context.organizationId, what]);
const enclosed = (options: { isLate?: boolean; first?: (inside: Context) => Promise<void> } = {}): Promise<Enclosure> =>
  database.enclose(hotel, { first: async () => undefined, isLate: false, patienceMilliseconds: 1_000, ...options });

test('work inside an enclosing transaction commits with it, and wake-ups are published then', async () => {
  const { context, commit } = await enclosed();
  const heard: string[] = [];
  await note(context, 'single');
  await database.transaction(context, async (inside) => {
    database.afterCommit(inside, () => heard.push('published'));
    await note(inside, 'of a transaction');
  });
  database.afterCommit(context, () => heard.push('published again'));
  expect([await notes(), heard]).toEqual([[], []]);
  await commit((inside) => note(inside, 'last'));
  expect([await notes(), heard]).toEqual([
    ['last', 'of a transaction', 'single'],
    ['published', 'published again'],
  ]);
});

test('what is rolled back leaves nothing, nor does what cannot be committed', async () => {
  const one = await enclosed();
  await note(one.context, 'rolled back');
  await one.rollback();
  const other = await enclosed();
  await note(other.context, 'in vain');
  await expect(other.commit((inside) => note(inside, 'in vain'))).rejects.toMatchObject({ code: '23505' });
  expect(await notes()).toEqual([]);
});

test('a statement or a transaction that fails takes back its own work and wake-ups only', async () => {
  const { context, commit } = await enclosed();
  const heard: string[] = [];
  await note(context, 'kept');
  await expect(note(context, 'kept')).rejects.toMatchObject({ code: '23505' });
  await expect(
    database.transaction(context, async (inside) => {
      database.afterCommit(inside, () => heard.push('published'));
      await note(inside, 'taken back');
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await note(context, 'kept too');
  await commit();
  expect([await notes(), heard]).toEqual([['kept', 'kept too'], []]);
});

test('a transaction inside that deadlocks is tried again by itself', async () => {
  await note(hotel, 'a');
  await note(hotel, 'b');
  const { context, commit } = await enclosed();
  await note(context, 'before');
  let tries = 0;
  // Both hold one row and want the other's: PostgreSQL fails one of them, whichever it is that is done again.
  const crossing = (of: Context, first: string, second: string, met: () => Promise<void>) =>
    database.transaction(of, async (inside) => {
      tries += 1;
      await database.query(inside, lockRow, [first]);
      await met();
      await database.query(inside, lockRow, [second]);
    });
  let there = 0;
  const met = async () => {
    there += 1;
    await eventually('both hold a row', () => there >= 2);
  };
  const ours = crossing(context, 'a', 'b', met).then(() => commit());
  await Promise.all([ours, crossing(hotel, 'b', 'a', met)]);
  // Whichever is tried again may take its first row before the other has woken, and cross with it once more.
  expect(tries).toBeGreaterThanOrEqual(3);
  expect(await notes()).toEqual(['a', 'b', 'before']);
});

test('each call inside acts for its own organization; where none is said it is that of the whole', async () => {
  const { context, commit } = await enclosed();
  const asked = async (of: Context) => (await database.query<{ organization: string; keeps: string }>(of, spoken))[0];
  const there = { ...context, organizationId: annex.organizationId, keepsSessions: true };
  expect(await asked(there)).toEqual({ organization: annex.organizationId, keeps: 'on' });
  expect(await asked(context)).toEqual({ organization: hotel.organizationId, keeps: '' });
  await expect(
    database.transaction(there, async () => {
      throw new Error('failed there');
    }),
  ).rejects.toThrow('failed there');
  expect(await asked(context)).toEqual({ organization: hotel.organizationId, keeps: '' });
  await asked(there);
  await commit(async (inside) => {
    expect(await asked(inside)).toEqual({ organization: hotel.organizationId, keeps: '' });
  });
});

test('a late one begins with the first transaction inside: single statements before it stand alone', async () => {
  let begun = 0;
  const { context, rollback } = await enclosed({
    isLate: true,
    first: async () => {
      begun += 1;
    },
  });
  await note(context, 'alone');
  expect(begun).toBe(0);
  await database.transaction(context, (inside) => note(inside, 'within'));
  await note(context, 'within as well');
  expect(begun).toBe(1);
  await rollback();
  expect(await notes()).toEqual(['alone']);
});

test('a refused first statement begins nothing, and later callers get a transaction of their own', async () => {
  await expect(
    enclosed({
      first: async () => {
        throw new Error('not now');
      },
    }),
  ).rejects.toThrow('not now');
  const { context, commit } = await enclosed();
  await commit();
  await database.transaction(context, (inside) => note(inside, 'afterwards'));
  await note(context, 'and again');
  expect(await notes()).toEqual(['afterwards', 'and again'].sort());
});

test('work nobody awaited ends before the transaction does; later work is refused', async () => {
  const { context, commit } = await enclosed();
  let goOn = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let hasBegun = false;
  const unheeded = database.transaction(context, async (inside) => {
    await note(inside, 'one');
    hasBegun = true;
    await told;
    await note(inside, 'two');
    return inside;
  });
  await eventually('it has begun', () => hasBegun);
  const committed = commit();
  goOn();
  await committed;
  expect(await notes()).toEqual(['one', 'two']);
  await expect(note(await unheeded, 'too late')).rejects.toThrow('This needs a transaction');
});

test('however many are open, what needs a connection besides gets one', async () => {
  const done = Array.from({ length: 30 }, async (_, index) => {
    const { context, commit } = await enclosed();
    await note(context, `n${index}`);
    await database.query(everywhere, all);
    await commit();
  });
  await Promise.all(done);
  expect(await notes()).toHaveLength(30);
});
