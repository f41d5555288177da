import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';

/** What was asked of vendors that count by source address, for all processes. Belongs to no tenant. */
export class AddressBudgets1764007500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `create table address_budgets (
        organization_id uuid not null,
        host text not null,
        sent_at bigint[] not null,
        primary key (organization_id, host)
      )`,
      ...walled(['address_budgets']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['address_budgets']);
  }
}
