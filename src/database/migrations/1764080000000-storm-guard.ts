import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

const sql = [
  `create table recent_endings (
     organization_id uuid not null,
     connection_id uuid not null,
     subject_id uuid not null,
     at timestamptz not null,
     primary key (organization_id, connection_id, subject_id),
     foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
   )`,
  ...tenantWall('recent_endings'),
  // Those of whom it was said that they left, and an operator is asked.
  'create index subjects_held_back on subjects (organization_id, connection_id) where ending is not null and ends_at is null',
  // Whoever is told of held plans wants to know of these.
  "update alert_contacts set events = array_append(events, 'endings.held') where 'plan.held' = any (events)",
];

/** Staff who leave in a storm wait for a decision. */
export class StormGuard1764080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of sql) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("update alert_contacts set events = array_remove(events, 'endings.held')");
    await runner.query('drop index subjects_held_back');
    await runner.query('drop table recent_endings');
  }
}
