import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';

/** Who made an API key: when somebody leaves, what she made can be found. */
export class KeysByTheirMakers1764019600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `alter table api_keys add column made_by_kind text, add column made_by_id uuid, add column made_by_name text`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'alter table api_keys drop column made_by_kind, drop column made_by_id, drop column made_by_name',
    ]);
  }
}
