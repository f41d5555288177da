import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';

/** Since when the console of a connection cannot be reached, and when it is tried next. */
export class ConsoleOutages1764020500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'alter table connections add console_outage jsonb, add console_look_due_at timestamptz',
      `create index connections_console_away on connections (console_look_due_at)
        where console_look_due_at is not null`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'drop index connections_console_away',
      'alter table connections drop console_outage, drop console_look_due_at',
    ]);
  }
}
