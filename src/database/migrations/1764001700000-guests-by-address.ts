import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { type AuditedTable, auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';
import { functionFile } from '../schema/sql-files.js';

/** Gateways that know guests by their device's address: Cisco's central web authentication, Aruba's roles. */
export class GuestsByAddress1764001700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table gateways add column mac_auth jsonb');
    await apply(runner, [
      ...auditedTables.filter(({ table }) => table === 'gateways').flatMap(auditedTable),
      functionFile('radius/sign-in/portal_device'),
      functionFile('radius/reply/portal_attributes'),
      functionFile('radius/sign-in/authorize'),
      functionFile('radius/sign-in/accept'),
    ]);
  }

  /** The functions of RADIUS go with their area. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table gateways drop column mac_auth');
    const before = ({ shown, ...table }: AuditedTable): AuditedTable => ({
      ...table,
      shown: Object.fromEntries(Object.entries(shown).filter(([column]) => column !== 'mac_auth')),
    });
    await apply(
      runner,
      auditedTables.filter(({ table }) => table === 'gateways').flatMap((table) => auditedTable(before(table))),
    );
  }
}
