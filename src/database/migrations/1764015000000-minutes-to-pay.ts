import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Minutes of access may be for a payment. */
export class MinutesToPay1764015000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table portal_requests add column payment_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table portal_requests drop column payment_id');
  }
}
