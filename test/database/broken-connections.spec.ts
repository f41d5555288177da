import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { everyOrganization, systemContext } from '../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

const everywhere = systemContext(everyOrganization, 'test');
const own = statement('test_own_connection', 'select pg_backend_pid() as pid');
const others = statement(
  'test_end_others',
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> ' +
    'pg_backend_pid()',
);

test('every connection of the pool is listened to from its first moment, in use or idle, whoever took it', async () => {
  const master = (
    fresh.dataSource.driver as unknown as {
      master: { connect(): Promise<{ listenerCount(event: string): number; release(destroy?: boolean): void }> };
    }
  ).master;
  const client = await master.connect();
  expect(client.listenerCount('error')).toBeGreaterThan(0);
  client.release(true);
  expect(client.listenerCount('error')).toBeGreaterThan(0);
});

test('connections that the server ends are replaced, and the next statement works', async () => {
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([1, 2, 3].map(() => fresh.database.query(everywhere, own)));
    await fresh.database.transaction(everywhere, async (inside) => {
      await fresh.database.query(inside, others);
    });
    const answers = await Promise.allSettled(
      [1, 2, 3, 4].map(() => fresh.database.query<{ pid: number }>(everywhere, own)),
    );
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  }
});
