import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** A password that a directory says has expired is a login that failed. */
export class ExpiredPasswords1764020600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/sign-in/reject')]);
  }

  /** Nothing keeps the text that the files had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
