import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/**
 * People whose name ends in Σ are found however it is typed. A stored key is made anew only with what it is made of.
 */
export class PeopleInGreekCapitals1764021600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('tenants/usher_person_key')]);
    await runner.query("update users set last_name = last_name where person_key like '%ς%'");
    await runner.query("update subjects set facts = facts where person_key like '%ς%'");
  }

  /** Nothing keeps the text that the file had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
