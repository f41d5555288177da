import type { MigrationInterface, QueryRunner } from 'typeorm';

/** proven_at: when the operator was asked to prove who they are, without a password of Usher; null: was not. */
export class SessionsProvenAfresh1764021510000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table operator_sessions add column proven_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table operator_sessions drop column proven_at');
  }
}
