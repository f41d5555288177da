import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PoliciesAndOperators1764006000000 } from '../../../src/database/migrations/1764006000000-policies-and-operators.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

test('the tables of policies and operators go and come again', async () => {
  const runner = fresh.dataSource.createQueryRunner();
  const found = async () =>
    (
      (await runner.query(
        'select relname as name from pg_class where relname ~ ' +
          "'^(policies|policy_groups|operators|operator_sessions|sign_in)' order by 1",
      )) as { name: string }[]
    ).map(({ name }) => name);
  const before = await found();
  expect(before).toEqual(
    expect.arrayContaining([
      'operator_sessions',
      'operators',
      'policies',
      'policy_groups',
      'sign_in_attempts',
      'operator_sessions_token',
    ]),
  );
  const migration = new PoliciesAndOperators1764006000000();
  await migration.down(runner);
  expect(await found()).toEqual([]);
  await migration.up(runner);
  expect(await found()).toEqual(before);
  await runner.release();
});
