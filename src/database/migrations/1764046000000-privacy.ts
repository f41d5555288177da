import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type AuditedTable, auditedTable, unaudited } from './audit/audited-table.js';
import { tenantWall } from './tenant-table.js';

const sql = [
  // fields: personal fields of the facts that are kept, by their names in the API; null: all of them.
  `create table connection_privacy (
     organization_id uuid not null,
     id uuid not null,
     fields text[],
     payload_days int,
     updated_at timestamptz not null,
     primary key (organization_id, id),
     constraint connection_privacy_connection foreign key (organization_id, id) references connections (organization_id, id) on delete cascade
   )`,
  // person: keyed hash of what the person was asked for by; scope_sealed: what is to go, until it is gone.
  `create table erasures (
     organization_id uuid not null references organizations (id) on delete cascade,
     id uuid not null,
     person text not null,
     status text not null,
     subject_ids uuid[] not null,
     identity_ids uuid[] not null,
     scope_sealed text,
     counts jsonb not null default '{}',
     problem text,
     created_at timestamptz not null,
     done_at timestamptz,
     primary key (organization_id, id)
   )`,
  "create index erasures_open on erasures (created_at) where status = 'ending'",
  'create index erasures_list on erasures (organization_id, created_at, id)',
];

export const auditedPrivacy: readonly AuditedTable[] = [
  { table: 'connection_privacy', resource: 'connection-privacy', label: null, shown: { fields: 'fields', payload_days: 'payload_days' }, ignored: ['organization_id', 'id', 'updated_at'] },
  {
    table: 'erasures', resource: 'erasures', label: 'person', shown: { person: 'person', status: 'status', counts: 'counts' },
    ignored: ['organization_id', 'id', 'subject_ids', 'identity_ids', 'scope_sealed', 'problem', 'created_at', 'done_at'],
  },
];

/** What is kept of people, and its end. */
export class Privacy1764046000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of sql) await runner.query(each);
    for (const table of ['connection_privacy', 'erasures']) for (const each of tenantWall(table)) await runner.query(each);
    for (const each of auditedPrivacy.flatMap(auditedTable)) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of auditedPrivacy.flatMap(unaudited)) await runner.query(each);
    for (const table of ['erasures', 'connection_privacy']) await runner.query(`drop table if exists ${table} cascade`);
  }
}
