import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deviceListFields, DevicesRepository } from '../../../src/console/devices/devices.repository.js';
import { userListFields, UsersRepository } from '../../../src/console/users/users.repository.js';
import {
  voucherBatchListFields,
  VoucherBatchesRepository,
} from '../../../src/console/vouchers/voucher-batches.repository.js';
import { voucherListFields, VouchersRepository } from '../../../src/console/vouchers/vouchers.repository.js';
import { type Database, type Statement, statement } from '../../../src/database/database.js';
import type { ListFields } from '../../../src/http/list/list-fields.js';
import { readListQuery } from '../../../src/http/list/list-query.js';
import { SystemClock } from '../../../src/kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';

/** One step of what PostgreSQL really did. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Step[];
}

const rows = 40_000;
const groupId = '0190a0a0-0000-7000-8000-000000000003';
const connectionId = '0190a0a0-0000-7000-8000-00000000c001';
let fresh: FreshDatabase;
let context: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
  context = await fresh.organization();
  await fill(context.organizationId);
});
afterAll(async () => {
  await fresh.close();
});

test.each([
  ['users', 'users_list', ''],
  ['users', 'users_list', 'page=1500'],
  ['users', 'users_list', 'sort=created_at:desc'],
  ['users', 'users_username', 'sort=username:asc'],
  ['users', 'users_username', 'sort=username:desc'],
  ['users', 'users_by_last_name', 'sort=last_name:asc'],
  ['users', 'users_username', 'filter[username]=GUEST77@example.com'],
  ['users', 'users_username', 'filter[username][like]=guest777%'],
  ['users', 'users_by_email', 'filter[email]=guest77@example.com'],
  ['users', 'users_by_phone', 'filter[phone]=+43 77'],
  ['users', 'users_by_last_name', 'filter[last_name]=Huber77'],
  ['users', 'users_external_id', 'filter[external_id]=ext-77'],
  ['users', 'users_by_group', `filter[table_id]=${groupId}`],
  ['users', 'users_by_source', `filter[source]=${connectionId}`],
  ['users', 'users_disabled', 'filter[disabled]=1'],
  ['users', 'users_pkey', 'sort=id:desc'],
  ['devices', 'devices_list', ''],
  ['devices', 'devices_mac', 'filter[mac]=02-00-00-00-00-05'],
  ['devices', 'devices_mac', 'filter[mac][like]=02:00:00:00:00:%'],
  ['devices', 'devices_by_name', 'filter[name]=Device 77'],
  ['devices', 'devices_by_group', `filter[table_id]=${groupId}`],
  ['devices', 'devices_by_user', 'filter[user_id]=0190a0b0-0000-7000-8000-000000000002'],
  ['vouchers', 'vouchers_list', ''],
  ['vouchers', 'vouchers_list', 'sort=created_at:desc&page=1200'],
  ['vouchers', 'vouchers_code', 'filter[code]=v0000-0005'],
  ['vouchers', 'vouchers_code', 'filter[code][like]=v0000001%'],
  ['vouchers', 'vouchers_by_batch', 'filter[batch]=0190a0c0-0000-7000-8000-0000000001f5'],
  ['voucher_batches', 'vouchers_batches', ''],
  ['voucher_batches', 'vouchers_batches', 'sort=created_at:desc'],
  ['voucher_batches', 'vouchers_batches', 'sort=created_at:desc&page=30'],
  ['vouchers', 'vouchers_by_group', `filter[table_id]=${groupId}`],
  ['vouchers', 'vouchers_used', 'filter[status]=active'],
  ['vouchers', 'vouchers_by_end', 'filter[status]=expired'],
  ['vouchers', 'vouchers_revoked', 'filter[status]=revoked'],
] as const)('%s are listed by %s: %s', async (resource, index, query) => {
  const steps = await stepsOf(resource, query);
  expect(steps.map((step) => step['Index Name'])).toContain(index);
  expect(steps.filter((step) => step['Node Type'] === 'Seq Scan' && step['Relation Name'] === resource)).toEqual([]);
  // Sorting within what the index orders already is fine; so is sorting one page.
  const sorted = steps
    .filter((step) => step['Node Type'] === 'Sort')
    .map((step) => step.Plans?.[0]?.['Actual Rows'] ?? 0);
  expect(Math.max(0, ...sorted)).toBeLessThanOrEqual(rows / 20);
});

test('a filter without an index reads the whole table: the check above can fail', async () => {
  const steps = await stepsOf('users', 'sort=updated_at:desc');
  expect(steps.map((step) => step['Node Type'])).toEqual(expect.arrayContaining(['Seq Scan', 'Sort']));
});

test('the vouchers of a batch are counted for the batches of the page alone, not for those before it', async () => {
  const steps = await stepsOf('voucher_batches', 'page=10');
  const counts = steps.filter((step) => step['Index Name'] === 'vouchers_by_batch');
  expect(counts.map((step) => step['Actual Loops'])).toEqual([25]);
});

async function stepsOf(resource: 'users' | 'devices' | 'vouchers' | 'voucher_batches', query: string): Promise<Step[]> {
  const steps: Step[] = [];
  const database = {
    query: async (inside: Context, { text }: Statement, values: readonly unknown[]) => {
      const [
        {
          'QUERY PLAN': [{ Plan: plan }],
        },
      ] = await fresh.database.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
        inside,
        statement('', `explain (analyze, timing off, format json) ${text}`),
        values,
      );
      steps.push(...flat(plan));
      return [{ total_items: 0 }];
    },
  } as unknown as Database;
  const list = (fields: ListFields) =>
    readListQuery(
      Object.fromEntries(
        query
          .split('&')
          .filter(Boolean)
          .map((pair) => pair.split('=')),
      ),
      fields,
    );
  if (resource === 'users') await new UsersRepository(database, new SystemClock()).list(context, list(userListFields));
  else if (resource === 'devices') await new DevicesRepository(database).list(context, list(deviceListFields));
  else if (resource === 'voucher_batches')
    await new VoucherBatchesRepository(database).list(context, list(voucherBatchListFields), new Date().toISOString());
  else await new VouchersRepository(database).list(context, list(voucherListFields), new Date().toISOString());
  return steps;
}

function flat(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(flat)];
}

async function fill(organizationId: string): Promise<void> {
  const uuid = (start: string, number: string) =>
    `('${start}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
  const [group, at] = [uuid('0190a0a0', '1 + i % 20'), "timestamptz '2024-01-01' + i * interval '1 second'"];
  const insert = (table: string, columns: string, values: string, count = rows) =>
    fresh.database.query(
      systemContext(everyOrganization, 'test'),
      statement(
        '',
        `
    insert into ${table} (organization_id, ${columns}, created_at, updated_at) select $1::uuid, ${values}, ${at}, ${at}
      from generate_series(1, ${count}) i`,
      ),
      [organizationId],
    );
  await insert('user_groups', 'id, name, name_key', `${uuid('0190a0a0', 'i')}, 'g' || i, 'g' || i`, 20);
  await insert(
    'users',
    'id, username, username_key, group_id, disabled, last_name, email, phone, external_id, source_connection_id',
    `
    ${uuid('0190a0b0', 'i')}, 'Guest' || i || '@example.com', 'guest' || i || '@example.com', ${group}, i % 100 = 0,
      'Huber' || i % 2000, 'guest' || i || '@example.com',
    case when i % 10 = 0 then '+43 ' || i end, 'ext-' || i, case when i % 50 = 0 then '${connectionId}'::uuid end`,
  );
  await insert(
    'vouchers',
    'id, code, code_key, group_id, batch_id, first_used_at, valid_until, revoked_at',
    `
    ${uuid('0190a0c0', 'i')}, 'V' || lpad(i::text, 8, '0'), 'V' || lpad(i::text, 8, '0'), ${group},
      ${uuid('0190a0c0', 'i - (i - 1) % 100')},
    case when i % 100 = 1 then now() end, case when i % 100 = 2 then now() end, case when i % 100 = 3 then now() end`,
  );
  await insert(
    'devices',
    'id, mac, name, user_id, group_id',
    `${uuid('0190a0e0', 'i')}, '02' || lpad(to_hex(i), 10, '0'), 'Device ' || i, case when i % 2 = 0
      then ${uuid('0190a0b0', 'i')} end, ${group}`,
  );
  for (const table of ['users', 'vouchers', 'devices']) await fresh.dataSource.query(`vacuum analyze ${table}`);
}
