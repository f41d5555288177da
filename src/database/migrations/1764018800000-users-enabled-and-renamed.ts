import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Who hears that a user is disabled hears when that ends, and by which name she signs in from then on. */
export class UsersEnabledAndRenamed1764018800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'drop trigger if exists publish_disabled_user on users',
      'drop function if exists publish_disabled_user()',
      functionFile('webhooks/publish_changed_user'),
    ]);
  }

  /** Nothing keeps the text that the function had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
