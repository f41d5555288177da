import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** A user's name that was typed in full-width letters and digits is the user's, as a voucher's code is. */
export class NamesInFullWidth1764021810000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/sign-in/party_of')]);
  }

  /** Nothing keeps the text that the function had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
