import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** RADIUS compares a voucher's code as the portal does, and takes it in two notations as name and password. */
export class CodesAsTyped1764020200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      ['values/code_key', 'sign-in/party_of', 'sign-in/is_proven'].map((name) => functionFile(`radius/${name}`)),
    );
  }

  /** Nothing keeps the texts that the functions had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
