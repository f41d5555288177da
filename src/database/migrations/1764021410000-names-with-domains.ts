import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Windows may put its domain before a name: `LINDENHOF\anna` is anna where nobody has the whole name. */
export class NamesWithDomains1764021410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/sign-in/party_of')]);
  }

  /** Nothing keeps the text that the file had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
