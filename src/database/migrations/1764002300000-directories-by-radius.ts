import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** People of directories sign in by RADIUS. Their accounts are marked as portals' are, without a portal. */
export class DirectoriesByRadius1764002300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table portal_accounts alter column captive_portal_id drop not null');
    const files = ['asks_directory', 'authorize', 'accept', 'reject'] as const;
    await apply(
      runner,
      files.map((name) => functionFile(`radius/sign-in/${name}`)),
    );
  }

  /** The functions of RADIUS go with their area. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from portal_accounts where captive_portal_id is null');
    await runner.query('alter table portal_accounts alter column captive_portal_id set not null');
  }
}
