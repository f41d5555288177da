import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { functionFiles, functionNames, tableFile } from '../schema/sql-files.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

const tables = ['audit_entries', 'audit_open', 'audit_blocks', 'audit_heads'];
/** What of these is recorded comes with later migrations. */
const later = ['alerts', 'voucher_presets', 'operator_linked_accounts'];
const audited = auditedTables.filter(({ table }) => !later.includes(table));

/** Who changed what: docs/decisions/0005-audit-chain.md. */
export class Audit1764000600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      tableFile('audit/audit'),
      ...walled(tables),
      tableFile('audit/privileges'),
      ...functionFiles('audit'),
      ...audited.flatMap(auditedTable),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(
      runner,
      [],
      audited.map(({ table }) => `usher_audit_${table}`),
    );
    await dropped(
      runner,
      tables,
      functionNames('audit').filter((name) => name !== 'usher_audit_hash'),
    );
  }
}
