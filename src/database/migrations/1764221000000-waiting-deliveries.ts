import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deliveries that no way is set up for wait, apart from those that are merely due; their connections show it. */
export class WaitingDeliveries1764221000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table credential_deliveries add column waiting_since_at timestamptz');
    await runner.query(
      "create index credential_deliveries_waiting on credential_deliveries (via, due_at) where status = 'pending' and waiting_since_at is not null",
    );
    await runner.query('alter table connections add column deliveries_waiting_since_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table connections drop column deliveries_waiting_since_at');
    await runner.query('drop index credential_deliveries_waiting');
    await runner.query('alter table credential_deliveries drop column waiting_since_at');
  }
}
