import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PeopleInGreekCapitals1764021600000 } from '../../src/database/migrations/1764021600000-people-in-greek-capitals.js';
import { forEveryOrganization } from '../../src/database/migrations/index.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';

/** A letter that has another form at the end of a word, but not in capitals. */
let world: UsherWorld;
beforeAll(async () => {
  world = await usherWorld();
});
afterAll(() => world.close());

const known = (username: string, last_name: string, first_name: string) =>
  world.made(201, 'POST', '/users', { body: { username, password: 'Sommer 2026!', last_name, first_name } });
const found = async (search: string) =>
  (await world.made(200, 'GET', `/guests?search=${encodeURIComponent(search)}`))._embedded.guests
    .map(({ account }: { account: { username: string } }) => account.username)
    .sort();

test('people whose name ends in Σ are found in any letter case, and so are those who were stored before', async () => {
  const [{ now }] = await world.sql<{ now: string }>(
    `select pg_get_functiondef('usher_person_key(text, text, text, text, text)'::regprocedure) as now`,
  );
  const before = now.replace("'łøđðıς', 'loddiσ'", "'łøđðı', 'loddi'");
  expect(before).not.toBe(now);
  const runner = world.fresh.dataSource.createQueryRunner();
  try {
    await runner.query(before);
    await known('small', 'Παπαδόπουλος', 'Νίκος');
    await known('capital', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'ΝΙΚΟΣ');
    expect(await found('παπαδόπουλος')).toEqual(['small']);
    await runner.startTransaction();
    await new (forEveryOrganization(PeopleInGreekCapitals1764021600000))().up(runner);
    await runner.commitTransaction();
  } finally {
    await runner.release();
  }
  await known('later', 'Παπαδόπουλος', 'ΝΙΚΟΣ');
  for (const search of ['παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Παπαδοπουλοσ', 'νίκος παπα', 'ΝΙΚΟΣ'])
    expect([search, await found(search)]).toEqual([search, ['capital', 'later', 'small']]);
});
