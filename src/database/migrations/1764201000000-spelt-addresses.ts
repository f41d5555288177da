import type { MigrationInterface, QueryRunner } from 'typeorm';
import { auditedTable } from './audit/audited-table.js';
import { auditedTables } from './audit/audited-tables.js';

const audited = auditedTables
  .filter(({ table }) => table === 'devices')
  .flatMap(auditedTable)
  .filter((sql) => sql.startsWith('create function'))
  .map((sql) => sql.replace('create function', 'create or replace function'));
const digits = /\b([no])\.mac\b/g;
const shown = (row: string): string =>
  `regexp_replace(${row}.mac, '^(..)(..)(..)(..)(..)(..)$', '\\1:\\2:\\3:\\4:\\5:\\6')`;

/** The audit tells a device's address as the API does. */
export class SpeltAddresses1764201000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of audited) await runner.query(sql.replaceAll(digits, (_, row: string) => shown(row)));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of audited) await runner.query(sql);
  }
}
