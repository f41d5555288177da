// Sends every statement of the program to a distributed database, in a transaction that is rolled back, with values
// that mean nothing, and prints as JSON those that it cannot send on: [[name, why], …]. An empty table answers as a
// full one does, since it is the planner that refuses.
import { globSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import pg from 'pg';

const [, , url, organization] = process.argv;
const found = new Map();
globalThis.foundStatement = (statement) => {
  found.set(statement.name || statement.text, statement);
  return statement;
};
const sources = path.resolve('src');
const statements = `${pathToFileURL(sources).href}/database/statement.ts`;
registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith('.ts')) return next(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        target: 'es2022',
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
      },
    });
    const source = code.replaceAll(/return (\{[^;]*\});/g, (whole, made) =>
      url === statements && !made.includes('isDistributed') ? `return globalThis.foundStatement(${made});` : whole,
    );
    return { format: 'module', source, shortCircuit: true };
  },
});
await import('reflect-metadata');
// Some make their statements from an entity as they are made themselves, of parts that nothing is asked of meanwhile.
const part = new Proxy(() => part, { get: (_, name) => (name === Symbol.toPrimitive ? () => '' : part) });
for (const file of globSync('src/*/**/*.ts')) {
  // The command itself runs as it is loaded; migrations have their own statements.
  if (/\.spec\.ts$|^src\/(?:bin|connectors|database\/migrations)\//.test(file)) continue;
  const exported = Object.values(await import(path.resolve(file)));
  if (file.endsWith('.repository.ts'))
    for (const Repository of exported.filter((each) => typeof each === 'function' && each.name.endsWith('Repository')))
      Reflect.construct(Repository, [part, part, part, part, part, part]);
}

// Made for each rule when it is swept.
const { retentionStatements } = await import(path.resolve('src/database/retention/retention-rule.ts'));
const { retentionTable } = await import(path.resolve('src/retention/retention-table.ts'));
for (const rule of retentionTable) retentionStatements(rule);
// Made for each column that is sealed anew.
const resealing = await import(path.resolve('src/resealing/resealing.statements.ts'));
const { passingColumns, radiusColumns, sealedColumns } = await import(path.resolve('src/resealing/sealed-columns.ts'));
for (const [table, column] of [...passingColumns, ['audit_heads', 'seal'], ['audit_blocks', 'seal']])
  resealing.oldByOrganization(table, column);
for (const each of sealedColumns)
  for (const make of [
    resealing.oldOnes,
    resealing.sealAnew,
    ({ table, column }) => resealing.oldByOrganization(table, column),
  ])
    make(each);
for (const each of radiusColumns) for (const make of [resealing.radiusOnes, resealing.sealRadiusAnew]) make(each);

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

/** What a function refuses before anything is sent on, such as an array where it wants an object, says nothing. */
function sampleOf(text, type, index) {
  if (type.endsWith('[]')) return `{${sampleOf(text, type.slice(0, -2), 0)}}`;
  if (type === 'uuid' && index === 0) return organization;
  if (type === 'jsonb' && /\bjsonb_(?:to_record|each|object_keys)\(/.test(text)) return '{}';
  return samples[type] ?? (/int|numeric|double|real/.test(type) ? '1' : null);
}

const client = new pg.Client({ connectionString: url });
await client.connect();
const refused = [];
for (const [name, { text: usual, distributed: text = usual, ofFew }] of found) {
  if (isElsewhereOnly.has(name) || isCommand.test(text)) continue;
  await client.query('begin');
  await client.query("set local usher.organization_id = '*'");
  try {
    await client.query(`prepare tried as ${text}`);
    const { rows } = await client.query(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'",
    );
    const values = rows[0].types.map((type, index) => sampleOf(text, type, index));
    await client.query('savepoint tried');
    // As a list of values, too: neither has a row that could be written.
    const few = ofFew?.(values);
    for (const each of few ? [{ text, values }, few] : [{ text, values }])
      try {
        await client.query({ text: each.text, values: [...each.values] });
      } catch (error) {
        if (!few || !isUnderstood.test(error.code ?? '')) throw error;
        await client.query('rollback to savepoint tried');
      }
  } catch (error) {
    if (!isUnderstood.test(error.code ?? '')) refused.push([name, error.message]);
  }
  await client.query('rollback');
  await client.query('deallocate all');
}
await client.end();
process.stdout.write(JSON.stringify({ tried: found.size, refused }), () => process.exit(0));
