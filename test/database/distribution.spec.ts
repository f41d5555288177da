import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { distribute, isDistributed } from '../../src/database/distribution/distribute.js';
import { apply } from '../../src/database/schema/area.js';
import { currentFunctions } from '../../src/database/schema/current-functions.js';
import { functionFile } from '../../src/database/schema/sql-files.js';
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
    join pg_class c on c.oid = t.tgrelid
    where p.proname = 'usher_append_only' and not c.relispartition order by 1`);
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

test('a PostgreSQL without the extension is not distributed, and says what is missing', async () => {
  await expect(distribute(fresh.dataSource)).rejects.toThrow('this database has no extension citus');
  expect(await isDistributed(fresh.dataSource)).toBe(false);
});

test('trigger functions written for shards do on ordinary tables what those for ordinary tables do', async () => {
  const runner = fresh.dataSource.createQueryRunner();
  const written = async (organizationId: string) => {
    const [found] = (await runner.query(
      `select (select array_agg(action || ' ' || coalesce(label, '') order by id) from audit_entries
          where organization_id = $1 and resource = 'users') as told,
        (select sum(entries)::int from audit_open where organization_id = $1) as open,
        (select sum(total)::int from resource_counts where organization_id = $1 and resource = 'users') as total`,
      [organizationId],
    )) as { told: string[]; open: number; total: number }[];
    return found;
  };
  const change = async (organizationId: string) => {
    await runner.query(
      `insert into users (organization_id, id, username, username_key, created_at, updated_at)
        select $1, gen_random_uuid(), 'guest-' || n, 'guest-' || n, now(), now() from generate_series(1, 3) n`,
      [organizationId],
    );
    await runner.query("update users set comment = 'late' where organization_id = $1 and username = 'guest-2'", [
      organizationId,
    ]);
    await runner.query("delete from users where organization_id = $1 and username = 'guest-3'", [organizationId]);
  };
  const one = (await fresh.organization()).organizationId;
  const other = (await fresh.organization()).organizationId;
  await runner.startTransaction();
  try {
    await runner.query("set local usher.organization_id = '*'");
    await change(one);
    // What a Citus answers beside an ordinary table.
    await apply(runner, [
      functionFile('distributed/usher_here'),
      functionFile('distributed/usher_kept'),
      "create function usher_place(oid) returns text language sql as 'select ''''::text'",
      "create function usher_places(oid) returns setof text language sql as 'select ''''::text'",
      "create function usher_is_beside(uuid, text) returns boolean language sql as 'select true'",
    ]);
    await apply(runner, currentFunctions());
    await change(other);
    const found = await written(other);
    expect(found.told).toHaveLength(5);
    expect(found).toEqual(await written(one));
    await runner.query("update organizations set name = 'Gasthof' where id = $1", [other]);
    const renamed = await runner.query(
      "select action from audit_entries where organization_id = $1 and resource = 'organizations' order by id",
      [other],
    );
    expect(renamed).toEqual([{ action: 'create' }, { action: 'update' }]);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
});

const functionFolder = path.resolve('src/database/functions');
const textOf = (name: string) => readFileSync(path.join(functionFolder, name), 'utf8');
const formsOf = () =>
  readdirSync(path.join(functionFolder, 'distributed'))
    .map((name) => ({ name, form: textOf(`distributed/${name}`) }))
    .map((each) => ({ ...each, usual: /^-- As src\/database\/functions\/(\S+)/.exec(each.form)?.[1] }));

test('a function that has another form for distributed tables is called the same way, by the same roles', () => {
  const forms = formsOf().filter(({ usual }) => usual !== undefined);
  expect(forms.length).toBeGreaterThan(5);
  const calledBy = (text: string) => /\bcreate or replace function [^]*?(?=\blanguage\b)/.exec(text)?.[0];
  const rights = (text: string) => text.match(/^(?:revoke|grant)\b.*$/gm);
  for (const { name, form, usual = '' } of forms) {
    expect([name, calledBy(form)]).toEqual([name, calledBy(textOf(usual))]);
    expect([name, rights(form)]).toEqual([name, rights(textOf(usual))]);
  }
});

test('each table that a function of RADIUS reads or writes stands beside its organization', async () => {
  const tables = await names(`
    select relname as name from pg_class c where relkind in ('r', 'p') and not relispartition and ${ofTenants}
      and relname not in ('client_addresses', 'portal_addresses')`);
  const forms = new Map(formsOf().map(({ name, form }) => [name, form]));
  const touched = new RegExp(
    `\\b(?:from|join|update)\\s+(?:public\\.)?(?:${tables.join('|')})\\b(?:\\s+as)?\\s+(\\w+)`,
    'g',
  );
  const found = readdirSync(path.join(functionFolder, 'radius'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({ name, text: forms.get(path.basename(name)) ?? textOf(path.join('radius', name)) }))
    .flatMap(({ name, text }) => [
      ...[...text.matchAll(touched)]
        .filter(([, alias]) => !['values', 'set'].includes(alias))
        .filter(([, alias]) => !new RegExp(`\\b${alias}\\.organization_id (?:=|>) `).test(text))
        .map(([each]) => `${name}: ${each}`),
      ...(/\boffset 0\b/.test(text) ? [`${name}: offset 0`] : []),
    ]);
  // Called by the usual place_of alone; and by RadSec, which does not run on Citus (docs/radsec.md).
  expect(found).toEqual([
    'sign-in/shared_place_of.sql: join network_clients k',
    'sign-in/site.sql: from certificates c',
  ]);
});
