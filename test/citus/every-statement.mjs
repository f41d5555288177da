// Sends every statement of the built program to a distributed database, in a transaction that is rolled back, with
// values that mean nothing, and prints as JSON those that it cannot send on: [[name, why], …]. An empty table answers as
// a full one does, since it is the planner that refuses.
import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import pg from 'pg';

const [, , url, organization] = process.argv;
const found = new Map();
globalThis.foundStatement = (statement) => {
  found.set(statement.name || statement.text, statement);
  return statement;
};
registerHooks({
  load(file, context, next) {
    const loaded = next(file, context);
    if (!file.endsWith('/dist/database/statement.js')) return loaded;
    const source = loaded.source
      .toString()
      .replaceAll(/return (\{[^;]*\});/g, (whole, made) =>
        made.includes('name: ') ? whole : `return globalThis.foundStatement(${made});`,
      );
    return { ...loaded, source };
  },
});
await import('reflect-metadata');
for (const file of globSync('dist/{console,database,health,http,kernel,people,portal,provisioning,radius}/**/*.js'))
  await import(path.resolve(file));

/** How PostgreSQL says that a value is odd, a row missing or a right: the statement was understood. */
const isUnderstood = /^(?:22|23|25|42501|55|P0)/;
/** Sent without parameters, as it stands. */
const isCommand = /^\s*(?:savepoint|rollback|release|analyze)\b/i;
/** Another is sent where tables are distributed: lease.repository.ts, visited-portals.ts. */
const isElsewhereOnly = new Set(['leases_acquire', 'portal_by_slug']);
const samples = {
  text: 'x',
  uuid: '00000000-0000-7000-8000-0000000000ff',
  boolean: 'true',
  json: '[{}]',
  jsonb: '[{}]',
  interval: '1 day',
  cidr: '10.0.0.0',
  inet: '10.0.0.0',
  'timestamp with time zone': '2026-01-01Z',
};

function sampleOf(type, index) {
  if (type.endsWith('[]')) return `{${sampleOf(type.slice(0, -2), 0)}}`;
  if (type === 'uuid' && index === 0) return organization;
  return samples[type] ?? (/int|numeric|double|real/.test(type) ? '1' : null);
}

const client = new pg.Client({ connectionString: url });
await client.connect();
const refused = [];
for (const [name, { text: usual, distributed: text = usual }] of found) {
  if (isElsewhereOnly.has(name) || isCommand.test(text)) continue;
  await client.query('begin');
  await client.query("set local usher.organization_id = '*'");
  try {
    await client.query(`prepare tried as ${text}`);
    const { rows } = await client.query(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'",
    );
    await client.query({ text, values: rows[0].types.map(sampleOf) });
  } catch (error) {
    if (!isUnderstood.test(error.code ?? '')) refused.push([name, error.message]);
  }
  await client.query('rollback');
  await client.query('deallocate all');
}
await client.end();
process.stdout.write(JSON.stringify({ tried: found.size, refused }), () => process.exit(0));
