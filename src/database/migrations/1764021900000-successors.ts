import type { MigrationInterface, QueryRunner } from 'typeorm';

/** subjects_successors: whoever waits until a name that went to another person is free again is found in no time. */
export class Successors1764021900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index subjects_successors on subjects (organization_id, connection_id)
      where disputed ->> 'code' = 'successor'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index subjects_successors');
  }
}
