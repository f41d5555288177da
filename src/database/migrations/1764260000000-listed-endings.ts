import type { MigrationInterface, QueryRunner } from 'typeorm';

const up = [
  // What a list or poll says of somebody's end waits here until all of it was read and judged.
  'alter table subjects add column ending_run_id uuid',
  'create index subjects_awaiting_run on subjects (organization_id, connection_id) where ending_run_id is not null',
  'alter table runs add column endings_held int not null default 0, add column endings_run_id uuid',
];

const down = [
  'alter table runs drop column endings_held, drop column endings_run_id',
  'drop index subjects_awaiting_run',
  // What had not been judged yet is held, as it would have been in a storm: nobody loses access by a step back.
  'alter table subjects drop column ending_run_id',
];

/** A list is judged whole. */
export class ListedEndings1764260000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of up) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of down) await runner.query(each);
  }
}
