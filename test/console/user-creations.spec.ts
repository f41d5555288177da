import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { User } from '../../src/console/users/user.js';
import { statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { Problem } from '../../src/kernel/errors.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { consoleSets, createUser, createUsers, type ConsoleSets } from './console-sets.js';

interface Wanted {
  readonly username: string;
  readonly externalId: string | null;
  readonly groupId: string | null;
}

let fresh: FreshDatabase;
let sets: ConsoleSets;
let hotel: Context;

beforeAll(async () => {
  fresh = await freshDatabase();
  sets = consoleSets(fresh.database);
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  hotel = await fresh.organization();
});

const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
const create = (wanted: Partial<Wanted> & { readonly username: string }, context = hotel) =>
  createUser(sets.creations, context, wanted);
const namesOf = statement(
  'test_creations_names',
  'select username from users where organization_id = $1 order by username',
);
const names = async (context = hotel) =>
  (await fresh.database.query<{ username: string }>(context, namesOf, [context.organizationId])).map(
    ({ username }) => username,
  );
const waiters = statement(
  'test_creations_waiters',
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
);

test('each gets the user it asked for, as it is stored', async () => {
  const asked = Array.from({ length: 250 }, (_, number) => ({
    username: `guest ${number}`,
    externalId: `pms-${number}`,
  }));
  const made = await Promise.all(asked.map((each) => create(each)));
  expect(made).toMatchObject(asked);
  const stored = new Map(
    (await sets.users.findByKeys(hotel, { ids: made.map(({ id }) => id) })).map((user) => [user.id, user]),
  );
  for (const { id, ...told } of made) expect({ id, ...told }).toMatchObject(stored.get(id) ?? {});
  expect(stored.size).toBe(250);
});

test('each refusal reaches the caller who caused it; the others get what they asked for', async () => {
  const anna = await create({ username: 'Anna', externalId: 'pms-1' });
  const answers = await Promise.allSettled([
    create({ username: 'Berta' }),
    create({ username: 'ANNA ' }),
    create({ username: 'Carla', externalId: 'pms-1' }),
    create({ username: 'Dora', groupId: nowhere }),
    create({ username: ' ' }),
    create({ username: 'Emil' }),
  ]);
  expect(answers).toMatchObject([
    { value: { username: 'Berta' } },
    { reason: { kind: 'conflict', detail: 'A user with this username exists', extra: { conflicting_id: anna.id } } },
    { reason: { kind: 'conflict', detail: 'A user with this external_id exists', extra: { conflicting_id: anna.id } } },
    { reason: { kind: 'invalid', errors: [{ pointer: '#/table_id', detail: `There is no user group ${nowhere}` }] } },
    { reason: { kind: 'invalid', errors: [{ pointer: '#/username' }] } },
    { value: { username: 'Emil' } },
  ]);
  expect(await names()).toEqual(['Anna', 'Berta', 'Emil']);
});

test('of two requests for the same name at the same time one gets it, and the other is told who has it', async () => {
  const answers = await Promise.allSettled([create({ username: 'Éva' }), create({ username: 'E\u0301VA' })]);
  const made = answers.find((answer): answer is PromiseFulfilledResult<User> => answer.status === 'fulfilled');
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { kind: 'conflict', extra: { conflicting_id: made?.value.id } },
  });
  expect(await names()).toHaveLength(1);
});

test('whoever wants a name that another transaction holds waits for it alone', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isTaken: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    isTaken = resolve;
  });
  const other = fresh.database.transaction(hotel, async (inside) => {
    await create({ username: 'B' }, inside);
    isTaken();
    await held;
  });
  await taken;
  const waiting = create({ username: 'B' });
  expect(await Promise.all([create({ username: 'A' }), create({ username: 'C' })])).toMatchObject([
    { username: 'A' },
    { username: 'C' },
  ]);
  while ((await fresh.database.query(hotel, waiters)).length === 0) {
    /* until the one who has to meets the other transaction */
  }
  release();
  await other;
  await expect(waiting).rejects.toMatchObject({ kind: 'conflict' });
  expect(await names()).toEqual(['A', 'B', 'C']);
});

test("creations from several places that want each other's external ids do not lock each other out", async () => {
  const others = { ...hotel, actor: { ...hotel.actor, name: 'another' } };
  for (let round = 0; round < 5; round += 1) {
    const rows = Array.from({ length: 20 }, (_, number) => number);
    const answers = await Promise.allSettled([
      ...rows.map((number) =>
        create({ username: `a-${round}-${String(number).padStart(2, '0')}`, externalId: `${round}-${number}` }),
      ),
      ...rows.map((number) =>
        create(
          { username: `b-${round}-${String(number).padStart(2, '0')}`, externalId: `${round}-${19 - number}` },
          others,
        ),
      ),
    ]);
    const reasons = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [(answer.reason as Problem).kind] : [],
    );
    expect(reasons).toEqual(Array.from({ length: 20 }, () => 'conflict'));
  }
  expect(await names()).toHaveLength(100);
});

test('totals count each of them once', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, number) => create({ username: `guest ${number}` })));
  const total = statement(
    'test_creations_total',
    "select sum(total)::int as total from resource_counts where organization_id = $1 and resource = 'users'",
  );
  expect(await fresh.database.one(hotel, total, [hotel.organizationId])).toEqual({ total: 50 });
});

test('whatever comes together in whatever turns, it is as if one came after the other', async () => {
  const oneCase = fc.record({
    username: fc.constantFrom('a', 'A ', 'b', 'c', 'd', 'e'),
    externalId: fc.option(fc.constantFrom('x', 'y', 'z')),
    groupId: fc.constantFrom(null, null, nowhere),
    // How many turns of the event loop pass before it comes, and from which of two keys.
    turns: fc.nat(3),
    key: fc.constantFrom('one', 'two'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(oneCase, { minLength: 1, maxLength: 14 }), async (cases) => {
      const [together, single] = [await fresh.organization(), await fresh.organization()];
      const asked = await Promise.allSettled(
        cases.map(async ({ turns, key, ...wanted }) => {
          for (let turn = 0; turn < turns; turn += 1)
            await new Promise((resolve) => {
              setImmediate(resolve);
            });
          return create(wanted, { ...together, actor: { ...together.actor, name: key } });
        }),
      );
      const isMade = (place: number) => asked[place].status === 'fulfilled';
      // An order that explains the answers: who was given a user before whoever was refused one.
      const order = [...cases.keys()].toSorted((one, other) => Number(isMade(other)) - Number(isMade(one)));
      for (const place of order) {
        const { turns: _turns, key: _key, ...wanted } = cases[place];
        const [result] = await createUsers(sets.users, single, [wanted]);
        const answer = asked[place];
        expect(answer.status === 'fulfilled' ? 'created' : (answer.reason as Problem).kind).toBe(result.status);
      }
      expect(await tableOf(together)).toEqual(await tableOf(single));
      await expectHolders(together, cases, asked);
    }),
    { numRuns: 150 },
  );
});

const table = statement(
  'test_creations_table',
  'select username, external_id as "externalId", group_id as "groupId", revision from users where ' +
    'organization_id = $1 order by username_key',
);
const tableOf = (context: Context) => fresh.database.query(context, table, [context.organizationId]);

/** Each conflict names somebody who really has what was asked for. */
async function expectHolders(
  context: Context,
  cases: readonly Wanted[],
  asked: readonly PromiseSettledResult<User>[],
): Promise<void> {
  for (const [place, answer] of asked.entries()) {
    if (answer.status === 'fulfilled' || (answer.reason as Problem).kind !== 'conflict') continue;
    const { detail, extra } = answer.reason as Problem;
    const [holder] = await sets.users.findByKeys(context, { ids: [String(extra.conflicting_id)] });
    const { username, externalId } = cases[place];
    if (detail.includes('external_id')) expect(holder.externalId).toBe(externalId);
    else expect(holder.username.toLowerCase()).toBe(username.trim().toLowerCase());
  }
}
