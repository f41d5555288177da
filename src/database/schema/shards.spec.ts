import { expect, test } from '@jest/globals';
import { auditedTable } from './audited-table.js';
import { auditedTables } from './audited/audited-tables.js';
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
