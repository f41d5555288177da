import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

/** Files that were delivered whole, as they came and what was found in them; lists that a run read from such a file are known again. */
export class DeliveredFiles1764042000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [
      'alter table runs add column list_id text',
      `create table delivered_files (
         organization_id uuid not null,
         id uuid not null,
         connection_id uuid not null,
         seq bigint generated always as identity,
         name text not null,
         origin text not null,
         modified_at timestamptz,
         declared jsonb not null,
         revision int not null,
         digest text,
         byte_length int not null default 0,
         status text not null default 'received',
         scope text,
         examination jsonb,
         fingerprints_sealed text,
         has_content boolean not null default true,
         decided_by text,
         decided_at timestamptz,
         received_at timestamptz not null,
         primary key (organization_id, id),
         constraint delivered_files_connection foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
       )`,
      'create index delivered_files_list on delivered_files (organization_id, connection_id, seq)',
      'create index delivered_files_digest on delivered_files (organization_id, connection_id, digest)',
      'create index delivered_files_retention on delivered_files (received_at) where has_content',
      `create table delivered_file_parts (
         organization_id uuid not null,
         file_id uuid not null,
         position int not null,
         content_sealed text not null,
         primary key (organization_id, file_id, position),
         constraint delivered_file_parts_file foreign key (organization_id, file_id) references delivered_files (organization_id, id) on delete cascade
       )`,
      // Sealed bytes do not compress: trying costs more than the rest of the write.
      'alter table delivered_file_parts alter column content_sealed set storage external',
      ...tenantWall('delivered_files'),
      ...tenantWall('delivered_file_parts'),
    ])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table delivered_file_parts');
    await runner.query('drop table delivered_files');
    await runner.query('alter table runs drop column list_id');
  }
}
