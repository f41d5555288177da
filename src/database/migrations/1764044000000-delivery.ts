import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type AuditedTable, auditedTable, unaudited } from './audit/audited-table.js';
import { tenantWall } from './tenant-table.js';

const sql = [
  // content_sealed: username, password, codes; gone as soon as it need not be sent any more.
  `create table credential_deliveries (
     organization_id uuid not null,
     id uuid not null,
     connection_id uuid not null,
     subject_id uuid not null,
     identity_id uuid not null,
     event_id uuid,
     kind text not null,
     via text not null,
     position smallint not null,
     address_template text,
     address text,
     language text,
     credential text,
     content_sealed text,
     status text not null,
     repeats int not null default 0,
     attempts int not null default 0,
     is_uncertain boolean not null default false,
     due_at timestamptz not null,
     lease_owner text,
     lease_until_at timestamptz,
     attempted_at timestamptz,
     delivered_at timestamptz,
     error text,
     created_at timestamptz not null,
     primary key (organization_id, id),
     foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
   )`,
  "create index credential_deliveries_due on credential_deliveries (via, due_at) where status = 'pending'",
  'create index credential_deliveries_list on credential_deliveries (organization_id, created_at, id)',
  'create index credential_deliveries_by_subject on credential_deliveries (organization_id, subject_id, created_at, id)',
  'create index credential_deliveries_by_connection on credential_deliveries (organization_id, connection_id, created_at, id)',
  'create index credential_deliveries_age on credential_deliveries using brin (created_at)',
  // id: of the connection, or of the organization for what holds for all of its connections.
  `create table delivery_settings (
     organization_id uuid not null references organizations (id) on delete cascade,
     id uuid not null,
     connection_id uuid,
     language text,
     network jsonb,
     sms jsonb,
     templates jsonb,
     secrets_sealed text,
     revision int not null default 1,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (organization_id, id),
     constraint delivery_settings_connection foreign key (organization_id, connection_id) references connections (organization_id, id) on delete cascade
   )`,
  'create index delivery_settings_of_connection on delivery_settings (organization_id, connection_id)',
];

export const auditedDeliverySettings: AuditedTable = {
  table: 'delivery_settings',
  resource: 'delivery-settings',
  label: null,
  shown: {
    connection_id: 'connection_id',
    language: 'language',
    network: 'network',
    sms: 'sms',
    templates: 'templates',
  },
  secret: { secrets: ['secrets_sealed'] },
  ignored: ['organization_id', 'id', 'revision', 'created_at', 'updated_at'],
};

/** Credentials on their way to people, and how they get there. */
export class Delivery1764044000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of sql) await runner.query(each);
    for (const table of ['credential_deliveries', 'delivery_settings'])
      for (const each of tenantWall(table)) await runner.query(each);
    for (const each of auditedTable(auditedDeliverySettings)) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of unaudited(auditedDeliverySettings)) await runner.query(each);
    for (const table of ['delivery_settings', 'credential_deliveries'])
      await runner.query(`drop table if exists ${table} cascade`);
  }
}
