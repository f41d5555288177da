import pg from 'pg';
import { deviceListFields, DevicesRepository } from '../src/console/devices/devices.repository.js';
import { userListFields, UsersRepository } from '../src/console/users/users.repository.js';
import { voucherListFields, VouchersRepository } from '../src/console/vouchers/vouchers.repository.js';
import type { Database, Statement } from '../src/database/database.js';
import type { ListFields } from '../src/http/list/list-fields.js';
import { type ListQuery, readListQuery } from '../src/http/list/list-query.js';
import { SystemClock } from '../src/kernel/clock.js';
import { type Context, systemContext } from '../src/kernel/context.js';
import { type Figure, median } from './report.js';
import { ask, newOrganization, type World } from './world.js';

const counts = { users: 1_000_000, vouchers: 300_000, devices: 300_000 };
const rounds = 7;

type Resource = keyof typeof counts;
type Query = Readonly<Record<string, string>>;

interface Wanted {
  readonly name: string;
  readonly resource: Resource;
  readonly query: Query;
  /** Milliseconds within the database. */
  readonly goal?: number;
}

/** One organization with a million users: what a page takes within the database and to the caller, one caller. */
export async function listsBench(world: World): Promise<Figure[]> {
  const organization = await newOrganization(world, 'A million');
  const id = organization['x-organization-id'];
  await fill(world.sql, id);
  const groupId = (
    await world.sql.query<{ id: string }>('select id from user_groups where organization_id = $1 and name = $2', [
      id,
      'g3',
    ])
  ).rows[0].id;
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const figures: Figure[] = [];
  for (const wanted of pages(groupId)) {
    const [inDatabase, toCaller] = [
      await timesOf(() => explained(client, id, wanted)),
      await timesOf(() => called(world, organization, wanted)),
    ];
    figures.push({
      name: `${wanted.name}: in the database, to the caller`,
      ours: `${milliseconds(inDatabase)}, ${milliseconds(toCaller)}`,
      goal: wanted.goal ? `${wanted.goal} ms` : undefined,
    });
  }
  await client.end();
  return figures;
}

function pages(groupId: string): Wanted[] {
  const users = (name: string, query: Query, goal = 10): Wanted => ({
    name: `users, ${name}`,
    resource: 'users',
    query,
    goal,
  });
  return [
    users('page 1', {}),
    users('newest first', { sort: 'created_at:desc' }),
    users('by name downwards', { sort: 'username:desc' }),
    users('one username', { 'filter[username]': 'Guest777@example.com' }),
    users('usernames that begin with guest7777', { 'filter[username][like]': 'guest7777%' }),
    users('one e-mail address', { 'filter[email]': 'guest777@example.com' }),
    users('20 of one last name', { 'filter[last_name]': 'Huber77' }),
    users('50,000 of one group', { 'filter[table_id]': groupId }),
    users('10,000 disabled ones', { 'filter[disabled]': '1' }),
    users('page 1,000 of 25', { page: '1000' }),
    users('page 40,000 of 25', { page: '40000' }, 1000),
    users('page 2,000 of a group', { 'filter[table_id]': groupId, page: '2000' }, 1000),
    users('a piece from within a name', { 'filter[username][like]': '%77@%' }, 1000),
    users('by a field without an index', { sort: 'updated_at:desc' }, 1000),
    {
      name: 'vouchers of one batch',
      resource: 'vouchers',
      query: { 'filter[batch]': '0190a0d0-0000-7000-8000-000000000005' },
      goal: 10,
    },
    { name: 'vouchers, the active of 300,000', resource: 'vouchers', query: { 'filter[status]': 'active' }, goal: 10 },
    { name: 'vouchers, the revoked', resource: 'vouchers', query: { 'filter[status]': 'revoked' }, goal: 10 },
    { name: 'vouchers, 90,000 unused', resource: 'vouchers', query: { 'filter[status]': 'unused' }, goal: 10 },
    { name: 'vouchers, 180,000 expired', resource: 'vouchers', query: { 'filter[status]': 'expired' } },
    { name: 'one code', resource: 'vouchers', query: { 'filter[code]': 'v0000-0005' }, goal: 10 },
    { name: 'devices, page 1', resource: 'devices', query: {}, goal: 10 },
    { name: 'one MAC address', resource: 'devices', query: { 'filter[mac]': '02-00-00-00-00-05' }, goal: 10 },
  ];
}

async function timesOf(work: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await work());
  return median(times);
}

async function called(world: World, headers: Record<string, string>, { resource, query }: Wanted): Promise<number> {
  const startedAt = performance.now();
  await ask(world, 'GET', `/${resource}?${new URLSearchParams(query).toString()}`, undefined, headers);
  return performance.now() - startedAt;
}

/** The statement that the list itself makes, behind the tenant wall: planning and execution. */
async function explained(client: pg.Client, organizationId: string, { resource, query }: Wanted): Promise<number> {
  let taken = 0;
  const database = {
    query: async (_: Context, { text }: Statement, values: unknown[]) => {
      await client.query(`begin; set local role usher_tenant; set local usher.organization_id = '${organizationId}'`);
      const { rows } = await client.query<{ 'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      await client.query('commit');
      const [plan] = rows[0]['QUERY PLAN'];
      taken += plan['Planning Time'] + plan['Execution Time'];
      return [{ total_items: 0 }];
    },
  } as unknown as Database;
  await list(database, systemContext(organizationId, 'bench'), resource, query);
  return taken;
}

async function list(database: Database, context: Context, resource: Resource, query: Query): Promise<void> {
  const read = (fields: ListFields): ListQuery => readListQuery(query, fields);
  if (resource === 'users') await new UsersRepository(database, new SystemClock()).list(context, read(userListFields));
  else if (resource === 'devices') await new DevicesRepository(database).list(context, read(deviceListFields));
  else await new VouchersRepository(database).list(context, read(voucherListFields), new Date().toISOString());
}

/** Set-based, into the schema as it is: indexes, triggers and all. */
async function fill(sql: pg.Pool, organizationId: string): Promise<void> {
  const uuid = (start: string, number: string) =>
    `('${start}-' || lpad(to_hex((${number}) / 65536), 4, '0') || '-7000-8000-' || lpad(to_hex(${number}), 12,
      '0'))::uuid`;
  const [group, at] = [uuid('0190a0a0', '1 + i % 20'), "timestamptz '2024-01-01' + i * interval '1 second'"];
  const rows = (table: string, columns: string, values: string, count: number) =>
    sql.query(
      `insert into ${table} (organization_id, ${columns}, created_at, updated_at) select $1, ${values}, ${at}, ${at}
        from generate_series(1, ${count}) i`,
      [organizationId],
    );
  await rows('user_groups', 'id, name, name_key', `${uuid('0190a0a0', 'i')}, 'g' || i, 'g' || i`, 20);
  await rows(
    'users',
    'id, username, username_key, group_id, disabled, first_name, last_name, email, external_id, valid_until',
    `
    ${uuid('0190a0b0', 'i')}, 'Guest' || i || '@example.com', 'guest' || i || '@example.com', ${group}, i % 100 = 0,
      'Anna' || i % 1000, 'Huber' || i % 50000,
    'guest' || i || '@example.com', 'ext-' || i, now() + i * interval '1 minute'`,
    counts.users,
  );
  await rows(
    'vouchers',
    'id, code, code_key, group_id, batch_id, duration_seconds, first_used_at, revoked_at',
    `
    ${uuid('0190a0c0', 'i')}, 'V' || lpad(i::text, 8, '0'), 'V' || lpad(i::text, 8, '0'), ${group},
      ${uuid('0190a0d0', 'i / 100')}, 86400,
    case when i % 20 < 12 then now() - interval '30 days' when i % 20 = 12 then now() end, case when i % 20 = 13
    then now() end`,
    counts.vouchers,
  );
  await rows(
    'devices',
    'id, mac, name, type, user_id, group_id',
    `
    ${uuid('0190a0e0', 'i')}, '02' || lpad(to_hex(i), 10, '0'), 'Device ' || i, 'phone', case when i % 2 = 0
      then ${uuid('0190a0b0', 'i')} end, ${group}`,
    counts.devices,
  );
  for (const table of ['users', 'vouchers', 'devices', 'user_groups']) await sql.query(`vacuum analyze ${table}`);
}

function milliseconds(time: number): string {
  return `${time.toFixed(time < 10 ? 2 : 0)} ms`;
}
