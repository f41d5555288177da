import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Accounting packets that come at the same time are stored by one statement. */
export class PacketsStoredTogether1764018200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/accounting/store_packets')]);
  }

  /** A new database has the function from the first migration of RADIUS on. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
