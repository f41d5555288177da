import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Whether any of many changed accounts or vouchers concerns registrations costs no more for each than for one. */
export class RegistrationsFollowedByHash1764001900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const files = ['usher_end_registrations', 'usher_follow_voucher_end', 'usher_follow_account_end'] as const;
    await apply(
      runner,
      files.map((name) => functionFile(`logs/${name}`)),
    );
  }

  /** Nothing keeps the text that the files had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
