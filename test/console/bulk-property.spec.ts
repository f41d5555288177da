import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bulkUsers } from '../../src/console/bulk/bulk-records.js';
import type { BulkResource } from '../../src/console/bulk/bulk-resource.js';
import type { BulkResult } from '../../src/console/bulk/bulk.js';
import { statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { consoleSets, createUsers, type ConsoleSets } from './console-sets.js';

let fresh: FreshDatabase;
let sets: ConsoleSets;
let bulk: BulkResource;
beforeAll(async () => {
  fresh = await freshDatabase();
  sets = consoleSets(fresh.database);
  bulk = bulkUsers(sets.users);
});
afterAll(async () => {
  await fresh.close();
});

// Few names, so that operations of one list meet each other.
const username = fc.constantFrom('anna', 'ANNA', 'berta', 'carla', ' ');
const externalId = fc.constantFrom('e1', 'e2', null);
const data = fc.record(
  {
    username,
    external_id: externalId,
    comment: fc.constantFrom('x', 'y', null),
    password: fc.constantFrom('p', 'q', null),
    disabled: fc.constantFrom(0, 1, 2),
  },
  { requiredKeys: [] },
);
const match = fc.oneof(fc.record({ username }), fc.record({ external_id: fc.constantFrom('e1', 'e2') }));
const operation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('create'), data }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('update'), match, data }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('upsert'), match, data }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('upsert'), data }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('delete'), match }) },
);

const stored = statement(
  'test_bulk_stored',
  `
  select username, username_key as key, external_id as "externalId", comment, disabled, revision,
  password_ssha512 as hash from users where organization_id = $1 order by username_key`,
);

/** The table as a reader would compare it: passwords by what they accept. */
async function tableOf(hotel: Context): Promise<object[]> {
  const rows = await fresh.database.query<{ hash: string | null }>(hotel, stored, [hotel.organizationId]);
  return rows.map(({ hash, ...row }) => ({
    ...row,
    password: hash && ['p', 'q'].find((password) => sets.passwords.matches(password, hash)),
  }));
}

/** Ids differ from run to run: users are named by when they first appear. */
function comparable(results: readonly BulkResult[]): object[] {
  const order: (string | null)[] = [];
  const named = (id: string | null | undefined) => {
    if (!id) return null;
    if (!order.includes(id)) order.push(id);
    return order.indexOf(id);
  };
  return results.map(({ op, status, id, error }) => ({
    op,
    status,
    id: named(id),
    detail: error?.detail,
    conflicting: named(error?.conflicting_id as string | undefined),
    errors: error?.errors,
  }));
}

// Nothing but upserts by one kind of key: those that a single statement does as long as they have nothing to do with
// each other.
const name = fc.constantFrom('anna', 'ANNA', 'berta', 'carla', 'dora', 'emma');
const external = fc.constantFrom('e1', 'e2', 'e3', 'e4');
const fields = {
  comment: fc.constantFrom('x', 'y', null),
  password: fc.constantFrom('p', 'q', null),
  disabled: fc.constantFrom(0, 1, 2),
  table_id: fc.constantFrom(null, '0190a0a1-0000-7000-8000-ffffffffffff'),
};
const upserts = fc.oneof(
  fc.array(
    fc.record({
      op: fc.constant('upsert'),
      data: fc.record({ ...fields, username: name, external_id: fc.option(external) }, { requiredKeys: ['username'] }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  fc.array(
    fc.record({
      op: fc.constant('upsert'),
      match: fc.record({ username: name }),
      data: fc.record({ ...fields, external_id: fc.option(external) }, { requiredKeys: [] }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  fc.array(
    fc.record({
      op: fc.constant('upsert'),
      match: fc.record({ external_id: external }),
      data: fc.record({ ...fields, username: name }, { requiredKeys: ['username'] }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
);

test('imports one after the other do what their rows do one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(upserts, { minLength: 1, maxLength: 4 }), async (imports) => {
      const [whole, single] = [await fresh.organization(), await fresh.organization()];
      for (const operations of imports) {
        const atOnce = await bulk.prepare(operations, 0)(whole);
        const oneByOne: BulkResult[] = [];
        for (const [index, each] of operations.entries())
          oneByOne.push(...(await oneAfterTheOther(single, each, index)));
        expect(comparable(atOnce)).toEqual(comparable(oneByOne));
        expect(await tableOf(whole)).toEqual(await tableOf(single));
      }
    }),
    { numRuns: 200 },
  );
});

/** By the batch in memory alone: the step that does nothing keeps it from being done by the statement of plain rows. */
async function oneAfterTheOther(hotel: Context, operation: object, index: number): Promise<BulkResult[]> {
  const results = await bulk.prepare(
    [{ op: 'delete', match: { username: 'nobody of that name' } }, operation],
    index - 1,
  )(hotel);
  return results.slice(1);
}

test('a list of operations in bulk does what the same operations do one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 12 }), async (operations) => {
      const [whole, single] = [await fresh.organization(), await fresh.organization()];
      const atOnce = await bulk.prepare(operations, 0)(whole);
      const oneByOne: BulkResult[] = [];
      for (const [index, each] of operations.entries()) oneByOne.push(...(await bulk.prepare([each], index)(single)));
      expect(comparable(atOnce)).toEqual(comparable(oneByOne));
      expect(await tableOf(whole)).toEqual(await tableOf(single));
    }),
    { numRuns: 200 },
  );
});

test('creations by the set equal creations one by one, whatever they compete for', async () => {
  const user = fc.record({ username, externalId });
  await fc.assert(
    fc.asyncProperty(
      fc.array(user, { maxLength: 3 }),
      fc.array(user, { minLength: 1, maxLength: 8 }),
      async (before, rows) => {
        const [whole, single] = [await fresh.organization(), await fresh.organization()];
        for (const hotel of [whole, single]) await createUsers(sets.users, hotel, before);
        const atOnce = await createUsers(sets.users, whole, rows);
        const oneByOne = [];
        for (const row of rows) oneByOne.push(...(await createUsers(sets.users, single, [row])));
        expect(atOnce.map(({ status }) => status)).toEqual(oneByOne.map(({ status }) => status));
        expect(await tableOf(whole)).toEqual(await tableOf(single));
      },
    ),
    { numRuns: 100 },
  );
});
