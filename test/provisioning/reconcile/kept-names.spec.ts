import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { preset } from '../access/records.js';
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
