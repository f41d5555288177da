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
  "create index erasures_open on erasures (created_at) where status <> 'done'",
  'create index erasures_list on erasures (organization_id, created_at, id)',
];

const appendOnly = (
  exception: string,
): string => `create or replace function usher_append_only() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' and current_setting('usher.audit_retention', true) = 'on' then return null; end if;${exception}
     raise exception '% is append-only', tg_table_name using errcode = '42501';
   end $$`;

// erased: the hash that the entry is chained with, and a seal that only a master key makes.
const auditErasure = [
  'alter table audit_entries add column erased text',
  appendOnly(
    "\n     if tg_op = 'UPDATE' and tg_table_name = 'audit_entries' and current_setting('usher.audit_erasure', true) = 'on' then return null; end if;",
  ),
  // The one way in which an entry changes: what it told of a person goes, once it is in a block. Its place, its time and its doer stay.
  `create function usher_audit_redact(of_organization uuid, entry uuid, new_label text, new_before jsonb, new_after jsonb, new_erased text) returns void
   language plpgsql security definer set search_path = public, pg_temp as $$
   begin
     if of_organization is distinct from usher_organization() and not usher_everywhere() then raise exception 'not of this organization' using errcode = '42501'; end if;
     if exists (select 1 from audit_open where organization_id = of_organization and first_id = (left(entry::text, 28) || '00000000')::uuid) then raise exception 'in no block yet' using errcode = '42501'; end if;
     perform set_config('usher.audit_erasure', 'on', true);
     update audit_entries set label = new_label, before = new_before, after = new_after, erased = new_erased where organization_id = of_organization and id = entry;
     perform set_config('usher.audit_erasure', 'off', true);
   end $$`,
  'revoke all on function usher_audit_redact(uuid, uuid, text, jsonb, jsonb, text) from public',
  'grant execute on function usher_audit_redact(uuid, uuid, text, jsonb, jsonb, text) to usher_tenant',
];

export const auditedPrivacy: readonly AuditedTable[] = [
  {
    table: 'connection_privacy',
    resource: 'connection-privacy',
    label: null,
    shown: { fields: 'fields', payload_days: 'payload_days' },
    ignored: ['organization_id', 'id', 'updated_at'],
  },
  {
    table: 'erasures',
    resource: 'erasures',
    label: 'person',
    shown: { person: 'person', status: 'status', counts: 'counts' },
    ignored: [
      'organization_id',
      'id',
      'subject_ids',
      'identity_ids',
      'scope_sealed',
      'problem',
      'created_at',
      'done_at',
    ],
  },
];

/** What is kept of people, and its end. */
export class Privacy1764046000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of [...sql, ...auditErasure]) await runner.query(each);
    for (const table of ['connection_privacy', 'erasures'])
      for (const each of tenantWall(table)) await runner.query(each);
    for (const each of auditedPrivacy.flatMap(auditedTable)) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of auditedPrivacy.flatMap(unaudited)) await runner.query(each);
    await runner.query('drop function if exists usher_audit_redact(uuid, uuid, text, jsonb, jsonb, text)');
    await runner.query(appendOnly(''));
    await runner.query('alter table audit_entries drop column if exists erased');
    for (const table of ['erasures', 'connection_privacy']) await runner.query(`drop table if exists ${table} cascade`);
  }
}
