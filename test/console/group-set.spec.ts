import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context } from '../../src/kernel/context.js';
import { statement } from '../../src/database/database.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { consoleSets, createUsers, type ConsoleSets } from './console-sets.js';

let fresh: FreshDatabase;
let sets: ConsoleSets;
let hotel: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
  sets = consoleSets(fresh.database);
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  hotel = await fresh.organization();
});

const names = async () =>
  (
    await fresh.database.query<{ name: string }>(
      hotel,
      statement('test_groups_names', 'select name from user_groups where organization_id = $1 order by name'),
      [hotel.organizationId],
    )
  ).map(({ name }) => name);

test('ensuring names creates the missing ones once and finds the others without regard to case', async () => {
  const first = await sets.groups.ensureMany(hotel, ['Guests', 'Staff', 'guests']);
  const second = await sets.groups.ensureMany(hotel, ['STAFF', 'Conference']);
  expect(first.get('guests')).toBe(first.get('Guests'));
  expect(second.get('STAFF')).toBe(first.get('Staff'));
  expect(await names()).toEqual(['Conference', 'Guests', 'Staff']);
});

test('many callers that ensure the same names at once get the same ids', async () => {
  const wanted = Array.from({ length: 20 }, (_, index) => `floor ${index}`);
  const found = await Promise.all(Array.from({ length: 8 }, () => sets.groups.ensureMany(hotel, wanted)));
  expect(new Set(found.map((each) => JSON.stringify([...each]))).size).toBe(1);
  expect(await names()).toHaveLength(20);
});

test('a group in use stays, and the refusal says what uses it', async () => {
  const [created] = await sets.groups.createMany(hotel, [{ name: 'Guests' }]);
  const { id } = created as { id: string };
  await createUsers(sets.users, hotel, [
    { username: 'Anna', groupId: id },
    { username: 'Berta', groupId: id },
  ]);
  await sets.vouchers.createMany(hotel, [{ groupId: id }]);
  expect(await sets.groups.deleteMany(hotel, [id])).toEqual([
    {
      status: 'conflict',
      id: null,
      detail: 'The user group "Guests" is used by 2 users and 1 voucher: move or delete them first',
      usedBy: { users: 2, vouchers: 1 },
    },
  ]);
  expect(await names()).toEqual(['Guests']);
});

test('a group nobody uses goes, and can be made again', async () => {
  const [created] = await sets.groups.createMany(hotel, [{ name: 'Guests' }]);
  const { id } = created as { id: string };
  expect(await sets.groups.deleteMany(hotel, [id])).toEqual([{ status: 'deleted', id }]);
  expect(await sets.groups.createMany(hotel, [{ name: 'guests' }])).toMatchObject([{ status: 'created' }]);
});

test('a user cannot slip into a group while it is being deleted', async () => {
  const [created] = await sets.groups.createMany(hotel, [{ name: 'Guests' }]);
  const { id } = created as { id: string };
  const [deleted, users] = await Promise.all([
    sets.groups.deleteMany(hotel, [id]),
    createUsers(
      sets.users,
      hotel,
      Array.from({ length: 50 }, (_, index) => ({ username: `user ${index}`, groupId: id })),
    ),
  ]);
  const statuses = [deleted[0].status, new Set(users.map(({ status }) => status))];
  expect([JSON.stringify(['deleted', 'invalid']), JSON.stringify(['conflict', 'created'])]).toContain(
    JSON.stringify([statuses[0], ...(statuses[1] as Set<string>)]),
  );
});

test('a policy is kept as given, and the same policy changes nothing', async () => {
  const policy = { vlan: '40', bandwidth_down: 20_000_000, session_timeout: 86_400, login_time: 'Wk0800-1800,Sa' };
  const [created] = await sets.groups.createMany(hotel, [{ name: 'Guests', policy }]);
  const { id } = created as { id: string };
  expect(await sets.groups.changeMany(hotel, [{ id, changes: { policy: { ...policy } } }])).toEqual([
    { status: 'unchanged', id },
  ]);
  expect(await sets.groups.changeMany(hotel, [{ id, changes: { policy: { vlan: '41' } } }])).toEqual([
    { status: 'changed', id },
  ]);
});

test('a wrong policy entry is named', async () => {
  const wrong = { login_time: 'whenever', speed: 3 } as object;
  expect(await sets.groups.createMany(hotel, [{ name: 'Guests', policy: wrong }])).toMatchObject([
    { status: 'invalid', errors: [{ pointer: '#/policy/login_time', detail: expect.stringContaining('Wk0800-1800') }] },
  ]);
});

test('renaming to a name that another group has is a conflict', async () => {
  const [a, b] = (await sets.groups.createMany(hotel, [{ name: 'A' }, { name: 'B' }])) as { id: string }[];
  expect(await sets.groups.changeMany(hotel, [{ id: a.id, changes: { name: 'b' } }])).toMatchObject([
    { status: 'conflict', id: b.id },
  ]);
  expect(
    await sets.groups.changeMany(hotel, [
      { id: b.id, changes: { name: 'C' } },
      { id: a.id, changes: { name: 'b' } },
    ]),
  ).toMatchObject([{ status: 'changed' }, { status: 'changed' }]);
});
