import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Hours that end at a time which clocks pass over end when they go forward. */
export class HoursWithoutAGap1764020620000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/hours/open_seconds')]);
  }

  /** Nothing keeps the text that the file had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
