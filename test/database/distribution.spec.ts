import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

// What a PostgreSQL that distributes tables by organization (Citus) asks of a schema, and a single one does not mind.

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

async function names(sql: string): Promise<string[]> {
  return (await fresh.dataSource.query<{ name: string }[]>(sql)).map(({ name }) => name);
}

const ofTenants = "c.relnamespace = 'public'::regnamespace and c.relname not in ('schema_migrations', 'organizations')";

test('every primary key and unique index begins with the organization', async () => {
  const found = await names(`
    select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisunique and ${ofTenants} and a.attname <> 'organization_id'`);
  expect(found).toEqual([]);
});

test('every foreign key begins with the organization', async () => {
  const found = await names(`
    select x.conname as name from pg_constraint x join pg_class c on c.oid = x.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = x.conkey[1]
    where x.contype = 'f' and ${ofTenants} and a.attname <> 'organization_id'`);
  expect(found).toEqual([]);
});

test('no name of a constraint ends in a number, as names on shards do', async () => {
  const found = await names(`
    select x.conname as name from pg_constraint x join pg_class c on c.oid = x.conrelid
    where ${ofTenants} and x.conname ~ '[0-9]$' and not c.relispartition`);
  expect(found).toEqual([]);
});

test('what guards rows is another trigger than what guards against truncate, which shards do not have', async () => {
  const truncate = 32;
  const rows = 4 | 8 | 16;
  const found = await names(`
    select tgrelid::regclass || ' ' || tgname as name from pg_trigger
    where not tgisinternal and tgtype & ${truncate} <> 0 and tgtype & ${rows} <> 0`);
  expect(found).toEqual([]);
  const guards = await names(`
    select tgrelid::regclass || ' ' || tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where p.proname = 'usher_append_only' order by 1`);
  expect(guards).toEqual([
    'audit_blocks append_only',
    'audit_blocks append_only_truncate',
    'audit_entries append_only',
    'audit_entries append_only_truncate',
  ]);
});

test('no trigger asks a sequence', async () => {
  const found = await names(`
    select distinct p.proname as name from pg_proc p join pg_trigger t on t.tgfoid = p.oid
    where p.prosrc ~* 'nextval|currval|setval'`);
  expect(found).toEqual([]);
});

test('a trigger function writes every table that it touches so that the name of a shard can stand there', async () => {
  const tables = await names(`
    select relname as name from pg_class c where relkind in ('r', 'p') and not relispartition and ${ofTenants}`);
  const folder = path.resolve('src/database/functions');
  const touched = new RegExp(`\\b(?:from|join|into|update)\\s+(?:public\\.)?(?:${tables.join('|')})\\b`);
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .filter((name) => {
      const [, body] =
        /returns trigger[^]*?as (?:\$\w*\$)([^]*)/.exec(readFileSync(path.join(folder, name), 'utf8')) ?? [];
      return name.endsWith('audited_operation.sql')
        ? touched.test(readFileSync(path.join(folder, name), 'utf8'))
        : body !== undefined && touched.test(body.split(/^create or replace trigger/m, 1)[0]);
    });
  expect(found).toEqual([]);
});
