import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

const alerts = auditedTables.find(({ table }) => table === 'alerts')!;

/** An alert can be acknowledged until a time, at which it opens again. */
export class AlertsSnoozed1764011000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'alter table alerts add acknowledged_until timestamptz',
      `create index alerts_snoozed on alerts (acknowledged_until)
        where resolved_at is null and acknowledged_until is not null`,
      ...auditedTable(alerts),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const { acknowledged_until: _, ...shown } = alerts.shown;
    await apply(runner, ['alter table alerts drop acknowledged_until', ...auditedTable({ ...alerts, shown })]);
  }
}
