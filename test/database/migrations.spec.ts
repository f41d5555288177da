import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { entities } from '../../src/start/open-database.js';
import { createEmptyDatabase, freshDatabase, type FreshDatabase } from './fresh-database.js';
import { createDataSource, migrate } from '../../src/database/data-source.js';
import { migrations } from '../../src/database/migrations/index.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase(entities);
});
afterAll(async () => {
  await fresh.close();
});

type Column = { table: string; column: string; type: string; nullable: string };

test('every column of the schema has its property in an entity, and the other way round', async () => {
  const columns = await fresh.dataSource.query<Column[]>(`
    select c.table_name as "table", c.column_name as "column", format_type(a.atttypid, a.atttypmod) as type,
    c.is_nullable as nullable
    from information_schema.columns c join pg_attribute a on a.attrelid = c.table_name::regclass
    and a.attname = c.column_name
    join pg_class t on t.oid = a.attrelid
    where c.table_schema = 'public' and c.table_name <> 'schema_migrations' and not t.relispartition order by 1, 2`);
  const declared = fresh.dataSource.entityMetadatas
    .flatMap((entity) =>
      entity.columns.map((column) => ({
        table: entity.tableName,
        column: column.databaseName,
        nullable: column.isNullable ? 'YES' : 'NO',
      })),
    )
    .sort((one, other) => `${one.table}.${one.column}`.localeCompare(`${other.table}.${other.column}`));
  const found = columns
    .map(({ table, column, nullable }) => ({ table, column, nullable }))
    .sort((one, other) => `${one.table}.${one.column}`.localeCompare(`${other.table}.${other.column}`));
  expect(declared).toEqual(found);
});

test('TypeORM would change no column type', async () => {
  // That a column is generated only migrations say: told so, TypeORM would keep a table of its own about it, where it
  // looks here.
  await fresh.dataSource.query(
    'create table typeorm_metadata (type text, database text, schema text, "table" text, name text, value text)',
  );
  const generated = await fresh.dataSource.query<{ table: string; column: string }[]>(`
    select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'
    and is_generated = 'ALWAYS'`);
  for (const { table, column } of generated) {
    Object.assign(fresh.dataSource.getMetadata(table).findColumnWithDatabaseName(column) ?? {}, {
      generatedType: 'STORED',
      asExpression: '',
    });
  }
  const { upQueries } = await fresh.dataSource.driver.createSchemaBuilder().log();
  await fresh.dataSource.query('drop table typeorm_metadata');
  // Constraints, indexes and their names are the migrations' business: entities do not repeat them.
  const aboutColumns = upQueries
    .map(({ query }) => query)
    .filter((query) => /(ADD|DROP|ALTER) COLUMN|ADD "|DROP "|TYPE /.test(query) && !/CONSTRAINT|INDEX/.test(query));
  expect(aboutColumns).toEqual([]);
});

test('primary keys of tenant tables begin with the organization', async () => {
  const keys = await fresh.dataSource.query<{ table: string; first: string }[]>(`
    select c.relname as "table", a.attname as first from pg_index i
    join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and c.relnamespace = 'public'::regnamespace and c.relname not in ('schema_migrations',
    'organizations')`);
  expect(keys.filter(({ first }) => first !== 'organization_id')).toEqual([]);
});

test('row-level security is forced on every table but the list of migrations', async () => {
  const open = await fresh.dataSource.query<{ name: string }[]>(`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
    and not (relrowsecurity and relforcerowsecurity) and relname <> 'schema_migrations'`);
  expect(open).toEqual([]);
});

test('processes that start together migrate once', async () => {
  const { url, drop } = await createEmptyDatabase();
  const sources = await Promise.all([1, 2, 3].map(() => createDataSource({ url, poolSize: 2 }, []).initialize()));
  const applied = await Promise.all(sources.map((source) => migrate(source, url)));
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  await Promise.all(sources.map((source) => source.destroy()));
  await drop();
});

/** Everything that a schema consists of, by kind and name. */
const madeThings = `
  select 'relation ' || oid::regclass as name from pg_class
    where relnamespace = 'public'::regnamespace and relname !~ '^(schema_migrations|PK_)'
  union all select 'function ' || p.oid::regprocedure from pg_proc p
    where pronamespace in (select oid from pg_namespace where nspname in ('public', 'radius'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all select 'trigger ' || tgname || ' on ' || tgrelid::regclass from pg_trigger where not tgisinternal
  union all select 'policy on ' || polrelid::regclass from pg_policy
  union all select 'type ' || oid::regtype from pg_type where typnamespace::regnamespace::text = 'radius'
  union all select 'schema ' || nspname from pg_namespace where nspname = 'radius'
  order by 1`;

test('every migration can be undone, the latest first, leaves nothing behind, and can be done again', async () => {
  const { url, drop } = await createEmptyDatabase();
  const source = await createDataSource({ url, poolSize: 2 }, []).initialize();
  const made = async () => (await source.query<{ name: string }[]>(madeThings)).map(({ name }) => name);
  const applied = await migrate(source, url);
  const before = await made();
  expect(before).toEqual(expect.arrayContaining(['relation users', 'schema radius', 'policy on audit_entries']));
  for (const _ of applied) await source.undoLastMigration({ transaction: 'each' });
  expect(await made()).toEqual([]);
  expect(await migrate(source, url)).toEqual(applied);
  expect(await made()).toEqual(before);
  await source.destroy();
  await drop();
});

test('each migration takes away what it brought, and nothing else', async () => {
  const { url, drop } = await createEmptyDatabase();
  const source = await createDataSource({ url, poolSize: 2 }, []).initialize();
  const made = async () => (await source.query<{ name: string }[]>(madeThings)).map(({ name }) => name);
  const states = [await made()];
  for (const count of migrations.keys()) {
    const next = await createDataSource({ url, poolSize: 2 }, [], migrations.slice(0, count + 1)).initialize();
    await migrate(next, url);
    await next.destroy();
    states.push(await made());
  }
  for (const state of states.toReversed().slice(1)) {
    await source.undoLastMigration({ transaction: 'each' });
    expect(await made()).toEqual(state);
  }
  await source.destroy();
  await drop();
});
