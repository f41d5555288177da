import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How much of a price by card was paid back. */
export class PartRefunds1764001200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // In minor units of the tier's currency; null: nothing was.
    await runner.query('alter table portal_payments add column refunded_amount int');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table portal_payments drop column refunded_amount');
  }
}
