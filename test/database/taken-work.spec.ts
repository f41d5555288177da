import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MessageQueueRepository } from '../../src/console/alerts/send/message-queue.repository.js';
import { BulkJobQueueRepository } from '../../src/console/bulk/bulk-job-queue.repository.js';
import { ReportTasksRepository } from '../../src/console/reports/tasks/report-tasks.repository.js';
import { SessionEndingsRepository } from '../../src/console/sessions/session-endings.repository.js';
import { DispatchRepository } from '../../src/console/webhooks/dispatch/dispatch.repository.js';
import { LaneRepository } from '../../src/console/webhooks/send/lane.repository.js';
import { type Database, statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { RunClaims } from '../../src/provisioning/intake/run-queue/run-claims.js';
import { WorkRepository } from '../../src/provisioning/reconcile/work.repository.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

const now = '2026-05-14T13:00:00.000Z';
const untilAt = '2026-05-14T13:00:30.000Z';
const claimant = { owner: 'a', now };

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

const connection = `insert into connections (organization_id, id, name, connector, settings, target, target_key,
  schedule, access, safety, enabled, status, created_at, updated_at)
  values ($1, $2, 'Desk', 'fias', '{}', '{}', 'remote-1', '{}', '{}', '{}', true, 'active', '${now}', '${now}')`;

/** One piece of work, $1 the organization, $2 an id, and how a process takes it. */
const queues: readonly [string, readonly string[], (database: Database, house: Context) => Promise<unknown>][] = [
  [
    'webhooks',
    [
      `insert into webhooks (organization_id, id, type, url, events, secret_sealed, due_at, created_at, updated_at)
        values ($1, $2, 'webhook', 'https://a.example.com', '{}', '', '${now}', '${now}', '${now}')`,
    ],
    (database) => new LaneRepository(database).claim(claimant, 10),
  ],
  [
    'outbox_events',
    [
      `insert into outbox_events (organization_id, id, event, payload, created_at) values ($1, $2, 'device.connected',
        '{}', '${now}')`,
    ],
    (database, house) => database.transaction(house, (inside) => new DispatchRepository(database).take(inside, 10)),
  ],
  [
    'bulk_jobs',
    [
      `insert into bulk_jobs (organization_id, id, resource, status, atomic, dry_run, total, requested_by, created_at)
        values ($1, $2, 'users', 'queued', false, false, 1, 'key', '${now}')`,
    ],
    (database) => new BulkJobQueueRepository(database).claim(claimant),
  ],
  [
    'report_tasks',
    [
      `insert into report_tasks (organization_id, id, report_id, status, parameters, format, earliest_at, latest_at,
        requested_by, created_at) values ($1, $2, '110', 'queued', '{}', 'csv', '${now}', '${now}', 'key', '${now}')`,
    ],
    (database) => new ReportTasksRepository(database).claim(claimant),
  ],
  [
    'alert_messages',
    [
      `insert into alert_contacts (organization_id, id, name, email, events, created_at, updated_at) values ($1, $2,
        'Reception', 'desk@example.com', '{}', '${now}', '${now}')`,
      `insert into alert_messages (organization_id, id, contact_id, way, kind, content, status, due_at, created_at)
        values ($1, $2, $2, 'email', 'test', '{}', 'pending', '${now}', '${now}')`,
    ],
    (database) => new MessageQueueRepository(database).claim('email', 'a', now, { limit: 10 }),
  ],
  [
    'session_endings',
    [
      `insert into session_endings (organization_id, session_id, started_at, due_at) values ($1, $2,
        '${now}', '${now}')`,
    ],
    (database) => new SessionEndingsRepository(database).claim(claimant, 10),
  ],
  [
    'runs',
    [
      connection,
      `insert into runs (organization_id, id, connection_id, mode, cause, status, requested_by, created_at) values ($1,
        $2, $2, 'full', 'schedule', 'queued', 'schedule', '${now}')`,
    ],
    (database) => new RunClaims(database).claim(claimant, []),
  ],
  [
    'identities',
    [
      connection,
      `insert into identities (organization_id, id, target_key, account_key, kind, connection_id, due_at, created_at,
        updated_at) values ($1, $2, 'remote-1', '101-novak', 'user', $2, '${now}', '${now}', '${now}')`,
    ],
    (database, house) => new WorkRepository(database).claim(house, 'remote-1', now, 10, 4, { owner: 'a', untilAt }),
  ],
];

test.each(queues)(
  'of %s, what one process is just taking is left to it without waiting, and free again when it lets go',
  async (table, inserts, take) => {
    const { database } = fresh;
    const house = await fresh.organization();
    const id = randomUUID();
    for (const insert of inserts)
      await database.query(
        house,
        statement('', insert),
        insert.includes('$2') ? [house.organizationId, id] : [house.organizationId],
      );
    const taken = async () => [await take(database, house)].flat().filter((each) => each !== undefined).length;
    await database.transaction(house, async (inside) => {
      await database.query(inside, statement('', `select 1 from ${table} where organization_id = $1 for update`), [
        house.organizationId,
      ]);
      expect(await taken()).toBe(0);
    });
    expect(await taken()).toBe(1);
  },
);
