import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { type AuditedTable, auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';
import { functionFile } from '../schema/sql-files.js';

/**
 * Registrations end with their account or voucher, say why, and follow a voucher's end. RADIUS and the page count the
 * devices of an account one after the other.
 */
export class RegistrationsEnded1764001400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table registrations add column end_reason text');
    await apply(runner, [
      ...auditedTables.filter(({ table }) => table === 'registrations').flatMap(auditedTable),
      functionFile('logs/usher_end_registrations'),
      functionFile('logs/usher_follow_voucher_end'),
      functionFile('radius/sign-in/hold_devices'),
      functionFile('radius/sign-in/accept'),
    ]);
  }

  /** The functions of logs and RADIUS go with the areas that they stand in. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table registrations drop column end_reason');
    const before = ({ shown, ...table }: AuditedTable): AuditedTable => ({
      ...table,
      shown: Object.fromEntries(Object.entries(shown).filter(([column]) => column !== 'end_reason')),
    });
    await apply(
      runner,
      auditedTables.filter(({ table }) => table === 'registrations').flatMap((table) => auditedTable(before(table))),
    );
  }
}
