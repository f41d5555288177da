import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A run that is to be followed by another one: what it was asked for came when it had looked already. */
export class RunsAgain1764084000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table runs add column again boolean not null default false');
    await runner.query('create index runs_again on runs (organization_id, id) where again');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index runs_again');
    await runner.query('alter table runs drop column again');
  }
}
