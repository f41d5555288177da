import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why the payment provider could not be asked about a payment: who waits for it reads it. */
export class PaymentProblems1764020700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table portal_payments add column problem text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table portal_payments drop column problem');
  }
}
