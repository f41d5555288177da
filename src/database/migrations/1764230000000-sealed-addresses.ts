import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type AuditedTable, auditedTable, unaudited } from './audit/audited-table.js';
import { auditedLater, auditedTables } from './audit/audited-tables.js';

const tables = ['webhooks', 'alert_contacts'];
const before = tables.flatMap(
  (table) => [...auditedLater, ...auditedTables].find((each) => each.table === table) ?? [],
);

/** That an address changed is told; of the address what may be seen of it. */
export const auditedAddresses: readonly AuditedTable[] = before.map((each) => ({
  ...each,
  secret: { ...each.secret, full_url: ['url_sealed'] },
}));

function audited(all: readonly AuditedTable[]): string[] {
  return all.flatMap((each) => [...unaudited(each), ...auditedTable(each)]);
}

/**
 * Whole addresses are sealed, and `url` says what may be seen of them. SQL has no master key: what is there already is sealed
 * by the first process that starts afterwards (src/seal-addresses.ts).
 */
export class SealedAddresses1764230000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`alter table ${table} add column url_sealed text`);
    for (const sql of audited(auditedAddresses)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of audited(before)) await runner.query(sql);
    // Nobody but the service can open them: those addresses are to be given again.
    for (const table of tables) {
      await runner.query(`update ${table} set disabled = true where url like '%/…'`);
      await runner.query(`alter table ${table} drop column url_sealed`);
    }
  }
}
