import type { MigrationInterface, QueryRunner } from 'typeorm';
import { auditedTable, unaudited } from './audit/audited-table.js';
import { auditedLater, auditedTables } from './audit/audited-tables.js';

/** Columns that came after the audit. */
export class AuditOfAlerts1764032000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of auditedLater.flatMap((audited) => [...unaudited(audited), ...auditedTable(audited)]))
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const before = auditedLater.flatMap(({ table }) => auditedTables.filter((each) => each.table === table));
    for (const sql of before.flatMap((audited) => [...unaudited(audited), ...auditedTable(audited)]))
      await runner.query(sql);
  }
}
