import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { laterBy } from '../../../src/kernel/clock.js';
import type { Context } from '../../../src/kernel/context.js';
import { SilentLog } from '../../../src/kernel/log.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { InboxRepository } from '../../../src/provisioning/inbox/inbox.repository.js';
import { RowRetention } from '../../../src/database/retention/row-retention.js';
import { ForgottenPeople } from '../../../src/provisioning/privacy/forgotten-people.js';
import { Retention } from '../../../src/retention/retention.js';
import { RunRepository } from '../../../src/provisioning/intake/run-queue/run.repository.js';
import { SubjectLock } from '../../../src/provisioning/subject/subject-lock.js';
import { SubjectRepository } from '../../../src/provisioning/subject/subject.repository.js';
import { StormGuard } from '../../../src/provisioning/subject/storm-guard.js';
import { Subjects } from '../../../src/provisioning/intake/changes/subjects.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest, left, makeRig, type Rig } from '../reconcile/rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let desk: StoredConnection;
let retention: Retention;
let subjects: Subjects;
let rows: SubjectRepository;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  rig = makeRig(fresh);
  context = await fresh.organization();
  desk = await rig.connection(context, { preset: 'hotel-enterprise', delete_after_seconds: 86_400 });
  rows = new SubjectRepository(fresh.database, rig.clock);
  subjects = new Subjects(rows, rig.entitler, new StormGuard(rig.database, rig.log, rig.clock), rig.ids);
  retention = new Retention(
    new RowRetention(fresh.database),
    new ForgottenPeople(fresh.database, new SubjectLock(fresh.database), rig.entitlements),
    rig.clock,
    rig.chance,
    new SilentLog(),
  );
});

async function heard(...changes: Change[]): Promise<void> {
  await fresh.database.transaction(context, async (inside) => {
    const sequence = await rows.nextSequence(inside);
    await subjects.apply(inside, desk, [
      { origin: { sequence, at: rig.clock.instant(), cause: { kind: 'event', id: rig.ids.next() } }, changes },
    ]);
  });
  await rig.settleAll(context);
}

const record = (key: string, facts: ReturnType<typeof guest>, version: string): Change => ({
  kind: 'record',
  mode: 'replace',
  record: { key, version, facts },
});

/** Somebody who came and went, and somebody who stays for ever. */
async function comeAndGone(): Promise<void> {
  await heard(
    record('A', guest('Novak', '101'), '1'),
    record('B', guest('Horvat', '102', { departureAt: '2028-05-16T09:00:00.000Z' }), '1'),
  );
  await heard(record('A', left(guest('Novak', '101'), rig.clock.instant()), '2'));
}

/** Days later, with one round of retention at the end of them. */
async function later(days: number): Promise<void> {
  await rig.clock.advance(days * 86_400);
  await rig.settleAll(context);
  await retention.round();
}

const counted = async () =>
  Object.fromEntries(
    await Promise.all(
      ['subjects', 'identities', 'entitlements', 'bindings', 'provision_log'].map(async (table) => [
        table,
        (await rig.rows(context, table)).length,
      ]),
    ),
  );
const factsOf = async (key: string) =>
  (await rig.rows<{ facts: object }>(context, 'subjects', 'facts', `source_key = '${key}'`))[0]?.facts;

test('nothing is deleted in the first month', async () => {
  await comeAndGone();
  const before = await counted();
  await later(29);
  expect(await counted()).toMatchObject({ ...before, provision_log: expect.any(Number) });
  expect(await factsOf('A')).toMatchObject({ lastName: 'Novak' });
});

test('a month after the end only a person’s key and version remain; people who are there keep everything', async () => {
  await comeAndGone();
  await later(29);
  await later(3);
  expect(await factsOf('A')).toEqual({ kind: 'stay', status: 'checked_out' });
  expect(await factsOf('B')).toMatchObject({ lastName: 'Horvat', status: 'in_house' });
  expect(await rig.rows(context, 'entitlements', "spec ->> 'lastName' as name")).toEqual([{ name: 'Horvat' }]);
  expect(await rig.accounts(context)).toEqual({ '102-horvat': 'enabled' });
});

test('an event from before the end brings nobody back, however long ago; a newer one does', async () => {
  await comeAndGone();
  await later(29);
  await later(32);
  await heard(record('A', guest('Novak', '101'), '1'));
  expect(await rig.accounts(context)).toEqual({ '102-horvat': 'enabled' });
  await heard(record('A', guest('Novak', '101', { departureAt: '2026-09-01T09:00:00.000Z' }), '3'));
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled', '102-horvat': 'enabled' });
});

test('a person who left but whose access has still to end keeps facts and entitlement', async () => {
  const keeps = await rig.connection(context, {
    preset: 'hotel-enterprise',
    ends: { at: 'departure', offset_seconds: 0, after_check_out_seconds: 90 * 86_400 },
  });
  await rig.say(context, keeps, { C: left(guest('Kern', '103'), rig.clock.instant()) });
  await fresh.database.query(
    context,
    { name: 'test_gone', text: "update subjects set state = 'gone' where organization_id = $1" },
    [context.organizationId],
  );
  await later(40);
  expect(await factsOf('C')).toMatchObject({ lastName: 'Kern' });
  expect(await rig.rows(context, 'entitlements')).toHaveLength(1);
});

test('what a paused console has not been told yet keeps its entitlement', async () => {
  await heard(record('A', guest('Novak', '101', { departureAt: '2028-05-16T09:00:00.000Z' }), '1'));
  await rig.connections.setPause(context, desk.id, 'all', 'paused');
  await heard(record('A', left(guest('Novak', '101'), rig.clock.instant()), '2'));
  await later(40);
  expect(await rig.rows(context, 'entitlements')).toHaveLength(1);
  await rig.connections.setPause(context, desk.id, null, 'active');
  await rig.work.release(context, rig.clock.instant());
  await later(1);
  expect(await rig.accounts(context)).not.toMatchObject({ '101-novak': 'enabled' });
});

test('deliveries go after 90 days, but not one that still has to be made', async () => {
  for (const status of ['delivered', 'failed', 'pending']) {
    await fresh.database.query(
      context,
      {
        name: 'test_old_delivery',
        text: `
      insert into credential_deliveries (organization_id, id, connection_id, via, position, status, due_at, created_at)
      values ($1, gen_random_uuid(), $2, 'email', 0, $3, $4, $4)`,
      },
      [context.organizationId, desk.id, status, rig.clock.instant()],
    );
  }
  await later(91);
  expect(await rig.rows(context, 'credential_deliveries', 'status')).toEqual([{ status: 'pending' }]);
});

test('after 400 days tombstones, their accounts’ identities and the log are gone', async () => {
  await comeAndGone();
  await later(29);
  await later(2);
  await later(31);
  expect((await counted()).subjects).toBe(2);
  await later(340);
  await later(1);
  expect(await factsOf('A')).toBeUndefined();
  expect(await rig.rows(context, 'identities', 'account_key')).toEqual([{ account_key: '102-horvat' }]);
  // By whole months.
  expect(await rig.rows(context, 'provision_log')).not.toEqual([]);
  await later(60);
  expect(await rig.rows(context, 'provision_log')).toEqual([]);
});

test('an account that stays disabled at the console keeps its identity and its binding', async () => {
  desk = await rig.connection(context, { preset: 'hotel-enterprise', delete_after_seconds: null });
  await heard(record('A', guest('Novak', '101'), '1'));
  await heard(record('A', left(guest('Novak', '101'), rig.clock.instant()), '2'));
  await later(41);
  await later(400);
  expect(await rig.rows(context, 'bindings', 'name, state')).toEqual([{ name: '101-novak', state: 'bound' }]);
  expect(await rig.rows(context, 'identities')).toHaveLength(1);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
});

test('messages and runs that are over go after 90 days; what waits stays, and so does a held plan', async () => {
  const inbox = new InboxRepository(fresh.database);
  const runs = new RunRepository(fresh.database);
  const event = () => ({
    id: rig.ids.next(),
    connectionId: desk.id,
    kind: 'hook',
    dedupeKey: null,
    payloadSealed: 'sealed',
    byteLength: 1,
    digest: 'd',
    receivedAt: rig.clock.instant(),
  });
  const [over, waiting, emptied] = [event(), event(), event()];
  await inbox.insert(context, [over, waiting, emptied]);
  await fresh.database.query(
    context,
    {
      name: 'test_emptied',
      text: 'update inbox_events set payload_sealed = null where organization_id = $1 and id = $2',
    },
    [context.organizationId, emptied.id],
  );
  await inbox.settle(context, [{ id: over.id, status: 'absorbed', problem: null }], rig.clock.instant());
  const [ended, held] = [rig.ids.next(), rig.ids.next()];
  for (const [id, mode] of [
    [ended, 'full'],
    [held, 'access'],
  ] as const)
    await runs.insert(
      context,
      id,
      desk.id,
      { mode, dryRun: false, cause: 'schedule', requestedBy: 'test' },
      rig.clock.instant(),
    );
  await runs.finish(context, ended, 'done', rig.clock.instant());
  await later(91);
  expect((await rig.rows<{ id: string }>(context, 'inbox_events', 'id')).map(({ id }) => id).sort()).toEqual(
    [waiting.id, emptied.id].sort(),
  );
  expect(await rig.rows(context, 'runs', 'id')).toEqual([{ id: held }]);
});

test('an organization keeps its provisioning log for as many days as it names, and nobody else for that', async () => {
  const connectionId = desk.id;
  const organizations = { usual: context, brief: await fresh.organization(), long: await fresh.organization() };
  const write = async (days: number, of: Context) =>
    fresh.database.query(
      of,
      {
        name: 'test_old_log',
        text: `
    insert into provision_log (organization_id, id, at, connection_id, kind, status, cause, actor)
    values ($1, gen_random_uuid(), $2, $3, 'skip', 'skipped', 'timer', 'test')`,
      },
      [of.organizationId, laterBy(rig.clock.instant(), -days * 86_400), connectionId],
    );
  const keep = (of: Context, days: number) =>
    fresh.database.query(
      of,
      {
        name: 'test_keep_log',
        text: `
    update organizations set retention = jsonb_build_object('provisioning_log_days', $2::int) where id = $1`,
      },
      [of.organizationId, days],
    );
  await keep(organizations.brief, 30);
  await keep(organizations.long, 800);
  for (const of of Object.values(organizations)) for (const days of [29, 31, 399, 401, 799, 840]) await write(days, of);
  await retention.round();
  const ages = async (of: Context) =>
    (
      await rig.rows<{ days: number }>(
        of,
        'provision_log',
        `round(extract(epoch from '${rig.clock.instant()}'::timestamptz - at) / 86400)::int as days`,
      )
    )
      .map(({ days }) => days)
      .sort((one, other) => one - other);
  expect({
    usual: await ages(organizations.usual),
    brief: await ages(organizations.brief),
    long: await ages(organizations.long),
  }).toEqual({ usual: [29, 31, 399], brief: [29], long: [29, 31, 399, 401, 799] });
});

test('more than one batch goes in one round, and rounds at the same time do not disturb each other', async () => {
  await fresh.database.query(
    context,
    {
      name: 'test_many_logs',
      text: `
    insert into provision_log (organization_id, id, at, connection_id, kind, status, cause, actor)
    select $1, gen_random_uuid(), $2, $3, 'skip', 'skipped', 'timer', 'test' from generate_series(1, 2500)
    returning 1`,
    },
    [context.organizationId, rig.clock.instant(), desk.id],
  );
  await rig.clock.advance(432 * 86_400);
  await Promise.all([retention.round(), retention.round(), retention.round()]);
  await retention.round();
  expect(await rig.rows(context, 'provision_log')).toEqual([]);
});

test('a month that is over for everybody is dropped as a whole, and the log goes on', async () => {
  await comeAndGone();
  const kept = { column: 'sum(total)::int as total', of: "resource = 'provision_log'" };
  const total = async () =>
    (await rig.rows<{ total: number }>(context, 'resource_counts', kept.column, kept.of))[0].total;
  const counted = async () => expect(await total()).toBe((await rig.rows(context, 'provision_log')).length);
  await counted();
  const month = `provision_log_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
  const isThere = async () =>
    (await fresh.dataSource.query<{ there: boolean }[]>('select to_regclass($1) is not null as there', [month]))[0]
      .there;
  expect(await isThere()).toBe(true);
  // Ids have the machine's time, whatever the clock of the test says; an organization keeps 800 days.
  const behind = (Date.now() - Date.parse(rig.clock.instant())) / 1000;
  await rig.clock.advance(Math.max(0, behind) + 840 * 86_400);
  await retention.round();
  expect(await isThere()).toBe(false);
  expect(await rig.rows(context, 'provision_log')).toEqual([]);
  expect(await total()).toBe(0);
  await comeAndGone();
  expect(await rig.rows(context, 'provision_log')).not.toEqual([]);
  await counted();
});
