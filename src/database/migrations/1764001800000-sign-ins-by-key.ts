import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** What Class would have said is looked up by name and station, whatever the statistics know. */
export class SignInsByKey1764001800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/accounting/class_of_sign_in')]);
  }

  /** Nothing keeps the text that the file had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
