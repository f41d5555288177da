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

const addGroup = statement(
  'test_add_group',
  `insert into user_groups (organization_id, id, name, name_key, created_at, updated_at)
  values ($1, gen_random_uuid(), $2, $2, now(), now())`,
);
const allGroups = statement('test_all_groups', 'select name from user_groups');

test('a query that forgets its organization sees only the rows of the organization it runs for', async () => {
  const here = await fresh.organization('here');
  const there = await fresh.organization('there');
  await fresh.database.query(here, addGroup, [here.organizationId, 'guests here']);
  await fresh.database.query(there, addGroup, [there.organizationId, 'guests there']);

  expect(await fresh.database.query(here, allGroups)).toEqual([{ name: 'guests here' }]);
  expect(await fresh.database.query(systemContext(everyOrganization, 'test'), allGroups)).toHaveLength(2);
});

test('a row cannot be written into another organization', async () => {
  const here = await fresh.organization();
  const there = await fresh.organization();
  await expect(fresh.database.query(here, addGroup, [there.organizationId, 'smuggled'])).rejects.toThrow(
    /row-level security/,
  );
});

test('a connection that never named an organization sees nothing', async () => {
  expect(await fresh.dataSource.query('select * from user_groups')).toEqual([]);
});

test('a failed statement leaves the pool usable and a transaction rolls back whole', async () => {
  const here = await fresh.organization();
  await expect(
    fresh.database.transaction(here, async (inside) => {
      await fresh.database.query(inside, addGroup, [here.organizationId, 'kept?']);
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await expect(fresh.database.query(here, statement('test_bad', 'select 1/0'))).rejects.toThrow(/division by zero/);
  expect(await fresh.database.query(here, allGroups)).toEqual([]);
});

/** With those that a log gets later. */
const makePartitions = statement(
  'test_make_partitions',
  `
  select usher_make_log_partitions(log, now() + interval '2 years', 2) from unnest(array['authentication_log',
    'accounting_sessions', 'guest_registrations']) as log`,
);
const tables = statement(
  'test_tables',
  `
  select c.relname as name, c.relispartition as "isPartition",
    c.relrowsecurity and c.relforcerowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid)
    as "isWalled"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
);

test('every table and partition has row-level security that binds its owner too', async () => {
  const everywhere = systemContext(everyOrganization, 'test');
  await fresh.database.query(everywhere, makePartitions);
  const found = await fresh.database.query<{ name: string; isPartition: boolean; isWalled: boolean }>(
    everywhere,
    tables,
  );
  expect(found.filter(({ isPartition }) => isPartition).length).toBeGreaterThan(15);
  expect(found.filter(({ isWalled }) => !isWalled)).toEqual([]);
});

test('every migration can be taken back and applied again', async () => {
  const other = await freshDatabase();
  for (let left = other.dataSource.migrations.length; left > 0; left -= 1) await other.dataSource.undoLastMigration();
  const tables = await other.dataSource.query<unknown[]>(
    "select 1 from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'",
  );
  expect(tables).toEqual([]);
  await other.dataSource.runMigrations();
  await other.close();
});
