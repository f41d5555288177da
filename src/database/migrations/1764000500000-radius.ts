import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFiles, tableFile } from '../schema/sql-files.js';

/** What FreeRADIUS calls: schema `radius`, and a role that may call its five entry points and nothing else. */
export class Radius1764000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [tableFile('radius/types'), ...functionFiles('radius')]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema radius cascade');
    // The role usher_radius belongs to the server, not to this database: others may use it.
  }
}
