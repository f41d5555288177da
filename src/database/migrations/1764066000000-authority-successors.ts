import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type AuditedTable, auditedTable, unaudited } from './audit/audited-table.js';
import { auditedTables } from './audit/audited-tables.js';

const table = 'certificate_authorities';
const before = auditedTables.filter((each) => each.table === table);

/** Who had devices trust another authority, and who ended the trust in one. */
export const auditedAuthorities: readonly AuditedTable[] = before.map((each) => ({
  ...each,
  shown: { ...each.shown, superseded_at: 'superseded_at', retired_at: 'retired_at' },
  ignored: [...(each.ignored ?? []), 'revision'],
}));

function audited(tables: readonly AuditedTable[]): string[] {
  return tables.flatMap((each) => [...unaudited(each), ...auditedTable(each)]);
}

/** An organization's authority can be followed by another: one issues, the one before is trusted until it is retired. */
export class AuthoritySuccessors1764066000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table ${table} drop constraint certificate_authorities_one`);
    await runner.query(
      `alter table ${table} add column superseded_at timestamptz, add column retired_at timestamptz, add column revision int not null default 1`,
    );
    await runner.query(
      `create unique index certificate_authorities_issuing on ${table} (organization_id) where superseded_at is null`,
    );
    for (const sql of audited(auditedAuthorities)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of audited(before)) await runner.query(sql);
    // What the older schema has no place for: all but the one that issues, with what it issued.
    await runner.query(`delete from ${table} where superseded_at is not null`);
    await runner.query('drop index certificate_authorities_issuing');
    await runner.query(`alter table ${table} drop column superseded_at, drop column retired_at, drop column revision`);
    await runner.query(`alter table ${table} add constraint certificate_authorities_one unique (organization_id)`);
  }
}
