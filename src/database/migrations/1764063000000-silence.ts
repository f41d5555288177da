import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a system that is expected to be heard of says nothing, once somebody was told. */
export class Silence1764063000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table connections add column silent_since_at timestamptz');
    // Whoever is told of connections that stand still wants to know of those that say nothing.
    await runner.query(
      "update alert_contacts set events = array_append(events, 'connection.silent') where 'connection.quarantined' = any (events)",
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("update alert_contacts set events = array_remove(events, 'connection.silent')");
    await runner.query('alter table connections drop column silent_since_at');
  }
}
