import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { byMonth, inOne, type MonthlyTable } from '../schema/monthly-table.js';
import { functionFile } from '../schema/sql-files.js';

const auditEntries: MonthlyTable = {
  name: 'audit_entries',
  indexes: {
    by_time: '(organization_id, at, id)',
    by_resource: '(organization_id, resource_id, id) where resource_id is not null',
    by_actor: '(organization_id, actor_id, id) where actor_id is not null',
  },
};

const onlyInserts = 'revoke update, delete on audit_entries from usher_tenant';

/** The audit by months: decision 21. Its chain is as it was. */
export class MonthlyAudit1764009300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // It takes a row of the table.
    await runner.query('drop function usher_audit_hash');
    await byMonth(runner, auditEntries);
    await apply(runner, [
      onlyInserts,
      functionFile('audit/usher_audit_hash'),
      // Guards the new table; what was guarded stays so.
      functionFile('audit/usher_append_only'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function usher_audit_hash');
    await inOne(runner, auditEntries);
    await apply(runner, [onlyInserts, functionFile('audit/usher_audit_hash')]);
  }
}
