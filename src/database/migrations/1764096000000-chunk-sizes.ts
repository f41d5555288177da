import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs that were taken in before go on in the chunks they were cut into. */
export class ChunkSizes1764096000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query('alter table bulk_jobs add column chunk_size integer not null default 1000');
  }

  down(runner: QueryRunner): Promise<unknown> {
    return runner.query('alter table bulk_jobs drop column chunk_size');
  }
}
