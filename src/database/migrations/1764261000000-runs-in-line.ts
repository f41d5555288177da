import type { MigrationInterface, QueryRunner } from 'typeorm';

const isOpen = "status in ('queued', 'running')";

const up = [
  // A request that comes while a run of its mode goes waits behind it, as a run of its own.
  'alter table runs add column behind boolean not null default false',
  // What is listed is marked with it: another one once the list has begun anew.
  'alter table runs add column pass_id uuid',
  'drop index runs_one_at_a_time',
  `create unique index runs_one_at_a_time on runs (organization_id, connection_id, mode) where ${isOpen} and not behind`,
  'create unique index runs_one_behind on runs (organization_id, connection_id, mode, dry_run) where behind',
  `insert into runs (organization_id, id, connection_id, mode, cause, status, dry_run, requested_by, created_at, behind)
   select organization_id, gen_random_uuid(), connection_id, mode, 'source', 'queued', false, 'connector', now(), true from runs where again and ${isOpen}`,
  'drop index runs_again',
  'alter table runs drop column again',
  // Whether its owner gave it back. Who ended without a word may have lost what was on its way.
  'alter table leases add column released boolean not null default false',
  'alter table connections add column list_owed_at timestamptz',
];

const down = [
  'alter table connections drop column list_owed_at',
  'alter table leases drop column released',
  'alter table runs add column again boolean not null default false',
  'create index runs_again on runs (organization_id, id) where again',
  'delete from runs where behind',
  'drop index runs_one_behind',
  'drop index runs_one_at_a_time',
  `create unique index runs_one_at_a_time on runs (organization_id, connection_id, mode) where ${isOpen}`,
  'alter table runs drop column behind, drop column pass_id',
];

/** A list begins after it was asked for, and starts when it starts. */
export class RunsInLine1764261000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const each of up) await runner.query(each);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const each of down) await runner.query(each);
  }
}
