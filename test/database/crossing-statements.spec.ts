import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { queueStatements } from '../../src/database/queue/queue.js';
import { retentionStatements } from '../../src/database/retention/retention-rule.js';
import { retentionTable } from '../../src/retention/retention-table.js';

const source = new URL('../../src', import.meta.url).pathname;
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.startsWith('database/migrations'))
  .map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));

/** Statements of a file, as far as they are written in one piece. */
const statementsOf = (text: string) => text.match(/\b(?:statement|replanned)\(\s*['"`][\s\S]*?\n?\);/g) ?? [];

test('a statement that takes work another process may take names its organization', () => {
  const taking = files.flatMap(({ name, text }) =>
    statementsOf(text)
      .filter((each) => each.includes('skip locked'))
      .map((each) => ({ name, each })),
  );
  // What is not found here is not checked.
  expect(taking.length).toBeGreaterThanOrEqual(8);
  expect(taking.filter(({ each }) => !/organization_id = \$\d|\$\{own\}/.test(each))).toEqual([]);
});

test('no statement finds its rows again by their place, but the one that creates or changes users in bulk', () => {
  expect(files.filter(({ text }) => /\bctid\b/.test(text)).map(({ name }) => name)).toEqual([
    'console/users/user-upsert.statements.ts',
  ]);
});

test('an insert of rows made by a function returns something or minds conflicts, but on the hottest ways', () => {
  // Citus writes others by COPY, which row-level security forbids. On plain PostgreSQL it costs some per cent.
  const found = files.flatMap(({ name, text }) =>
    statementsOf(text)
      .filter((each) => /\binsert into\b[^]*\bselect\b[^]*\b(?:unnest|jsonb?_to_recordset)\(/.test(each))
      .filter((each) => !/\breturning\b|\bon conflict\b/.test(each))
      .map(() => name),
  );
  expect(found.sort()).toEqual([
    'provisioning/entitle/entitle.statements.ts',
    'provisioning/identity/provision-log.ts',
    'provisioning/subject/subject.statements.ts',
  ]);
});

test('what is let go of is looked for without a lock, and taken inside one organization', () => {
  for (const rule of retentionTable) {
    const { look, batch } = retentionStatements(rule);
    expect(look.text).not.toMatch(/\bfor (no key )?update\b/);
    expect(batch.text.match(/r\.organization_id = \$1 and/g)).toHaveLength(2);
  }
});

test('a queue is looked through without a lock, and claimed from inside one organization', () => {
  const { look, owners, claim, claimOne } = queueStatements({
    name: 'any',
    table: 'any',
    key: 'id',
    due: () => 'true',
    orderBy: 'due_at',
    leaseSeconds: 1,
    returning: 'q.id',
  });
  for (const each of [look, owners]) expect(each.text).not.toMatch(/\bfor (no key )?update\b/);
  for (const each of [claim, claimOne]) expect(each.text.match(/q\.organization_id = \$1 and/g)).toHaveLength(2);
});
