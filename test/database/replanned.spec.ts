import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { replanned, statement } from '../../src/database/database.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

test('a statement that is planned anew at each call is not kept prepared', async () => {
  const context = await fresh.organization();
  const names = await fresh.database.transaction(context, async (inside) => {
    await fresh.database.query(inside, statement('test_kept', 'select $1::int as kept'), [1]);
    await fresh.database.query(inside, replanned('test_anew', 'select $1::int as anew'), [1]);
    return fresh.database.query<{ name: string }>(
      inside,
      statement('test_names', "select name from pg_prepared_statements where name in ('test_kept', 'test_anew')"),
    );
  });
  expect(names).toEqual([{ name: 'test_kept' }]);
});
