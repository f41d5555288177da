import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Statement, statement } from '../../src/database/database.js';
import { type Context, everyOrganization, systemContext } from '../../src/kernel/context.js';
import {
  dueForProbe,
  organizationsToTest,
  unplanned,
} from '../../src/provisioning/connection/connection.statements.js';
import { dueSubscriptions } from '../../src/provisioning/host/subscription-duty.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';

const now = '2026-05-14T13:00:00.000Z';
const resting = 5_000;
const everywhere = systemContext(everyOrganization, 'test');

/** $1 organization; $2 how many, or which of those that nothing is due for. */
const rest = statement(
  'test_resting_connections',
  `
  insert into connections (organization_id, id, name, connector, settings, target, target_key, schedule, access, safety,
    enabled, status, last_full_scan_at, next_full_at, next_incremental_at, next_drift_at, subscription_due_at,
    subscription, created_at, updated_at)
  select $1, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, 'PMS ' || i,
    (array['mews', 'webhook', 'envoy'])[1 + i % 3], '{}', '{}', 'built-in',
    '{"full": "0 4 * * *", "incremental": "* * * * *", "drift": "0 5 * * *"}', '{}', '{}', true, 'active',
    timestamptz '${now}', timestamptz '${now}' + interval '1 day', timestamptz '${now}' + interval '1 day',
    timestamptz '${now}' + interval '1 day', timestamptz '${now}' + interval '1 day', '{"kept": null, "revision": 1}',
    timestamptz '${now}', timestamptz '${now}'
  from generate_series(1, $2::int) i`,
);

let fresh: FreshDatabase;
let house: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
  house = await fresh.organization();
  await fresh.database.query(house, rest, [house.organizationId, resting]);
  await fresh.dataSource.query('analyze connections');
});
afterAll(async () => {
  await fresh.close();
});

const sweeps: readonly [string, Statement, readonly unknown[], string][] = [
  ['schedules', unplanned, [['mews', 'envoy'], ['mews']], 'next_full_at = null'],
  ['subscriptions that end', dueSubscriptions, [['mews', 'envoy'], now], `subscription_due_at = '${now}'`],
  ['subscriptions of changed settings', dueSubscriptions, [['mews', 'envoy'], now], 'revision = 2'],
  ['subscriptions that nobody made yet', dueSubscriptions, [['mews', 'envoy'], now], 'subscription_due_at = null'],
  ['probes', dueForProbe, [now], "status = 'quarantined'"],
  ['tests', organizationsToTest, [now], `test_due_at = '${now}'`],
];

test.each(sweeps)('%s: of many connections only what is due is read', async (_name, asked, values, due) => {
  const found = () => fresh.database.query(everywhere, asked, values);
  expect(await found()).toEqual([]);
  const plan = await fresh.database.query<Record<string, string>>(
    everywhere,
    statement(`test_plan_${asked.name}`, `explain (analyze, timing off, summary off) ${asked.text}`),
    values,
  );
  const lines = plan.map((row) => row['QUERY PLAN']);
  expect(lines.filter((line) => /Seq Scan on connections|Rows Removed by Filter: \d{2,}/.test(line))).toEqual([]);
  const change = (what: string) =>
    fresh.database.query(
      house,
      { name: '', text: `update connections set ${what} where id = '00000000-0000-7000-8000-000000000003'` },
      [],
    );
  await change(due);
  expect(await found()).toHaveLength(1);
  await change(
    `next_full_at = '2026-05-15', subscription_due_at = '2026-05-15', revision = 1, status = 'active',
      test_due_at = null`,
  );
  expect(await found()).toEqual([]);
});
