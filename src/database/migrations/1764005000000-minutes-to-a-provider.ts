import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { type AuditedTable, auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

const portals = auditedTables.filter(({ table }) => table === 'captive_portals');

/** Portals may let guests out for some minutes, to reach a sign-in provider. */
export class MinutesToAProvider1764005000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table captive_portals add column provider_minutes int');
    await apply(runner, portals.flatMap(auditedTable));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table captive_portals drop column provider_minutes');
    const before = ({ shown, ...table }: AuditedTable): AuditedTable => ({
      ...table,
      shown: Object.fromEntries(Object.entries(shown).filter(([column]) => column !== 'provider_minutes')),
    });
    await apply(
      runner,
      portals.flatMap((table) => auditedTable(before(table))),
    );
  }
}
