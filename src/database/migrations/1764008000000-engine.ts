import type { MigrationInterface, QueryRunner } from 'typeorm';

const atLeast17 = (sql: string) =>
  `do $$ begin if current_setting('server_version_num')::int >= 170000 then execute '${sql}'; end if; end $$`;

/** Drift scans on a schedule, statistics of tables that grow, and the ways to what retention lets go. */
export class Engine1764008000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [
      // drift null: every difference is only reported.
      'alter table connections add column drift jsonb, add column next_drift_at timestamptz',
      atLeast17('grant maintain on identities, entitlements, bindings to usher_tenant'),
      "create index subjects_gone on subjects (last_event_at) where state = 'gone'",
      "create index subjects_personal on subjects (last_event_at) where state = 'gone' and (facts - 'kind' - 'status') <> '{}'::jsonb",
      "create index bindings_removed on bindings (updated_at) where state = 'removed'",
      'create index operations_finished on operations (finished_at) where finished_at is not null',
      'create index inbox_events_old on inbox_events using brin (received_at)',
      'create index provision_log_old on provision_log using brin (at)',
    ])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of [
      'subjects_gone',
      'subjects_personal',
      'bindings_removed',
      'operations_finished',
      'inbox_events_old',
      'provision_log_old',
    ]) {
      await runner.query(`drop index if exists ${index}`);
    }
    await runner.query(atLeast17('revoke maintain on identities, entitlements, bindings from usher_tenant'));
    await runner.query('alter table connections drop column drift, drop column next_drift_at');
  }
}
