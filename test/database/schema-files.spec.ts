import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditedTables } from '../../src/database/schema/audited/audited-tables.js';
import { certified } from '../../src/database/schema/current-functions.js';
import { watchedTables } from '../../src/database/schema/ended-sessions.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

const folder = path.resolve('src/database/functions');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
/** Templates, and what only a distributed database has. */
const isTemplate = (name: string) => /^(?:templates|distributed)\//.test(name);

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

/** Functions that templates make, one for each of some tables. */
const made = [
  ...auditedTables.map(({ table }) => `usher_audit_${table}`),
  ...watchedTables.map((table) => `usher_end_sessions_of_${table}`),
  ...Object.keys(certified).map((table) => `usher_revoke_certificates_of_${table}`),
];

test('every function of the schema stands in a file of its name, once', async () => {
  const found = await fresh.dataSource.query<{ name: string }[]>(`
    select p.proname as name from pg_proc p
    where p.pronamespace in (select oid from pg_namespace where nspname in ('public', 'radius'))
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
  const named = files.filter((name) => !isTemplate(name)).map((name) => path.basename(name, '.sql'));
  expect(found.map(({ name }) => name).sort()).toEqual([...named, ...made].sort());
});

test('every function says what it does and who calls it', () => {
  const silent = files.filter((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const [header] = text.split(/^(?!--)/m, 1);
    return text.includes('create or replace function') && !/^-- .+\n[^]*^-- Called by /m.test(header);
  });
  expect(silent).toEqual([]);
});

test('no line of the schema is longer than 120 columns', () => {
  const root = path.resolve('src/database');
  const long = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .flatMap((name) =>
      readFileSync(path.join(root, name), 'utf8')
        .split('\n')
        .filter((line) => line.length > 120),
    );
  expect(long).toEqual([]);
});
