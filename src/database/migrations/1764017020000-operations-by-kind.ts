import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Operations of one kind are counted in an index, which is a third of the table. Those that were not done are few, and
 * are what somebody looks for: an index of their own finds them without a look at the others.
 */
export class OperationsByKind1764017020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index provision_log_by_kind on provision_log (organization_id, kind, at, id)');
    await runner.query(
      `create index provision_log_not_done on provision_log (organization_id, status, at, id) where status <> 'done'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index provision_log_not_done');
    await runner.query('drop index provision_log_by_kind');
  }
}
