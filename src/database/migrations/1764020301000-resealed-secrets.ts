import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

/** The audit takes no secret for changed that only another master key seals. */
export class ResealedSecrets1764020301000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, auditedTables.filter(({ secret }) => secret).flatMap(auditedTable));
  }

  /** Nothing keeps the old text of functions. */
  async down(): Promise<void> {}
}
