import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Names with a final Σ or with İ are found by RADIUS in any capitals, in PostgreSQL 17 and later, too. */
export class NamesInGreekCapitals1764021300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/values/fold'), functionFile('logs/usher_username_key')]);
  }

  /** Nothing keeps the text that the files had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
