import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the last test of a connection found, and whether its settings still wait for one. */
export class ConnectionTests1764220000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table connections add column test_due_at timestamptz, add column last_test jsonb');
    await runner.query('create index connections_test_due on connections (test_due_at) where test_due_at is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table connections drop column test_due_at, drop column last_test');
  }
}
