import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';

/** What kind of problem a payment has at its provider: the console says it in the reader's language. */
export class PaymentProblemCodes1764021100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, ['alter table portal_payments add column problem_code text']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await apply(runner, ['alter table portal_payments drop column problem_code']);
  }
}
