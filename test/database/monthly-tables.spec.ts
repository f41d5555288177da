import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { createDataSource, migrate } from '../../src/database/data-source.js';
import { migrations } from '../../src/database/migrations/index.js';
import { createEmptyDatabase } from './fresh-database.js';

// Logs that were one table until they were cut into months: their rows, rights and guards come along, and go back.

const organization = '01900000-0000-7000-8000-000000000001';
const first = migrations.findIndex(({ name }) => name === 'MonthlyProvisionLog1764009200000');
let empty: Awaited<ReturnType<typeof createEmptyDatabase>>;
let source: DataSource;

beforeAll(async () => {
  empty = await createEmptyDatabase();
  source = await createDataSource({ url: empty.url, poolSize: 1 }, [], migrations.slice(0, first)).initialize();
  await migrate(source, empty.url);
  for (const [table, columns] of [
    [
      'provision_log',
      "connection_id, kind, status, cause, actor) select $1, id, at, $1, 'skip', 'skipped', 'timer', ''",
    ],
    ['audit_entries', "actor_kind, actor_name, action, resource) select $1, id, at, 'system', '', 'create', 'users'"],
  ])
    await everywhere(
      `insert into ${table} (organization_id, id, at, ${columns} from (
         select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7000800000000000000'
           || n % 10)::uuid as id, at
         from generate_series(0, 3) n, lateral (select now() - n * interval '40 days' as at) t
         union all select '00000000-0000-4000-8000-000000000000', now()) rows`,
      [organization],
    );
});
afterAll(async () => {
  await source.destroy();
  await empty.drop();
});

function everywhere<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return source.transaction(async (manager) => {
    await manager.query("set local usher.organization_id = '*'");
    return manager.query<Row[]>(text, [...values]);
  });
}

const places = (table: string) =>
  everywhere<{ place: string; rows: number }>(
    `select tableoid::regclass::text as place, count(*)::int as rows from ${table} group by 1 order by 1`,
  );
const monthOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 7).replace('-', '_');

test.each(['provision_log', 'audit_entries'])('rows of %s are in the month that their ids say', async (table) => {
  const before = await everywhere<object>(`select * from ${table} order by id`);
  const later = await createDataSource({ url: empty.url, poolSize: 1 }, []).initialize();
  await migrate(later, empty.url);
  expect(await everywhere<object>(`select * from ${table} order by id`)).toEqual(before);
  expect(await places(table)).toEqual([
    ...[120, 80, 40, 0].map((days) => ({ place: `${table}_${monthOf(days)}`, rows: 1 })),
    { place: `${table}_default`, rows: 1 },
  ]);
  for (const _ of migrations.slice(first)) await later.undoLastMigration({ transaction: 'each' });
  await later.destroy();
  expect(await everywhere<object>(`select * from ${table} order by id`)).toEqual(before);
  expect(await places(table)).toEqual([{ place: table, rows: 5 }]);
});

test('nobody may change an entry of the audit, by whichever name of its table', async () => {
  await migrate(source, empty.url);
  const later = await createDataSource({ url: empty.url, poolSize: 1 }, []).initialize();
  await migrate(later, empty.url);
  await later.destroy();
  const tables = await everywhere<{ name: string }>(
    `select relid::text as name from pg_partition_tree('audit_entries') order by level, 1`,
  );
  expect(tables.length).toBeGreaterThan(7);
  for (const { name } of tables)
    for (const change of [`update ${name} set label = 'x'`, `delete from ${name}`, `truncate ${name}`])
      await expect(everywhere(change)).rejects.toThrow(/append-only/);
  const open = await everywhere<{ name: string }>(
    `select relid::text as name from pg_partition_tree('audit_entries') t join pg_class c on c.oid = t.relid
     where isleaf and has_table_privilege('usher_tenant', relid, 'select, insert, update, delete')
       or not (relrowsecurity and relforcerowsecurity)`,
  );
  expect(open).toEqual([]);
});
