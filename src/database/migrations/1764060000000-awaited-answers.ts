import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

const sql = [
  `create table awaited_answers (
     organization_id uuid not null,
     event_id uuid not null,
     connection_id uuid not null,
     source_key text,
     is_understood boolean not null,
     due_at timestamptz not null,
     looks int not null default 0,
     created_at timestamptz not null,
     primary key (organization_id, event_id),
     foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
   )`,
  'create index awaited_answers_due on awaited_answers (due_at)',
  ...tenantWall('awaited_answers'),
  "alter table credential_deliveries add column outcome text not null default 'ready', add column reason text",
  'alter table credential_deliveries alter column kind drop not null, alter column subject_id drop not null, alter column identity_id drop not null',
];

const back = [
  "delete from credential_deliveries where outcome <> 'ready' or kind is null or subject_id is null or identity_id is null",
  'alter table credential_deliveries alter column kind set not null, alter column subject_id set not null, alter column identity_id set not null',
  'alter table credential_deliveries drop column reason, drop column outcome',
  'drop table awaited_answers',
];

/** Messages whose senders wait for what comes of them, and answers that there is nothing to give. */
export class AwaitedAnswers1764060000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of sql) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of back) await runner.query(each);
  }
}
