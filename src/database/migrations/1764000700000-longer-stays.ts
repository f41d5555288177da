import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Registrations and open sessions follow the end of their account. */
export class LongerStays1764000700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      // Until when the access point would let the session go on, as the last CoA-Request said; null: as its class says.
      'alter table session_endings add column told_until_at timestamptz',
      functionFile('logs/usher_follow_account_end'),
    ]);
  }

  /** The function goes with the area that it stands in. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_endings drop column told_until_at');
  }
}
