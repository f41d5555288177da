import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

/** Lists that repeat what is known are noted by the page: one row where each subject had to be written before. */
export class ListedPages1764018000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [
      // Of the outside record, as it was said when the subject became what it is; null: it cannot be told from a record alone.
      'alter table subjects add column digest text',
      `create table listed_pages (
         organization_id uuid not null,
         id uuid not null,
         connection_id uuid not null,
         run_id uuid not null,
         sequence bigint not null,
         subject_ids uuid[] not null,
         primary key (organization_id, id),
         constraint listed_pages_run foreign key (organization_id, run_id) references runs (organization_id, id) on delete cascade
       )`,
      // Ids do not compress: trying costs more than the rest of the write.
      'alter table listed_pages alter column subject_ids set storage external',
      'create index listed_pages_of_connection on listed_pages (organization_id, connection_id, sequence)',
      'create index listed_pages_of_run on listed_pages (organization_id, run_id)',
      ...tenantWall('listed_pages'),
    ])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table listed_pages');
    await runner.query('alter table subjects drop column digest');
  }
}
