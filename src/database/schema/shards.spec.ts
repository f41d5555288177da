import { expect, test } from '@jest/globals';
import { auditedTable } from './audited-table.js';
import { auditedTables } from './audited/audited-tables.js';
import { currentFunctions } from './current-functions.js';
import { commandsOf } from './plpgsql.js';
import { besideShards } from './shards.js';

test('beside shards, what is told of a change is no text that is planned each time', () => {
  const texts = auditedTables.flatMap((audited) => {
    const [audit] = auditedTable(audited);
    return [...besideShards(audit).matchAll(/\$here\$([^]*?)\$here\$/g)].map(([, text]) => text);
  });
  const entries = texts.filter((text) => text.startsWith('insert into {audit_entries}'));
  expect(entries.length).toBeGreaterThanOrEqual(auditedTables.length);
  // The rows come as one value.
  expect(entries.filter((text) => !text.endsWith('select * from unnest($1)'))).toEqual([]);
});

test('beside shards, only what needs the changed rows themselves is a text that is planned each time', () => {
  const everyNode = /function usher_(?:audit|end_sessions_of)_organizations\(/;
  const planned = currentFunctions()
    .flatMap(commandsOf)
    .filter((command) => /\breturns trigger\b/.test(command) && !everyNode.test(command))
    .flatMap((command) => [...besideShards(command).matchAll(/usher_here\(\$here\$([^]*?)\$here\$/g)])
    .map(([, text]) => text)
    .filter((text) => !/\b(?:added|was|changed|removed)\b/.test(text) && !text.endsWith('select * from unnest($1)'));
  expect(planned).toEqual([]);
});

test('a statement that is kept has its values by place, and a name of its own', () => {
  const form = besideShards(`create function f() returns trigger language plpgsql as $$
declare counted text := tg_argv[0];
begin
  insert into {totals} (organization_id, name) values (new.organization_id, counted);
  return null;
end;
$$;`);
  expect(form).toContain("execute format('execute %s(%L, %L)', usher_kept($here$insert into {totals}");
  expect(form).toContain('values ($1, $2)$here$');
  expect(form).toMatch(/'[0-9a-f]{12}', tg_relid, array\[pg_typeof\(new\.organization_id\), pg_typeof\(counted\)\]/);
});
