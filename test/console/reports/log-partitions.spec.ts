import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { LogPartitionsRepository } from '../../../src/console/reports/logs/log-partitions.repository.js';
import { LogUpkeep } from '../../../src/console/reports/logs/log-upkeep.js';
import { ReportCatalogue } from '../../../src/console/reports/definitions/report-catalogue.js';
import { readReportRequest } from '../../../src/console/reports/query/report-request.js';
import { inUtc } from '../../../src/console/reports/query/report-time.js';
import { batchSql, reportPageSql, type Position } from '../../../src/console/reports/query/report-sql.js';
import { statement } from '../../../src/database/database.js';
import { type Context, everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { SilentLog } from '../../../src/kernel/log.js';
import type { Settings } from '../../../src/kernel/settings.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { ManualClock, SeededChance } from '../../kernel/manual-clock.js';

let fresh: FreshDatabase;
let house: Context;
let neighbour: Context;
let clock: ManualClock;
beforeAll(async () => {
  fresh = await freshDatabase();
  [house, neighbour] = [await fresh.organization('here'), await fresh.organization('there')];
});
beforeEach(async () => {
  clock = new ManualClock('2031-05-14T14:00:00.000Z');
  await sql("update organizations set retention = '{}'");
  await sql('delete from authentication_log');
});
afterAll(async () => {
  await fresh.close();
});

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  fresh.database.query<Row>(systemContext(everyOrganization, 'test'), statement('', text), values);
const upkeep = (settings: Partial<Settings> = {}) =>
  new LogUpkeep(
    new LogPartitionsRepository(fresh.database),
    settings as Settings,
    fresh.database,
    clock,
    new SeededChance(),
    new SilentLog(),
  );
const addLogins = (context: Context, from: string, until: string, every: string) =>
  sql(
    `insert into authentication_log (organization_id, at, id, outcome, username, mac)
   select $1, t, gen_random_uuid(), 'accepted', 'user-' || extract(epoch from t)::bigint % 50, 'aabbcc001122'
     from generate_series($2::timestamptz, $3::timestamptz, $4::interval) t`,
    [context.organizationId, from, until, every],
  );
const places = async () =>
  Object.fromEntries(
    (
      await sql<{ place: string; rows: number }>(
        'select tableoid::regclass::text as place, count(*)::int as rows from authentication_log group by 1 order by 1',
      )
    ).map(({ place, rows }) => [place, rows]),
  );
const setRetention = ({ organizationId }: Context, retention: object) =>
  sql('update organizations set retention = $2 where id = $1', [organizationId, retention]);

test('rows that no month holds wait in the default partition, and move when their month is made', async () => {
  await addLogins(house, '2031-05-10T00:00:00Z', '2031-05-10T23:59:00Z', '1 hour');
  await addLogins(neighbour, '2031-06-30T23:00:00Z', '2031-07-01T01:00:00Z', '1 hour');
  expect(await places()).toEqual({ authentication_log_default: 27 });
  await upkeep().round();
  expect(await places()).toEqual({
    authentication_log_2031_05: 24,
    authentication_log_2031_06: 1,
    authentication_log_2031_07: 2,
  });
  await upkeep().round();
  await addLogins(house, '2031-05-11T00:00:00Z', '2031-05-11T00:00:00Z', '1 hour');
  expect((await places()).authentication_log_2031_05).toBe(25);
});

test('processes that see to the months together make each once', async () => {
  clock.setTo('2032-01-15T00:00:00.000Z');
  await addLogins(house, '2032-01-01T00:00:00Z', '2032-03-31T00:00:00Z', '1 day');
  await Promise.all([upkeep().round(), upkeep().round(), upkeep().round()]);
  await upkeep().round();
  expect(await places()).toEqual({
    authentication_log_2032_01: 31,
    authentication_log_2032_02: 29,
    authentication_log_2032_03: 31,
  });
});

test('a month is dropped when all of it is older than the setting says, and not a day before', async () => {
  await upkeep().round();
  await addLogins(house, '2031-05-31T12:00:00Z', '2031-06-01T12:00:00Z', '1 day');
  const settings = { authenticationLogDays: 10 };
  clock.setTo('2031-06-10T23:00:00.000Z');
  await upkeep(settings).round();
  expect(await places()).toEqual({ authentication_log_2031_05: 1, authentication_log_2031_06: 1 });
  clock.setTo('2031-06-11T01:00:00.000Z');
  await upkeep(settings).round();
  expect(await places()).toEqual({ authentication_log_2031_06: 1 });
  expect(
    (await sql<{ gone: boolean }>("select to_regclass('authentication_log_2031_05') is null as gone"))[0].gone,
  ).toBe(true);
});

test("shorter retention deletes the organization's rows only; longer retention keeps them alone", async () => {
  const third = await fresh.organization('third');
  clock.setTo('2033-05-14T00:00:00.000Z');
  await upkeep().round();
  clock.setTo('2033-07-20T00:00:00.000Z');
  for (const each of [house, neighbour, third])
    await addLogins(each, '2033-05-01T00:00:00Z', '2033-07-01T00:00:00Z', '10 days');
  await setRetention(house, { authentication_log_days: 25 });
  await setRetention(neighbour, { authentication_log_days: 365 });
  await upkeep({ authenticationLogDays: 60 }).round();
  const kept = await sql<{ id: string; rows: number; first: string }>(
    'select organization_id as id, count(*)::int as rows, min(at) as first from authentication_log group by 1',
  );
  expect(Object.fromEntries(kept.map(({ id, rows, first }) => [id, [rows, first]]))).toEqual({
    [house.organizationId]: [1, '2033-06-30T00:00:00.000Z'],
    [third.organizationId]: [5, '2033-05-21T00:00:00.000Z'],
    [neighbour.organizationId]: [7, '2033-05-01T00:00:00.000Z'],
  });
});

test('a tenant neither makes nor drops months, and reads no partition past the wall', async () => {
  await upkeep().round();
  await addLogins(house, '2031-05-10T00:00:00Z', '2031-05-10T02:00:00Z', '1 hour');
  for (const call of [
    "usher_make_log_partitions('authentication_log', now(), 1)",
    "usher_drop_log_partitions('authentication_log', now())",
  ]) {
    await expect(fresh.database.query(house, statement('', `select ${call}`))).rejects.toThrow(/business of upkeep/);
  }
  await expect(sql("select usher_make_log_partitions('users', now(), 1)")).rejects.toThrow(/business of upkeep/);
  await expect(sql("select usher_drop_log_partitions('users', now())")).rejects.toThrow(/business of upkeep/);
  for (const table of ['authentication_log', 'authentication_log_default', 'authentication_log_2031_06']) {
    expect(await fresh.database.query(neighbour, statement('', `select id from ${table}`))).toEqual([]);
  }
  expect(await fresh.database.query(house, statement('', 'select id from authentication_log'))).toHaveLength(3);
  await expect(
    fresh.database.query(
      neighbour,
      statement(
        '',
        'insert into authentication_log (organization_id, at, id, outcome) values ($1, now(), ' +
          "gen_random_uuid(), 'accepted')",
      ),
      [house.organizationId],
    ),
  ).rejects.toThrow(/row-level security/);
  const [{ may }] = await sql<{ may: boolean }>(
    "select has_table_privilege('usher_tenant', 'authentication_log_default', 'select') as may",
  );
  expect(may).toBe(false);
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** Which tables a statement reads, and how. */
async function readBy({ text, values }: { text: string; values: unknown[] }): Promise<string[]> {
  const [{ plan }] = (
    await fresh.database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      house,
      statement('', `explain (format json) ${text}`),
      values,
    )
  ).map((row) => ({ plan: row['QUERY PLAN'][0].Plan }));
  const nodes = (node: Plan): Plan[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return [
    ...new Set(
      nodes(plan)
        .filter((node) => node['Relation Name'])
        .map((node) => `${node['Relation Name']} ${node['Node Type'] === 'Seq Scan' ? 'whole' : 'by index'}`),
    ),
  ].sort();
}

test('a report over a narrow time reads its months alone, by index, whatever the others hold', async () => {
  clock.setTo('2034-02-14T00:00:00.000Z');
  for (const month of ['2033-12', '2034-02']) {
    clock.setTo(`${month}-14T00:00:00.000Z`);
    await upkeep({ authenticationLogDays: 3650 }).round();
  }
  for (const each of [house, neighbour])
    await addLogins(each, '2033-12-01T00:00:00Z', '2034-02-28T00:00:00Z', '4 minutes');
  await sql('analyze authentication_log');
  const catalogue = new ReportCatalogue();
  const request = (query: Record<string, string>) =>
    readReportRequest(catalogue.permitted(house, '110'), query, inUtc('2034-02-14T00:00:00.000Z'));

  expect(await readBy(reportPageSql(house, request({ earliest: '-4h' })))).toEqual([
    'authentication_log_2034_02 by index',
  ]);
  // What is counted may be most of a month: reading that whole is right.
  expect(
    (await readBy(reportPageSql(house, request({ earliest: '-20d' })))).map((each) => each.split(' ')[0]),
  ).not.toContain('authentication_log_2033_12');
  expect(await readBy(reportPageSql(house, request({ earliest: '-40d', 'filter[username]': 'USER-7' })))).toEqual([
    'authentication_log_2034_01 by index',
    'authentication_log_2034_02 by index',
  ]);
  // Of a file, each read only goes on: months that are done are not opened any more.
  const after: Position = { time: '2033-12-20 00:00:00+00', key: '0190a0a1-0000-7000-8000-000000000001' };
  expect(await readBy(batchSql(house, request({ earliest: '2033-12-01' }), after))).toEqual([
    'authentication_log_2033_12 by index',
  ]);
});
