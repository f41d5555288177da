import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

/** Where outside systems are subscribed to, and when that has to be renewed. */
export class Subscriptions1764001500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table connections add subscription jsonb, add subscription_due_at timestamptz');
    await apply(runner, auditedTables.filter(({ table }) => table === 'connections').flatMap(auditedTable));
  }

  /** The audit leaves out what is not there any more. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table connections drop subscription, drop subscription_due_at');
  }
}
