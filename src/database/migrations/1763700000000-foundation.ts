import type { MigrationInterface, QueryRunner } from 'typeorm';
import { countedTable, tenantWall } from './tenant-table.js';
import { consoleTables } from './foundation/console-tables.js';
import { provisioningTables } from './foundation/provisioning-tables.js';
import { platformFunctions, platformTables } from './foundation/platform-tables.js';

const tenantTables = [
  'user_groups',
  'users',
  'vouchers',
  'roles',
  'api_keys',
  'radius_attributes',
  'bulk_jobs',
  'bulk_chunks',
  'resource_counts',
  'idempotency_keys',
  'rate_windows',
  'leases',
  'connections',
  'inbox_events',
  'subjects',
  'identities',
  'entitlements',
  'bindings',
  'runs',
  'run_items',
  'operations',
  'provision_log',
  'remote_budgets',
];
const counted = ['users', 'user_groups', 'vouchers'];

/** The ground: organizations, the console's core, the provisioning engine, and what processes share. */
export class Foundation1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...platformFunctions, ...platformTables, ...consoleTables, ...provisioningTables])
      await runner.query(sql);
    // An organization is seen by itself and by every organization above it.
    for (const sql of tenantWall('organizations', '(select usher_organization()) = any (path)'))
      await runner.query(sql);
    for (const table of tenantTables) for (const sql of tenantWall(table)) await runner.query(sql);
    for (const table of counted) for (const sql of countedTable(table)) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...tenantTables].reverse()) await runner.query(`drop table if exists ${table} cascade`);
    await runner.query('drop table if exists organizations cascade');
    for (const signature of ['usher_count()', 'usher_organization()', 'usher_everywhere()'])
      await runner.query(`drop function if exists ${signature}`);
    // The role usher_tenant belongs to the server, not to this database: others may use it.
  }
}
