import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';

/** Since when the console of a connection refuses accounts of it. */
export class RefusedAccounts1764020800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, ['alter table connections add accounts_refused jsonb']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await apply(runner, ['alter table connections drop accounts_refused']);
  }
}
