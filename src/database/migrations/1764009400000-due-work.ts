import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

const dueAt = (column: string) =>
  `connections (${column}) where enabled and status = 'active' and ${column} is not null`;
/** Sweeps of all organizations read what is due, not every connection; `/metrics` counts without reading the inbox. */
const indexes: Readonly<Record<string, string>> = {
  connections_full_due: dueAt('next_full_at'),
  connections_incremental_due: dueAt('next_incremental_at'),
  connections_drift_due: dueAt('next_drift_at'),
  connections_closing: 'connections (organization_id, id) where closing is not null',
  connections_deliveries_waiting: 'connections (organization_id, id) where deliveries_waiting_since_at is not null',
  inbox_events_dead: "inbox_events (organization_id, id) where status = 'dead'",
};

/** What is asked all the time costs the same however much is stored; a dropped month takes its part of a kept total. */
export class DueWork1764009400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      ...Object.entries(indexes).map(([name, of]) => `create index ${name} on ${of}`),
      functionFile('logs/usher_drop_log_partitions'),
    ]);
  }

  /** The function stays: others use it. */
  async down(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      Object.keys(indexes).map((name) => `drop index ${name}`),
    );
  }
}
