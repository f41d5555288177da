import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Who hears of users that are made and disabled hears of those that are deleted. */
export class UsersDeleted1764018900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('webhooks/publish_deleted_users')]);
  }

  /** The function goes with the area that it stands in. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
