import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type AuditedTable, auditedTable, unaudited } from './audit/audited-table.js';

/** A file that was held takes effect by somebody's decision. */
export const auditedFiles: AuditedTable = {
  table: 'delivered_files',
  resource: 'files',
  label: 'name',
  onlyWhen: 'decided_by',
  shown: {
    connection_id: 'connection_id',
    name: 'name',
    origin: 'origin',
    digest: 'digest',
    status: 'status',
    decided_by: 'decided_by',
  },
  ignored: [
    'organization_id',
    'id',
    'seq',
    'modified_at',
    'declared',
    'revision',
    'byte_length',
    'scope',
    'examination',
    'fingerprints_sealed',
    'has_content',
    'decided_at',
    'received_at',
  ],
};

export class AuditOfFiles1764050000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of auditedTable(auditedFiles)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of unaudited(auditedFiles)) await runner.query(sql);
  }
}
