import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';

const subscribed = "enabled and closing is null and status in ('active', 'paused')";

/** What sweeps of all organizations look for in connections: few rows, whatever the number of connections. */
const indexes: Readonly<Record<string, string>> = {
  connections_full_unplanned: `connections (connector) where enabled and status <> 'disabled' and next_full_at is null
    and (last_full_scan_at is null or schedule ->> 'full' is not null)`,
  connections_incremental_unplanned: `connections (connector) where enabled and status <> 'disabled'
    and next_incremental_at is null and schedule ->> 'incremental' is not null`,
  connections_drift_unplanned: `connections (organization_id, id) where enabled and status <> 'disabled'
    and next_drift_at is null and schedule ->> 'drift' is not null`,
  connections_quarantined: `connections (organization_id, id) where enabled and status = 'quarantined'`,
  connections_to_test: 'connections (test_due_at) where test_due_at is not null and enabled',
  connections_subscription_due: `connections (connector, subscription_due_at) where ${subscribed}`,
  connections_subscription_changed: `connections (connector) where ${subscribed}
    and (subscription ->> 'revision')::int is distinct from revision`,
};

/** Sweeps read what is due or wanting, not every connection. */
export class DueConnections1764017061000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      Object.entries(indexes).map(([name, of]) => `create index ${name} on ${of}`),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      Object.keys(indexes).map((name) => `drop index ${name}`),
    );
  }
}
