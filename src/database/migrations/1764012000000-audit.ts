import type { MigrationInterface, QueryRunner } from 'typeorm';
import { auditedTable, unaudited } from './audit/audited-table.js';
import { auditedTables } from './audit/audited-tables.js';
import { auditFunctions, auditPrivileges, auditTables } from './audit/audit-tables.js';
import { tenantWall } from './tenant-table.js';

const tables = ['audit_entries', 'audit_open', 'audit_blocks', 'audit_heads'];
const functions = [
  'usher_audit_drop(uuid, bigint)',
  'usher_append_only()',
  'usher_audit_hash(audit_entries)',
  'usher_audit_last(uuid)',
];

/** Who changed what: docs/decisions/0005-audit-chain.md. */
export class Audit1764012000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [
      ...auditTables,
      ...auditFunctions,
      ...tables.flatMap((table) => tenantWall(table)),
      ...auditPrivileges,
    ])
      await runner.query(sql);
    for (const sql of auditedTables.flatMap(auditedTable)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of auditedTables.flatMap(unaudited)) await runner.query(sql);
    for (const each of functions) await runner.query(`drop function ${each} cascade`);
    for (const table of tables.toReversed()) await runner.query(`drop table ${table}`);
    await runner.query('drop sequence audit_statements, audit_places');
  }
}
