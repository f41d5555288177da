import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { preset } from '../access/records.js';
import { typeableKey } from '../../../src/provisioning/access/typeable.js';
import { guest, left, makeRig, type Rig } from './rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let before: StoredConnection;
let now: StoredConnection;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  rig = makeRig(fresh);
  context = await fresh.organization();
  // What a template writes itself stays as it is: this is how the names came out when values stayed as they were, too.
  before = await rig.connection(context, {
    preset: 'hotel-enterprise',
    username: "{{ room }}-o'brien",
    password: "o'brien",
  });
  now = { ...before, access: preset('hotel-enterprise') };
});

const say = async (from: StoredConnection, records: Parameters<Rig['say']>[2]) => {
  await rig.say(context, from, records);
  await rig.settleAll(context);
};
const fingerprints = async () =>
  (
    await rig.rows<{ fingerprint: string }>(context, 'entitlements', "spec ->> 'passwordFingerprint' as fingerprint")
  ).map(({ fingerprint }) => fingerprint);

test('an account named by an earlier version keeps its name and password, whatever the facts say', async () => {
  await say(before, { A: guest("O'Brien", '412') });
  const [id, password] = [await rig.idOf(context, "412-o'brien"), await fingerprints()];
  const written = (await rig.rows(context, 'provision_log', 'id')).length;
  await say(now, { A: guest("O'Brien", '412') });
  expect((await rig.rows(context, 'provision_log', 'id')).length).toBe(written);
  await say(now, { A: guest("O'Brien", '412', { departureAt: '2026-05-20T09:00:00.000Z' }) });
  expect(await rig.accounts(context)).toEqual({ "412-o'brien": 'enabled' });
  expect([await rig.idOf(context, "412-o'brien"), await fingerprints()]).toEqual([id, password]);
  await say(now, { A: left(guest("O'Brien", '412'), rig.clock.instant()) });
  expect(await rig.accounts(context)).toEqual({ "412-o'brien": 'disabled' });
});

test('a room move, which renames the account anyway, gives it a name and a password that can be typed', async () => {
  await say(before, { A: guest("O'Brien", '412') });
  const [id, password] = [await rig.idOf(context, "412-o'brien"), await fingerprints()];
  await say(now, { A: guest("O'Brien", '518') });
  expect(await rig.accounts(context)).toEqual({ '518-obrien': 'enabled' });
  expect(await rig.idOf(context, '518-obrien')).toBe(id);
  expect(await fingerprints()).not.toEqual(password);
});

test('new names can be typed, and reception can read the number that stands for an unspellable one', async () => {
  await say(now, { A: guest("O'Brien", '412'), B: guest('كريم عبد الله', '413') });
  const names = Object.keys(await rig.accounts(context)).toSorted();
  expect(names).toEqual(['412-obrien', expect.stringMatching(/^413-\d{4}$/)]);
  const told = await rig.rows<{ account: string }>(context, 'provision_log', 'account');
  expect(told.map(({ account }) => account)).toContain(names[1]);
});

test('thirty guests with account names of an earlier version keep them', async () => {
  const house = (departureAt?: string) =>
    Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [
        `G${index}`,
        guest("O'Brien", String(500 + index), departureAt ? { departureAt } : {}),
      ]),
    );
  await say(before, house());
  await say(now, house('2026-05-20T09:00:00.000Z'));
  expect(Object.keys(await rig.accounts(context)).every((name) => /^5\d\d-o'brien$/.test(name))).toBe(true);
});

/** A reservation and a guest of it, as Mews numbers them; by what an earlier version made of it for a name. */
const longKey = '7e3b9d1c-5a0a-4b2a-9b7d-b27c00a20001/0f4c2a6e-1d2b-4c3d-8e5f-b27c00a20002';
const longName = `lindenhof-${typeableKey(longKey)}`;

test('an account named after a long key by an earlier version keeps its name', async () => {
  const former = { ...before, access: preset('hotel', { username: longName }) };
  const present = { ...before, access: preset('hotel') };
  expect(longName.length).toBeGreaterThan(64);
  await say(former, { [longKey]: guest('Novak', '412') });
  await say(present, { [longKey]: guest('Novak', '518', { departureAt: '2026-05-20T09:00:00.000Z' }) });
  expect(await rig.accounts(context)).toEqual({ [longName]: 'enabled' });
  await say(present, { [longKey]: left(guest('Novak', '518'), rig.clock.instant()) });
  expect(await rig.accounts(context)).toEqual({ [longName]: 'disabled' });
});

test.each([
  ['one guest', 1],
  ['a list of thirty', 30],
])('whom a console refused for a long name gets a short one: %s', async (_, count) => {
  const keys = Array.from({ length: count }, (_each, index) => `${longKey}${index}`);
  const desk = await rig.remoteConnection(context, { preset: 'hotel' });
  rig.remoteConsole.faults = ({ operation }) =>
    operation?.kind === 'create_user' && operation.user.username.length > 64
      ? { status: 'refused', detail: 'username: is longer than 64 characters', fields: ['username'] }
      : null;
  for (const key of keys) {
    const former = { ...desk, access: preset('hotel', { username: `lindenhof-${typeableKey(key)}` }) };
    await rig.say(context, former, { [key]: guest('Novak', '412') });
  }
  await rig.remoteTurn(context);
  expect(rig.remoteConsole.held.users.size).toBe(0);
  const departureAt = '2026-05-17T09:00:00.000Z';
  await rig.say(context, desk, Object.fromEntries(keys.map((key) => [key, guest('Novak', '412', { departureAt })])));
  await rig.remoteTurn(context);
  const names = [...rig.remoteConsole.held.users.values()].map(({ username }) => username);
  expect(new Set(names).size).toBe(count);
  expect(names.every((name) => /^lindenhof-[a-z2-9]{16}$/.test(name))).toBe(true);
});
