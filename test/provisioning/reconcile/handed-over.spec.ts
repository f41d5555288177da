import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Employment } from '../../../src/provisioning/facts/facts.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { makeRig, type Rig } from './rig.js';

/** An address that is given to another person: nothing of the account that its former holder had goes with it. */
let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let office: StoredConnection;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  rig = makeRig(fresh);
  context = await fresh.organization();
  office = await rig.connection(context, { preset: 'staff' });
});

const address = 'chef@hotel.example';
const cook = (other: Partial<Employment> = {}): Employment => ({
  kind: 'employment',
  status: 'active',
  email: address,
  lastName: 'Novak',
  ...other,
});
const gone = cook({ status: 'terminated', revokeNow: true });
const say = async (records: Parameters<Rig['say']>[2], from = office) => {
  await rig.say(context, from, records);
  await rig.settleAll(context);
};
const idOf = () => rig.idOf(context, address);
const passwordNow = async () =>
  (await rig.rows<{ password_ssha512: string }>(context, 'users', 'password_ssha512'))[0].password_ssha512;
const did = async () =>
  (await rig.rows<{ id: string; kind: string }>(context, 'provision_log', 'id, kind', `status = 'done'`))
    .sort((one, other) => one.id.localeCompare(other.id))
    .map(({ kind }) => kind);

test('another person at the address of a leaver gets another account, and so does whoever comes back', async () => {
  await say({ A: cook() });
  const first = await idOf();
  await say({ A: gone });
  expect(await rig.accounts(context)).toEqual({ [address]: 'disabled' });
  await say({ B: cook({ lastName: 'Kral' }) });
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  const second = await idOf();
  expect(second).not.toBe(first);
  expect(await did()).toEqual(['create_user', 'disable_user', 'delete_user', 'create_user']);
  await say({ B: gone });
  await say({ A: cook() });
  expect([first, second]).not.toContain(await idOf());
});

test('the leaver’s own log says that the account was deleted', async () => {
  await say({ A: cook() });
  await say({ A: gone });
  await say({ B: cook() });
  const [a] = await rig.rows<{ id: string }>(context, 'subjects', 'id', `source_key = 'A'`);
  const log = await rig.rows<{ subject_id: string }>(context, 'provision_log', 'subject_id', `kind = 'delete_user'`);
  expect(log).toEqual([{ subject_id: a.id }]);
  // Nor is what the new hire has now shown as the leaver's.
  const identities = await rig.rows<{ identity_id: string }>(context, 'subjects', 'identity_id');
  expect(new Set(identities.map(({ identity_id }) => identity_id)).size).toBe(2);
  const bound = await rig.rows(
    context,
    'bindings',
    'id',
    `kind = 'user' and state <> 'removed' and identity_id =
    (select identity_id from subjects where id = '${a.id}')`,
  );
  expect(bound).toEqual([]);
});

test('who is away and back, or is hired again under the same number, keeps the account', async () => {
  await say({ A: cook({ employeeNumber: '4711' }) });
  const id = await idOf();
  await say({ A: gone });
  await say({ A: cook({ employeeNumber: '4711' }) });
  expect(await idOf()).toBe(id);
  await say({ A: gone });
  await say({ B: cook({ employeeNumber: '4711' }) });
  expect(await idOf()).toBe(id);
  await say({ B: gone });
  await say({ C: cook({ employeeNumber: '4712' }) });
  expect(await idOf()).not.toBe(id);
});

test('two records that hold at the same time are one person, whichever ends first and comes back', async () => {
  await say({ A: cook() });
  const id = await idOf();
  await say({ B: cook({ workerType: 'contractor' }) });
  await say({ A: gone });
  expect(await idOf()).toBe(id);
  await say({ B: gone });
  await say({ A: cook() });
  expect(await idOf()).toBe(id);
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
});

test('a successor who is known before the leaver has left has an account of their own on the day', async () => {
  const today = rig.clock.instant().slice(0, 10);
  const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10);
  await say({ A: cook({ endDate: today }) });
  await say({ B: cook({ status: 'prehire', startDate: tomorrow }) });
  const [id, password] = [await idOf(), await passwordNow()];
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  await rig.clock.advance(2 * 86_400);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  expect(await idOf()).not.toBe(id);
  expect(await passwordNow()).not.toBe(password);
  const secrets = await rig.rows<{ fingerprint: string }>(
    context,
    'entitlements',
    `spec ->> 'passwordFingerprint' as fingerprint`,
  );
  expect(new Set(secrets.map(({ fingerprint }) => fingerprint)).size).toBe(2);
});

test('an approved link from another system says that it is the same person', async () => {
  await say({ A: cook() });
  const id = await idOf();
  await say({ A: gone });
  const directory = await rig.connection(context, { preset: 'staff' });
  await say({ D: cook() }, directory);
  expect(await rig.accounts(context)).toEqual({ [address]: 'disabled' });
  const [d] = await rig.rows<{ id: string }>(context, 'subjects', 'id', `source_key = 'D'`);
  await rig.links.approve(context, directory, d.id);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  expect(await idOf()).toBe(id);
});

const subjectOf = async (key: string) =>
  (
    await rig.rows<{ id: string; identity_id: string; disputed: { code: string; account: string } | null }>(
      context,
      'subjects',
      'id, identity_id, disputed',
      `source_key = '${key}'`,
    )
  )[0];

test('a leaver who comes back while another has the address does not share the account of the other', async () => {
  await say({ A: cook() });
  await say({ A: gone });
  await say({ B: cook({ lastName: 'Kral' }) });
  const [id, password] = [await idOf(), await passwordNow()];
  await say({ A: cook() });
  expect((await subjectOf('A')).disputed).toMatchObject({ code: 'successor', account: address });
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  expect([await idOf(), await passwordNow()]).toEqual([id, password]);
  const [{ applied }] = await rig.rows<{ applied: { holders: string[] } }>(
    context,
    'bindings',
    'applied',
    `kind = 'user' and state <> 'removed'`,
  );
  expect(applied.holders).toEqual([(await subjectOf('B')).id]);
  // Told again, nothing changes; an address of their own gives them an account.
  await say({ A: cook({ phone: '+420 1' }) });
  expect((await subjectOf('A')).disputed).toMatchObject({ code: 'successor' });
  await say({ A: cook({ email: 'novak@hotel.example' }) });
  expect((await subjectOf('A')).disputed).toBeNull();
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled', 'novak@hotel.example': 'enabled' });
  expect(await idOf()).toBe(id);
});

test('a leaver who comes back has the address again once the other has left, in an account of their own', async () => {
  await say({ A: cook() });
  await say({ A: gone });
  await say({ B: cook({ lastName: 'Kral' }) });
  const second = await idOf();
  await say({ A: cook() });
  await say({ B: gone });
  await say({ A: cook() });
  expect((await subjectOf('A')).disputed).toBeNull();
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  expect(await idOf()).not.toBe(second);
});

test('without news of the leaver, the address is theirs again as soon as the other has left', async () => {
  const look = async () => {
    await rig.freedNames.sweep();
    await rig.settleAll(context);
  };
  await say({ A: cook() });
  await say({ A: gone });
  await say({ B: cook({ lastName: 'Kral' }) });
  await say({ A: cook() });
  const second = await idOf();
  await look();
  expect([await idOf(), (await subjectOf('A')).disputed?.code]).toEqual([second, 'successor']);

  await say({ B: gone });
  expect(await rig.accounts(context)).toEqual({ [address]: 'disabled' });
  await look();
  expect((await subjectOf('A')).disputed).toBeNull();
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  expect(await idOf()).not.toBe(second);
});

test('an address that somebody has until a day is the leaver’s again when that day is over', async () => {
  const today = rig.clock.instant().slice(0, 10);
  await say({ A: cook() });
  await say({ A: gone });
  await say({ B: cook({ lastName: 'Kral', endDate: today }) });
  await say({ A: cook() });
  const second = await idOf();
  await rig.clock.advance(2 * 86_400);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ [address]: 'disabled' });
  await rig.freedNames.sweep();
  await rig.settleAll(context);
  expect((await subjectOf('A')).disputed).toBeNull();
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  expect(await idOf()).not.toBe(second);
});

test('an operator may say that the one who comes back and the one who has the address are one person', async () => {
  await say({ A: cook() });
  await say({ A: gone });
  await say({ B: cook({ lastName: 'Kral' }) });
  const id = await idOf();
  await say({ A: cook() });
  await rig.links.approve(context, office, (await subjectOf('A')).id);
  await rig.settleAll(context);
  expect((await subjectOf('A')).identity_id).toBe((await subjectOf('B')).identity_id);
  await say({ B: gone });
  await say({ A: cook() });
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  expect(await idOf()).toBe(id);
});

test('with suffixes, who comes back while another has the address gets a name beside it', async () => {
  const desk = await rig.connection(context, { preset: 'staff', on_conflict: 'suffix' });
  await say({ A: cook() }, desk);
  await say({ A: gone }, desk);
  await say({ B: cook({ lastName: 'Kral' }) }, desk);
  await say({ A: cook() }, desk);
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled', [`${address}-2`]: 'enabled' });
});

test('a preview shows that the account of the former person ends, and that another is made', async () => {
  await say({ A: cook() });
  await say({ A: gone });
  const before = await rig.rows(context, 'identities', 'id, account_key');
  const records = [{ key: 'B', facts: cook({ lastName: 'Kral' }) }];
  const items = await rig.preview.preview(context, office, { records, limit: 100 });
  expect(items.map(({ kind, sourceKey, account }) => [kind, sourceKey, account])).toEqual([
    ['delete_user', null, address],
    ['create_user', 'B', address],
  ]);
  // And writes nothing.
  expect(await rig.rows(context, 'identities', 'id, account_key')).toEqual(before);
  expect(await rig.accounts(context)).toEqual({ [address]: 'disabled' });
});

test('an account that somebody else made is nobody’s to hand on: an operator says whose it is', async () => {
  const made = {
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
  };
  await rig.console.apply(context, [
    {
      kind: 'create_user',
      id: rig.ids.next(),
      user: { ...made, username: address },
      password: null,
      groupId: null,
      externalId: 'mine',
    },
  ]);
  const id = await idOf();
  await say({ A: cook() });
  const subject = async (key: string) =>
    (
      await rig.rows<{ id: string; disputed: { code: string } | null }>(
        context,
        'subjects',
        'id, disputed',
        `source_key = '${key}'`,
      )
    )[0];
  await rig.links.approve(context, office, (await subject('A')).id);
  await rig.settleAll(context);
  await say({ A: gone });
  await say({ B: cook() });
  // Tried again once the name should have been given up.
  await rig.clock.advance(600);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ [address]: 'disabled' });
  expect((await subject('B')).disputed).toMatchObject({ code: 'taken' });
  await rig.links.approve(context, office, (await subject('B')).id);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ [address]: 'enabled' });
  expect(await idOf()).toBe(id);
});

test('a remote console deletes the former account before it makes the new one', async () => {
  const remote = await rig.remoteConnection(context, { preset: 'staff' });
  const work = async (records: Parameters<Rig['say']>[2]) => {
    await rig.say(context, remote, records);
    for (let turn = 0; turn < 4; turn += 1) await rig.remoteTurn(context);
  };
  await work({ A: cook() });
  await work({ A: gone });
  await work({ B: cook({ lastName: 'Kral' }) });
  expect(await did()).toEqual(['create_user', 'disable_user', 'delete_user', 'create_user']);
  const bindings = await rig.rows<{ state: string }>(context, 'bindings', 'state', `kind = 'user'`);
  expect(bindings.map(({ state }) => state).sort()).toEqual(['bound', 'removed']);
});
