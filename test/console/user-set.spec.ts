import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { UserSet } from '../../src/console/users/user-set.js';
import { statement } from '../../src/database/database.js';
import type { Context } from '../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { changeUsers, consoleSets, createUsers, deleteUsers } from './console-sets.js';

let fresh: FreshDatabase;
let users: UserSet;
let hotel: Context;

beforeAll(async () => {
  fresh = await freshDatabase();
  ({ users } = consoleSets(fresh.database));
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  hotel = await fresh.organization();
});

const rowsOf = statement(
  'test_users_rows',
  'select username, username_key as key, external_id as "externalId", revision from users where ' +
    'organization_id = $1 order by id',
);
const allRows = () =>
  fresh.database.query<{ username: string; key: string; externalId: string | null; revision: number }>(hotel, rowsOf, [
    hotel.organizationId,
  ]);
const names = async () => (await allRows()).map(({ username }) => username);

async function make(...usernames: string[]): Promise<string[]> {
  const results = await createUsers(
    users,
    hotel,
    usernames.map((username) => ({ username })),
  );
  return results.map((result) => ('id' in result && result.id ? result.id : ''));
}

test('a thousand users are created with one result each', async () => {
  const results = await createUsers(
    users,
    hotel,
    Array.from({ length: 1000 }, (_, index) => ({ username: `room-${index}`, password: `secret ${index}` })),
  );
  expect(results).toHaveLength(1000);
  expect(results.every(({ status }) => status === 'created')).toBe(true);
  expect(await names()).toHaveLength(1000);
});

test('a taken username or external id is a conflict that names the holder and leaves the rest', async () => {
  const [anna] = await make('Anna');
  await changeUsers(users, hotel, [{ id: anna, changes: { externalId: 'pms-1' } }]);
  const results = await createUsers(users, hotel, [
    { username: 'anna ' },
    { username: 'Berta', externalId: 'pms-1' },
    { username: 'Carla' },
  ]);
  expect(results).toMatchObject([
    { status: 'conflict', id: anna },
    { status: 'conflict', id: anna },
    { status: 'created' },
  ]);
  expect(await names()).toEqual(['Anna', 'Carla']);
});

test('two rows of one batch with the same username: the first wins', async () => {
  const results = await createUsers(users, hotel, [{ username: 'Éva' }, { username: 'E\u0301VA' }]);
  expect(results[0].status).toBe('created');
  expect(results[1]).toMatchObject({ status: 'conflict', id: (results[0] as { id: string }).id });
});

test('wrong values are reported by field and nothing of the row is stored', async () => {
  const [result] = await createUsers(users, hotel, [
    { username: ' ', maxDevices: 0, validUntil: '2026-02-31T00:00:00Z', groupId: 'staff' },
  ]);
  expect(result).toMatchObject({ status: 'invalid' });
  expect('errors' in result && result.errors.map(({ pointer }) => pointer)).toEqual([
    '#/username',
    '#/max_devices',
    '#/valid_until',
    '#/table_id',
  ]);
  expect(await names()).toEqual([]);
});

test('a group that does not exist is named, at creation and at change', async () => {
  const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
  const [id] = await make('Anna');
  const wrong = { status: 'invalid', errors: [{ pointer: '#/table_id', detail: `There is no user group ${nowhere}` }] };
  expect(await createUsers(users, hotel, [{ username: 'Berta', groupId: nowhere }])).toEqual([wrong]);
  expect(await changeUsers(users, hotel, [{ id, changes: { groupId: nowhere } }])).toEqual([wrong]);
});

test('a row that is already as wanted is unchanged and keeps its revision', async () => {
  const [id] = await make('Anna');
  const changes = { firstName: 'Anna', validUntil: '2026-05-20T10:00:00+02:00', disabled: true };
  expect(await changeUsers(users, hotel, [{ id, changes }])).toEqual([{ status: 'changed', id }]);
  expect(await changeUsers(users, hotel, [{ id, changes }])).toEqual([{ status: 'unchanged', id }]);
  expect(await allRows()).toMatchObject([{ revision: 2 }]);
});

test('the password that is set already changes nothing, another one does, null takes it away', async () => {
  const [created] = await createUsers(users, hotel, [{ username: 'Anna', password: 'one' }]);
  const { id } = created as { id: string };
  const set = async (password: string | null) =>
    (await changeUsers(users, hotel, [{ id, changes: { password } }]))[0].status;
  expect(await set('one')).toBe('unchanged');
  expect(await set('two')).toBe('changed');
  expect(await set('two')).toBe('unchanged');
  expect(await set(null)).toBe('changed');
  expect(await set(null)).toBe('unchanged');
});

test('a change that does not mention the password keeps it', async () => {
  const [created] = await createUsers(users, hotel, [{ username: 'Anna', password: 'one' }]);
  const { id } = created as { id: string };
  const stored = statement(
    'test_users_passwords',
    'select nt_hash_sealed as sealed, password_ssha512 as hash from users where id = $1',
  );
  const before = await fresh.database.one(hotel, stored, [id]);
  await changeUsers(users, hotel, [{ id, changes: { comment: 'late arrival' } }]);
  expect(await fresh.database.one(hotel, stored, [id])).toEqual(before);
});

test('renames run in order: a name is free once an earlier row gave it up', async () => {
  const [a, b, c] = await make('A', 'B', 'C');
  expect(
    await changeUsers(users, hotel, [
      { id: c, changes: { username: 'D' } },
      { id: b, changes: { username: 'C' } },
      { id: a, changes: { username: 'B' } },
    ]),
  ).toMatchObject([{ status: 'changed' }, { status: 'changed' }, { status: 'changed' }]);
  expect(await names()).toEqual(['B', 'C', 'D']);
});

test('two users swap names by way of a third', async () => {
  const [a, b] = await make('A', 'B');
  const results = await changeUsers(users, hotel, [
    { id: a, changes: { username: 'aside', externalId: null } },
    { id: b, changes: { username: 'A' } },
    { id: a, changes: { username: 'B' } },
  ]);
  expect(results.map(({ status }) => status)).toEqual(['changed', 'changed', 'changed']);
  expect(await allRows()).toMatchObject([
    { username: 'B', key: 'b', revision: 3 },
    { username: 'A', key: 'a', revision: 2 },
  ]);
});

test('a direct swap of two names is a conflict, and the transaction goes on', async () => {
  const [a, b] = await make('A', 'B');
  await fresh.database.transaction(hotel, async (inside) => {
    expect(
      await changeUsers(users, inside, [
        { id: a, changes: { username: 'B' } },
        { id: b, changes: { username: 'A' } },
      ]),
    ).toMatchObject([
      { status: 'conflict', id: b },
      { status: 'conflict', id: a },
    ]);
    expect(await createUsers(users, inside, [{ username: 'C' }])).toMatchObject([{ status: 'created' }]);
  });
  expect(await names()).toEqual(['A', 'B', 'C']);
});

test('an old revision is stale, an unknown id is not found', async () => {
  const [id] = await make('Anna');
  expect(await changeUsers(users, hotel, [{ id, changes: { comment: 'x' }, ifRevision: 7 }])).toEqual([
    { status: 'stale', id, revision: 1 },
  ]);
  expect(await changeUsers(users, hotel, [{ id: 'no-uuid', changes: {} }])).toEqual([{ status: 'not_found' }]);
  expect(await deleteUsers(users, hotel, [id, id])).toEqual([{ status: 'deleted', id }, { status: 'not_found' }]);
});

test('another organization sees none of it', async () => {
  const [id] = await make('Anna');
  const other = await fresh.organization();
  expect(await changeUsers(users, other, [{ id, changes: { comment: 'x' } }])).toEqual([{ status: 'not_found' }]);
  expect(await users.findByKeys(other, { ids: [id], usernames: ['Anna'] })).toEqual([]);
  expect(await createUsers(users, other, [{ username: 'Anna' }])).toMatchObject([{ status: 'created' }]);
});

test('create, change, delete and create again in one ordered list', async () => {
  const target = { by: 'username', value: 'ANNA' } as const;
  const results = await users.apply(hotel, [
    { op: 'create', values: { username: 'Anna' } },
    { op: 'update', target, values: { comment: 'vip' } },
    { op: 'delete', target },
    { op: 'upsert', target, values: { disabled: true } },
    { op: 'upsert', target, values: { disabled: true } },
  ]);
  expect(results.map(({ status }) => status)).toEqual(['created', 'changed', 'deleted', 'created', 'unchanged']);
  expect(await allRows()).toMatchObject([{ username: 'ANNA', revision: 1 }]);
});

test('a name taken by somebody else in the middle of a batch is a conflict, not an exception', async () => {
  const [a] = await make('A');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const other = fresh.database.transaction(hotel, async (inside) => {
    await createUsers(users, inside, [{ username: 'B' }, { username: 'C' }]);
    await held;
  });
  const renaming = users.apply(hotel, [
    { op: 'update', target: { by: 'id', value: a }, values: { username: 'B' } },
    { op: 'create', values: { username: 'C' } },
    { op: 'create', values: { username: 'D' } },
  ]);
  const waits = statement(
    'test_users_waiters',
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  while ((await fresh.database.query(hotel, waits)).length === 0) {
    /* until the rename meets the other transaction */
  }
  release();
  await other;
  expect(await renaming).toMatchObject([{ status: 'conflict' }, { status: 'conflict' }, { status: 'created' }]);
  expect((await names()).sort()).toEqual(['A', 'B', 'C', 'D']);
});

test('changes made at the same time are all kept', async () => {
  const [id] = await make('Anna');
  const changes = [{ firstName: 'Anna' }, { lastName: 'Huber' }, { comment: 'vip' }, { phone: '+43 1 234' }];
  const results = await Promise.all(changes.map((each) => changeUsers(users, hotel, [{ id, changes: each }])));
  expect(results.flat().map(({ status }) => status)).toEqual(['changed', 'changed', 'changed', 'changed']);
  expect(await users.findByKeys(hotel, { ids: [id] })).toMatchObject([
    { firstName: 'Anna', lastName: 'Huber', comment: 'vip', phone: '+43 1 234', revision: 5 },
  ]);
});

test('batches that change the same users in opposite order all succeed', async () => {
  const ids = await make(...Array.from({ length: 50 }, (_, index) => `guest ${index}`));
  const change = (comment: string, order: readonly string[]) =>
    changeUsers(
      users,
      hotel,
      order.map((id) => ({ id, changes: { comment } })),
    );
  const results = await Promise.all([change('one', ids), change('two', ids.toReversed()), change('three', ids)]);
  expect(new Set(results.flat().map(({ status }) => status))).toEqual(new Set(['changed']));
  expect((await allRows()).every(({ revision }) => revision === 4)).toBe(true);
});

test('a user is found by each of its keys, without its secrets', async () => {
  const [created] = await createUsers(users, hotel, [{ username: 'Anna', externalId: 'pms-1', password: 'one' }]);
  const { id } = created as { id: string };
  const found = await Promise.all([
    users.findByKeys(hotel, { ids: [id] }),
    users.findByKeys(hotel, { usernames: ['ANNA'] }),
    users.findByKeys(hotel, { externalIds: ['pms-1'], usernames: ['nobody', '\0'] }),
  ]);
  expect(found.map((each) => each.map((user) => user.id))).toEqual([[id], [id], [id]]);
  expect(Object.keys(found[0][0])).not.toContain('passwordSsha512');
});

test('totals follow creations and deletions', async () => {
  const ids = await make('A', 'B', 'C');
  await deleteUsers(users, hotel, ids.slice(1));
  const total = statement(
    'test_users_total',
    "select sum(total)::int as total from resource_counts where organization_id = $1 and resource = 'users'",
  );
  expect(await fresh.database.one(hotel, total, [hotel.organizationId])).toEqual({ total: 1 });
});
