import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import type { Context } from '../../../src/kernel/context.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { event, guest, left, makeRig, type Rig } from './rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let desk: StoredConnection;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  rig = makeRig(fresh);
  context = await fresh.organization();
  desk = await rig.connection(context);
});

const say = async (records: Parameters<Rig['say']>[2], from = desk) => {
  const subjects = await rig.say(context, from, records);
  await rig.settleAll(context);
  return subjects;
};
const byHand = async (username: string) => {
  const [outcome] = await rig.console.apply(context, [
    {
      kind: 'create_user',
      id: rig.ids.next(),
      password: 'own password',
      groupId: null,
      externalId: rig.ids.next(),
      user: {
        username,
        passwordFingerprint: null,
        groupName: null,
        disabled: false,
        validFrom: null,
        validUntil: null,
        maxDevices: null,
        firstName: 'By',
        lastName: 'Hand',
        email: null,
        phone: null,
        comment: null,
      },
    },
  ]);
  return outcome.status === 'done' ? outcome.remoteId : '';
};
const passwords = () =>
  rig.rows<{ password_ssha512: string; first_name: string; group_id: string | null }>(
    context,
    'users',
    'password_ssha512, first_name, group_id',
  );

test('an approved account keeps its name, person and password, follows the stay, is never deleted', async () => {
  await byHand('101-Novak');
  const before = await passwords();
  const [subject] = await say({ A: guest('Novak', '101') });
  await rig.links.approve(context, desk, subject.id);
  await rig.settleAll(context);
  const after = await passwords();
  expect(after).toMatchObject([{ password_ssha512: before[0].password_ssha512, first_name: 'By' }]);
  expect(after[0].group_id).not.toBeNull();
  expect(await rig.rows(context, 'subjects', 'disputed')).toEqual([{ disputed: null }]);
  await say({ A: left(guest('Novak', '101'), rig.clock.instant()) });
  expect(await rig.accounts(context)).toEqual({ '101-Novak': 'disabled' });
  await rig.clock.advance(90_000);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-Novak': 'disabled' });
});

test('an approved link to another connection’s account shares it from then on', async () => {
  const visitors = await rig.connection(context);
  await say({ A: guest('Novak', '101') });
  const [visitor] = await say({ V: guest('Novak', '101', { departureAt: '2026-05-20T09:00:00.000Z' }) }, visitors);
  await rig.links.approve(context, visitors, visitor.id);
  await rig.settleAll(context);
  expect(await rig.rows(context, 'users', 'valid_until')).toEqual([{ valid_until: '2026-05-20T11:00:00.000Z' }]);
  await say({ V: guest('Novak', '101', { departureAt: '2026-05-21T09:00:00.000Z' }) }, visitors);
  expect(await rig.rows(context, 'users', 'valid_until')).toEqual([{ valid_until: '2026-05-21T11:00:00.000Z' }]);
  await say({ A: left(guest('Novak', '101'), rig.clock.instant()) });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  await say({ V: left(guest('Novak', '101'), rig.clock.instant()) }, visitors);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
});

test('an account that has become another record’s since it was disputed cannot be linked', async () => {
  await byHand('101-novak');
  const [subject] = await say({ A: guest('Novak', '101') });
  await say({ B: guest('Horvat', '102') });
  const [{ remote_id: others }] = await rig.rows<{ remote_id: string }>(context, 'bindings', 'remote_id');
  await fresh.database.query(
    context,
    statement(
      '',
      "update subjects set disputed = jsonb_set(disputed, '{remoteId}', to_jsonb($2::text)) where " +
        'organization_id = $1 and disputed is not null',
    ),
    [context.organizationId, others],
  );
  await expect(rig.links.approve(context, desk, subject.id)).rejects.toMatchObject({
    kind: 'conflict',
    detail: expect.stringContaining('another record'),
  });
  expect(await rig.rows(context, 'bindings', 'ownership')).toEqual([{ ownership: 'owned' }]);
});

test('a record about which nothing is disputed cannot be approved', async () => {
  const [subject] = await say({ A: guest('Novak', '101') });
  await expect(rig.links.approve(context, desk, subject.id)).rejects.toMatchObject({ kind: 'conflict' });
  await expect(rig.links.approve(context, desk, rig.ids.next())).rejects.toMatchObject({ kind: 'not_found' });
});

test('a dispute over an account of the console stays said until another try is made', async () => {
  const remoteId = await byHand('101-novak');
  await say({ A: guest('Novak', '101') });
  await say({ A: guest('Novak', '101') });
  expect(await rig.rows(context, 'subjects', "disputed ->> 'code' as code")).toEqual([{ code: 'taken' }]);
  await rig.console.apply(context, [{ kind: 'delete_user', id: rig.ids.next(), remoteId }]);
  await rig.say(context, desk, { A: guest('Novak', '101') }, { kind: 'operator', id: rig.ids.next() });
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  expect(await rig.rows(context, 'subjects', 'disputed')).toEqual([{ disputed: null }]);
});

test('while all is paused nothing is applied, and everything is once it goes on', async () => {
  await say({ A: guest('Novak', '101') });
  await rig.connections.setPause(context, desk.id, 'all', 'paused');
  await say({ A: left(guest('Novak', '101'), rig.clock.instant()), B: guest('Horvat', '102') });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  await rig.connections.setPause(context, desk.id, null, 'active');
  expect(await rig.work.release(context, rig.clock.instant())).toEqual(['built-in']);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled', '102-horvat': 'enabled' });
});

test('while grants are paused access is ended but not given', async () => {
  await say({ A: guest('Novak', '101') });
  await rig.connections.setPause(context, desk.id, 'grants', 'paused');
  await say({ A: left(guest('Novak', '101'), rig.clock.instant()), B: guest('Horvat', '102') });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
  expect(await rig.rows(context, 'provision_log', 'kind, status', "status = 'held'")).toEqual([
    { kind: 'create_user', status: 'held' },
  ]);
});

test('a pause of all that becomes a pause of grants lets revocations through', async () => {
  await say({ A: guest('Novak', '101') });
  await rig.connections.setPause(context, desk.id, 'all', 'paused');
  await say({ A: left(guest('Novak', '101'), rig.clock.instant()), B: guest('Horvat', '102') });
  await rig.connections.setPause(context, desk.id, 'grants', 'paused');
  expect(await rig.work.release(context, rig.clock.instant())).toEqual([]);
  expect(await rig.work.release(context, rig.clock.instant(), true)).toEqual(['built-in']);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
});

test('a visitor’s voucher is usable from sign-in to sign-out', async () => {
  const visits = await rig.connection(context, { preset: 'visitor' }, { connector: 'envoy' });
  const visit = {
    kind: 'visit',
    status: 'active',
    lastName: 'Kern',
    signInAt: '2026-05-14T13:00:00.000Z',
    expectedDepartureAt: '2026-05-14T17:00:00.000Z',
  } as const;
  await say({ V: visit }, visits);
  await say({ V: { ...visit, expectedDepartureAt: '2026-05-14T18:00:00.000Z' } }, visits);
  expect(await rig.rows(context, 'vouchers', 'revoked_at')).toEqual([{ revoked_at: null }]);
  await say({ V: { ...visit, status: 'ended', signOutAt: rig.clock.instant() } }, visits);
  expect(await rig.rows(context, 'vouchers', 'revoked_at is not null as revoked')).toEqual([{ revoked: true }]);
  const [{ code }] = await rig.rows<{ code: string }>(context, 'vouchers', 'code');
  expect(JSON.stringify(await rig.rows(context, 'provision_log'))).not.toContain(code);
});

test('access ends at its time without anybody saying so, and begins at its time', async () => {
  const early = await rig.connection(context, {
    preset: 'hotel-enterprise',
    when: [{ field: 'status', op: 'in', value: ['expected', 'in_house'] }],
    starts: { at: 'arrival', offset_seconds: 0 },
  });
  await say(
    { E: guest('Early', '201', { status: 'expected', checkInAt: undefined, arrivalAt: '2026-05-15T12:00:00.000Z' }) },
    early,
  );
  expect(await rig.accounts(context)).toEqual({});
  rig.clock.setTo('2026-05-15T11:59:59.000Z');
  expect(await rig.settleAll(context)).toBe(0);
  rig.clock.setTo('2026-05-15T12:00:00.000Z');
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '201-early': 'enabled' });
  rig.clock.setTo('2026-05-16T11:00:00.000Z');
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '201-early': 'disabled' });
});

test('a check-out that is taken back within the grace enables the same account again', async () => {
  await say({ A: guest('Novak', '101') });
  const id = await rig.idOf(context, '101-novak');
  await say({ A: left(guest('Novak', '101'), rig.clock.instant()) });
  await rig.clock.advance(80_000);
  await say({ A: guest('Novak', '101') });
  await rig.clock.advance(10_000);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  expect(await rig.idOf(context, '101-novak')).toBe(id);
});

test('a held removal ends access at its time and not before', async () => {
  await say({ A: guest('Novak', '101') });
  await rig.say(context, desk, { A: guest('Novak', '101') }, event, '2026-05-14T13:01:00.000Z');
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  rig.clock.setTo('2026-05-14T13:01:00.000Z');
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
});

test('a record that cannot be mapped keeps the access it has, and says why', async () => {
  await say({ A: guest('Novak', '101') });
  await say({ A: guest('Novak', '101', { lastName: undefined }) });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  const [subject] = await rig.rows<{ invalid: { code: string; field: string } }>(context, 'subjects', 'invalid');
  expect(subject.invalid).toMatchObject({ code: 'access' });
  await say({ A: guest('Novak', '101') });
  expect(await rig.rows(context, 'subjects', 'invalid')).toEqual([{ invalid: null }]);
});

for (const [fate, accounts] of [
  ['keep', { '101-novak': 'enabled' }],
  ['disable', { '101-novak': 'disabled' }],
  ['delete', {}],
] as const) {
  test(`a connection that is deleted with accounts=${fate} leaves its accounts so and is settled`, async () => {
    await say({ A: guest('Novak', '101'), B: left(guest('Gone', '102'), rig.clock.instant()) });
    await rig.database.transaction(context, async (inside) => {
      await rig.connections.close(inside, desk.id, fate);
      await rig.closing.close(inside, await rig.connections.load(inside, desk.id), fate);
    });
    await rig.settleAll(context);
    expect(await rig.accounts(context)).toEqual(accounts);
    await rig.clock.advance(400_000);
    await rig.settleAll(context);
    expect(await rig.accounts(context)).toEqual(accounts);
    expect(await rig.rows(context, 'identities', 'id', 'want_rev > done_rev')).toEqual([]);
  });
}

test('drift is told or repaired; accounts that are not ours are counted and never touched', async () => {
  await say({ A: guest('Novak', '101'), B: guest('Horvat', '102'), C: guest('Kern', '103') });
  await byHand('somebody');
  const [a, b] = await Promise.all(['101-novak', '102-horvat'].map((name) => rig.idOf(context, name)));
  await rig.clock.advance(1);
  await rig.console.apply(context, [
    {
      kind: 'change_user',
      id: rig.ids.next(),
      remoteId: a ?? '',
      changes: { disabled: true },
      password: null,
      groupId: null,
    },
    { kind: 'delete_user', id: rig.ids.next(), remoteId: b ?? '' },
  ]);
  const report = await rig.drift.scan(context, desk, 'report', event);
  expect(report).toMatchObject({
    seen: 3,
    foreign: 1,
    drifts: [
      { account: '101-novak', expected: { disabled: false }, found: { disabled: true } },
      { account: '102-horvat', found: null },
    ],
  });
  expect(await rig.settleAll(context)).toBe(0);
  await rig.drift.scan(context, desk, 'repair', event);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({
    '101-novak': 'enabled',
    '102-horvat': 'enabled',
    '103-kern': 'enabled',
    somebody: 'enabled',
  });
  expect(await rig.drift.scan(context, desk, 'repair', event)).toMatchObject({ drifts: [] });
});

test('a preview writes nothing and shows what the next run does', async () => {
  await say({ A: guest('Novak', '101'), B: guest('Horvat', '102') });
  const records = [
    { key: 'A', facts: guest('Novak', '205') },
    { key: 'B', facts: guest('Horvat', '102') },
    { key: 'C', facts: guest('Kern', '103') },
    { key: 'D', facts: guest('Nobody', '104', { status: 'expected' }) },
    { key: 'E', facts: guest('', '105', { lastName: undefined }) },
  ];
  const tables = ['identities', 'entitlements', 'subjects', 'provision_log', 'bindings', 'users'];
  const snapshot = async () =>
    JSON.stringify(await Promise.all(tables.map((table) => rig.rows(context, table, '*', 'true'))));
  const before = await snapshot();
  const items = await rig.preview.preview(context, desk, { records, limit: 100 });
  expect(await snapshot()).toBe(before);
  expect(items.map(({ kind, sourceKey, account }) => [kind, sourceKey, account]).sort()).toEqual([
    ['change_user', 'A', '205-novak'],
    ['create_user', 'C', '103-kern'],
    ['none', 'D', null],
    ['problem', 'E', null],
    ['unchanged', 'B', null],
  ]);
  expect(items.find(({ kind }) => kind === 'change_user')).toMatchObject({
    before: { username: '101-novak' },
    after: { username: '205-novak' },
  });

  await rig.clock.advance(1);
  await say(Object.fromEntries(records.map(({ key, facts }) => [key, facts])));
  const done = await rig.rows<{ kind: string; account: string; before: object; after: object; status: string }>(
    context,
    'provision_log',
    'kind, account, before, after, status',
    "status = 'done' and at > '2026-05-14 13:00:00.5+00'",
  );
  const key = (each: { kind: string; account: string | null; before: object | null; after: object | null }) =>
    JSON.stringify([
      each.kind,
      each.account,
      ...[each.before, each.after].map((side) => Object.entries(side ?? {}).sort()),
    ]);
  expect(done.map(key).sort()).toEqual(
    items
      .filter(({ kind }) => kind.endsWith('_user'))
      .map(key)
      .sort(),
  );
});

test('a preview tries a mapping that is not saved yet', async () => {
  await say({ A: guest('Novak', '101') });
  const tried = { ...desk, access: { ...desk.access, username: '{{ room }}' } };
  expect(await rig.preview.preview(context, tried, { limit: 10 })).toMatchObject([
    { kind: 'change_user', sourceKey: 'A', account: '101' },
  ]);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
});
