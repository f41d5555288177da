import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

/** What a connection does to accounts stands in the audit under the connection's name. */
export class ConnectionsInTheAudit1764022300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, auditedTables.filter(({ connection }) => connection).flatMap(auditedTable));
  }

  /** Nothing keeps the texts that the functions had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
