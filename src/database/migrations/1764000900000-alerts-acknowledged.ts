import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

/** Somebody takes care of an alert and says so; the audit has who, when and what was said. */
export class AlertsAcknowledged1764000900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table alerts add acknowledged_at timestamptz, add acknowledged_by text, add comment text',
    );
    await apply(runner, auditedTables.filter(({ table }) => table === 'alerts').flatMap(auditedTable));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function if exists usher_audit_alerts cascade');
    await runner.query('alter table alerts drop acknowledged_at, drop acknowledged_by, drop comment');
  }
}
