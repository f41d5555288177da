import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { type AuditedTable, auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

const organizations = auditedTables.filter(({ table }) => table === 'organizations');

/** Organizations whose operators sign in by a provider only, and by what each session was opened. */
export class SingleSignOn1764020910000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'alter table organizations add single_sign_on_required boolean not null default false',
      // By what earlier ones were opened is not known: they count as opened by a password.
      `alter table operator_sessions add opened_by text not null default 'password'`,
      ...organizations.flatMap(auditedTable),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const before = ({ shown, ...table }: AuditedTable): AuditedTable => ({
      ...table,
      shown: Object.fromEntries(Object.entries(shown).filter(([column]) => column !== 'single_sign_on_required')),
    });
    await apply(runner, [
      ...organizations.flatMap((table) => auditedTable(before(table))),
      'alter table organizations drop single_sign_on_required',
      'alter table operator_sessions drop opened_by',
    ]);
  }
}
