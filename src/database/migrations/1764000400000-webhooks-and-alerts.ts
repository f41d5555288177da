import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { functionFiles, functionNames, tableFile } from '../schema/sql-files.js';

const tables = [
  'webhooks',
  'outbox_events',
  'webhook_deliveries',
  'alert_contacts',
  'alerts',
  'alert_messages',
  'alert_rounds',
];

/** Who hears what happens: webhook endpoints and alert contacts. */
export class WebhooksAndAlerts1764000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      tableFile('webhooks/webhooks'),
      tableFile('webhooks/alerts'),
      ...walled(tables),
      ...functionFiles('webhooks'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, tables, functionNames('webhooks'));
  }
}
