import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantWall } from './tenant-table.js';

const tables = ['webhooks', 'outbox_events', 'webhook_deliveries'];

const sql = [
  // The row is also the endpoint's place in the queue: due_at is the next instant at which something is to be sent.
  `create table webhooks (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     type text not null,
     url text not null,
     events text[] not null,
     description text,
     tls_ca text,
     disabled boolean not null default false,
     disabled_reason text,
     secret_sealed text not null,
     old_secrets jsonb not null default '[]',
     failing_since_at timestamptz,
     failures_in_row int not null default 0,
     paused_until_at timestamptz,
     due_at timestamptz,
     lease_owner text,
     lease_until_at timestamptz,
     revision int not null default 1,
     created_at timestamptz not null,
     updated_at timestamptz not null,
     primary key (organization_id, id)
   )`,
  'create index webhooks_due on webhooks (due_at) where due_at is not null and not disabled',
  // payload is text, not jsonb: what is signed must be the same bytes at every attempt.
  `create table outbox_events (
     organization_id uuid not null references organizations (id),
     id uuid not null,
     event text not null,
     payload text not null,
     is_test boolean not null default false,
     created_at timestamptz not null,
     dispatched_at timestamptz,
     primary key (organization_id, id)
   )`,
  'create index outbox_events_waiting on outbox_events (organization_id, id) where dispatched_at is null',
  'create index outbox_events_age on outbox_events using brin (created_at)',
  `create table webhook_deliveries (
     organization_id uuid not null,
     id uuid not null,
     webhook_id uuid not null,
     event_id uuid not null,
     event text not null,
     is_test boolean not null default false,
     status text not null,
     attempts int not null default 0,
     due_at timestamptz not null,
     attempted_at timestamptz,
     response_status int,
     log jsonb not null default '[]',
     created_at timestamptz not null,
     primary key (organization_id, id),
     constraint webhook_deliveries_once unique (organization_id, webhook_id, event_id),
     constraint webhook_deliveries_webhook foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
   ) with (fillfactor = 80)`,
  "create index webhook_deliveries_due on webhook_deliveries (organization_id, webhook_id, due_at, id) where status = 'pending'",
  'create index webhook_deliveries_list on webhook_deliveries (organization_id, webhook_id, created_at, id)',
  'create index webhook_deliveries_age on webhook_deliveries using brin (created_at)',
];

/** Webhooks out: endpoints, the events that are to be told, and who was told. */
export class Webhooks1764004000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of sql) await runner.query(each);
    for (const table of tables) for (const each of tenantWall(table)) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tables].reverse()) await runner.query(`drop table if exists ${table} cascade`);
  }
}
