import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** A voucher's code counts in either notation by every method. */
export class CodesByChap1764020610000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      functionFile('radius/sign-in/code_notations'),
      functionFile('radius/sign-in/is_proven'),
      functionFile('radius/sign-in/authorize'),
    ]);
  }

  /** Nothing keeps the text that the files had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
