import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { functionFiles, functionNames, tableFile } from '../schema/sql-files.js';

const tables = [
  'connections',
  'connection_states',
  'connection_tokens',
  'connection_privacy',
  'remote_budgets',
  'inbox_events',
  'awaited_answers',
  'delivered_files',
  'delivered_file_parts',
  'identities',
  'subjects',
  'entitlements',
  'bindings',
  'operations',
  'room_postings',
  'recent_endings',
  'runs',
  'run_items',
  'listed_pages',
  'provision_log',
  'scim_users',
  'scim_emails',
  'scim_groups',
  'scim_members',
  'credential_deliveries',
  'delivery_settings',
  'erasures',
];

/** The engine's records: docs/states.md. */
export class Provisioning1764000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      tableFile('provisioning/connections'),
      tableFile('provisioning/inbox'),
      tableFile('provisioning/subjects'),
      tableFile('provisioning/runs'),
      tableFile('provisioning/directories'),
      tableFile('provisioning/deliveries'),
      tableFile('provisioning/postings'),
      tableFile('provisioning/erasures'),
      ...walled(tables),
      ...functionFiles('provisioning'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, tables, functionNames('provisioning'));
  }
}
