import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest, left, makeRig, type Rig } from './rig.js';

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
  await rig.say(context, from, records);
  await rig.settleAll(context);
};

test('a couple named alike in one room shares an account until the last of them leaves', async () => {
  await say({
    A: guest('Novak', '101'),
    B: guest('Novak', '101', { firstName: 'Petr', departureAt: '2026-05-17T09:00:00.000Z' }),
  });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  expect(await rig.rows(context, 'users', 'valid_until')).toEqual([{ valid_until: '2026-05-17T11:00:00.000Z' }]);
  await say({ A: left(guest('Novak', '101'), rig.clock.instant()) });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  await say({ B: left(guest('Novak', '101'), rig.clock.instant()) });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
});

test('one of a couple who moves gets an account of their own and the other keeps the old one', async () => {
  await say({ A: guest('Novak', '101'), B: guest('Novak', '101', { firstName: 'Petr' }) });
  const shared = await rig.idOf(context, '101-novak');
  await say({ B: guest('Novak', '205', { firstName: 'Petr' }) });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled', '205-novak': 'enabled' });
  expect(await rig.idOf(context, '101-novak')).toBe(shared);
});

test('a guest alone on an account takes it along: same account, new username', async () => {
  await say({ A: guest('Novak', '101') });
  const before = await rig.idOf(context, '101-novak');
  await say({ A: guest('Novak', '205') });
  expect(await rig.accounts(context)).toEqual({ '205-novak': 'enabled' });
  expect(await rig.idOf(context, '205-novak')).toBe(before);
});

test('a couple that moves together shares an account again', async () => {
  await say({ A: guest('Novak', '101'), B: guest('Novak', '101') });
  await say({ A: guest('Novak', '205'), B: guest('Novak', '205') });
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled', '205-novak': 'enabled' });
});

test('guests who move on in a chain pass their usernames on, in whatever order it is told', async () => {
  await say({ A: guest('Novak', '101'), B: guest('Novak', '102'), C: guest('Novak', '103') });
  const ids = await Promise.all(['101-novak', '102-novak', '103-novak'].map((name) => rig.idOf(context, name)));
  await say({ C: guest('Novak', '104'), B: guest('Novak', '103'), A: guest('Novak', '102') });
  expect(await Promise.all(['102-novak', '103-novak', '104-novak'].map((name) => rig.idOf(context, name)))).toEqual(
    ids,
  );
});

test('guests of one name who swap rooms while nothing is applied end with one enabled account each', async () => {
  await say({ A: guest('Novak', '101'), B: guest('Novak', '102') });
  await rig.say(context, desk, { A: guest('Novak', '103') });
  await rig.say(context, desk, { B: guest('Novak', '101') });
  await rig.say(context, desk, { A: guest('Novak', '102') });
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled', '102-novak': 'enabled' });
  const log = await rig.rows<{ status: string }>(context, 'provision_log', 'status');
  expect(log.every(({ status }) => status === 'done')).toBe(true);
});

test('a visitor with a colleague’s name leaves the colleague’s account alone until approval', async () => {
  const visitors = await rig.connection(context, { preset: 'hotel-enterprise' });
  await say({ A: guest('Novak', '101') });
  await say({ V: guest('Novak', '101', { firstName: 'Mallory' }) }, visitors);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled' });
  const [subject] = await rig.rows<{ disputed: { code: string } }>(context, 'subjects', 'disputed', "source_key = 'V'");
  expect(subject.disputed).toMatchObject({ code: 'other_connection', account: '101-novak' });
  expect(await rig.rows(context, 'users', 'first_name')).toEqual([{ first_name: 'Jana' }]);
});

test('with on_conflict suffix the second of another connection gets -2', async () => {
  const visitors = await rig.connection(context, { preset: 'hotel-enterprise', on_conflict: 'suffix' });
  await say({ A: guest('Novak', '101') });
  await say({ V: guest('Novak', '101') }, visitors);
  await say({ W: guest('Novak', '101') }, visitors);
  expect(await rig.accounts(context)).toMatchObject({ '101-novak': 'enabled', '101-novak-2': 'enabled' });
});

test('an account that somebody made by hand is not touched, and the record is disputed', async () => {
  await rig.console.apply(context, [
    {
      kind: 'create_user',
      id: rig.ids.next(),
      user: {
        username: '101-Novak',
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
      password: null,
      groupId: null,
      externalId: 'mine',
    },
  ]);
  await say({ A: guest('Novak', '101') });
  expect(await rig.accounts(context)).toEqual({ '101-Novak': 'enabled' });
  expect(await rig.rows(context, 'users', 'first_name, revision')).toEqual([{ first_name: 'By', revision: 1 }]);
  expect((await rig.rows<{ disputed: object }>(context, 'subjects', 'disputed'))[0].disputed).toMatchObject({
    code: 'taken',
  });
  expect(await rig.rows(context, 'provision_log', 'kind, status')).toEqual([
    { kind: 'create_user', status: 'disputed' },
  ]);
});

test('with on_conflict suffix a name that is taken by hand becomes -2', async () => {
  const suffixed = await rig.connection(context, { preset: 'hotel-enterprise', on_conflict: 'suffix' });
  await rig.console.apply(context, [
    {
      kind: 'create_user',
      id: rig.ids.next(),
      user: {
        username: '101-novak',
        passwordFingerprint: null,
        groupName: null,
        disabled: false,
        validFrom: null,
        validUntil: null,
        maxDevices: null,
        firstName: null,
        lastName: null,
        email: null,
        phone: null,
        comment: null,
      },
      password: null,
      groupId: null,
      externalId: 'mine',
    },
  ]);
  await say({ A: guest('Novak', '101') }, suffixed);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled', '101-novak-2': 'enabled' });
  await say({ A: guest('Novak', '101', { vip: '2' }) }, suffixed);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'enabled', '101-novak-2': 'enabled' });
});

test('the best group of those who share an account holds', async () => {
  await say({ A: guest('Novak', '101'), B: guest('Novak', '101', { vip: '3' }) });
  const [row] = await rig.rows<{ group_id: string }>(context, 'users', 'group_id');
  expect(await rig.rows(context, 'user_groups', 'name', `id = '${row.group_id}'`)).toEqual([{ name: 'VIP guests' }]);
});

test('one account for each room has a new password for each stay, and the same for those who share it', async () => {
  const rooms = await rig.connection(context, { preset: 'hotel-room' });
  const password = async () =>
    (await rig.rows<{ password_ssha512: string }>(context, 'users', 'password_ssha512'))[0].password_ssha512;
  await say({ A: guest('Novak', '101') }, rooms);
  const first = await password();
  await say({ B: guest('Horvat', '101') }, rooms);
  expect(await password()).toBe(first);
  await say({ A: left(guest('Novak', '101'), rig.clock.instant()) }, rooms);
  expect(await password()).toBe(first);
  await say({ B: left(guest('Horvat', '101'), rig.clock.instant()) }, rooms);
  expect(await rig.accounts(context)).toEqual({ 101: 'disabled' });
  await say({ C: guest('Svoboda', '101') }, rooms);
  expect(await password()).not.toBe(first);
  expect(await rig.accounts(context)).toEqual({ 101: 'enabled' });
});
