import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BulkJobQueueRepository } from '../../src/console/bulk/bulk-job-queue.repository.js';
import { ReportTasksRepository } from '../../src/console/reports/tasks/report-tasks.repository.js';
import { type Database, statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { anyRuns } from '../../src/provisioning/intake/run-queue/run-slots.js';
import { RunClaims } from '../../src/provisioning/intake/run-queue/run-claims.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

const at = (second: number) => `2026-05-14T13:00:${String(second).padStart(2, '0')}.000Z`;

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

type Take = (second: number) => Promise<{ readonly organizationId: string } | undefined>;

/** One piece of work, $1 the organization, $2 an id, $3 when it came, and how a process takes one. */
const queues: readonly [string, string, (database: Database) => Take][] = [
  [
    'bulk jobs',
    `insert into bulk_jobs (organization_id, id, resource, status, atomic, dry_run, total, requested_by, created_at)
      values ($1, $2, 'users', 'queued', false, false, 1, 'key', $3)`,
    (database) => {
      const jobs = new BulkJobQueueRepository(database);
      return (second) => jobs.claim({ owner: 'a', now: at(second) });
    },
  ],
  [
    'report tasks',
    `insert into report_tasks (organization_id, id, report_id, status, parameters, format, earliest_at, latest_at,
      requested_by, created_at) values ($1, $2, '110', 'queued', '{}', 'csv', $3, $3, 'key', $3)`,
    (database) => {
      const tasks = new ReportTasksRepository(database);
      return (second) => tasks.claim({ owner: 'a', now: at(second) });
    },
  ],
];

test.each(queues)(
  'of %s, an organization that brings one waits for one of an organization that brought many, not for all of them',
  async (_, insert, process) => {
    const take = process(fresh.database);
    const [many, one] = [await fresh.organization(), await fresh.organization()];
    const bring = (house: Context, second: number) =>
      fresh.database.query(house, statement('', insert), [house.organizationId, randomUUID(), at(second)]);
    for (const second of [1, 2, 3]) await bring(many, second);
    expect((await take(10))?.organizationId).toBe(many.organizationId);
    await bring(one, 11);
    const order: (string | undefined)[] = [];
    for (const second of [12, 13, 14, 15]) order.push((await take(second))?.organizationId);
    expect(order).toEqual([one.organizationId, many.organizationId, many.organizationId, undefined]);
  },
);

test('runs of a connector or organization that has enough of them wait, others are taken', async () => {
  const runs = new RunClaims(fresh.database);
  const run = async (connector: string, mode: string, second: number) => {
    const house = await fresh.organization();
    const id = randomUUID();
    await fresh.database.query(
      house,
      statement(
        '',
        `
      insert into connections (organization_id, id, name, connector, settings, target, target_key, schedule, access,
        safety, enabled, status, created_at, updated_at)
      values ($1, $2, 'Desk', $3, '{}', '{}', 'own', '{}', '{}', '{}', true, 'active', $4, $4)`,
      ),
      [house.organizationId, id, connector, at(0)],
    );
    await fresh.database.query(
      house,
      statement(
        '',
        `
      insert into runs (organization_id, id, connection_id, mode, cause, status, requested_by, created_at) values ($1,
        $2, $2, $3, 'schedule', 'queued', 'schedule', $4)`,
      ),
      [house.organizationId, id, mode, at(second)],
    );
    return { id, organizationId: house.organizationId };
  };
  const mews = await run('mews', 'incremental', 1);
  const apaleo = await run('apaleo', 'incremental', 2);
  const bamboo = await run('bamboohr', 'incremental', 3);
  const drift = await run('mews', 'drift', 4);
  const claim = async (wanted: Partial<typeof anyRuns>) => {
    const found = await runs.claim({ owner: 'a', now: at(30) }, [], {
      ...anyRuns,
      modes: ['incremental'],
      ...wanted,
    });
    return found && { id: found.id, connector: found.connector };
  };
  expect(await claim({ notOfConnectors: ['mews'], notOfOrganizations: [apaleo.organizationId] })).toEqual({
    id: bamboo.id,
    connector: 'bamboohr',
  });
  expect(await claim({ notOfConnectors: ['mews'] })).toEqual({ id: apaleo.id, connector: 'apaleo' });
  expect(await claim({ notOfOrganizations: [mews.organizationId] })).toBeUndefined();
  expect(await claim({})).toEqual({ id: mews.id, connector: 'mews' });
  expect(await claim({})).toBeUndefined();
  expect(await claim({ modes: ['drift'] })).toEqual({ id: drift.id, connector: 'mews' });
});
