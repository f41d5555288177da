import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type AuditedTable, auditedTable, unaudited } from './audit/audited-table.js';

/** Issued by whoever made the connection or rotated its token; ended by the rotation after the next. */
export const auditedTokens: AuditedTable = {
  table: 'connection_tokens',
  resource: 'connection-tokens',
  label: 'prefix',
  shown: { connection_id: 'connection_id', prefix: 'prefix' },
  secret: { token: ['token_hash'] },
  ignored: ['organization_id', 'id', 'created_at'],
};

/** Who let a directory in is in the audit. */
export class AuditOfTokens1764041000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of auditedTable(auditedTokens)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of unaudited(auditedTokens)) await runner.query(sql);
  }
}
