import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';

/** What is over is found by ids, which are times: decision 21. */
export class RetentionByIds1764018700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'drop index inbox_events_old',
      'drop index outbox_events_age',
      'drop index webhook_deliveries_age',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'create index inbox_events_old on inbox_events using brin (received_at)',
      'create index outbox_events_age on outbox_events using brin (created_at)',
      'create index webhook_deliveries_age on webhook_deliveries using brin (created_at)',
    ]);
  }
}
