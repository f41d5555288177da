import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest, left, makeRig, type Rig } from './rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});
beforeEach(async () => {
  rig = makeRig(fresh);
  context = await fresh.organization();
});

test('a check-in makes an enabled account with its group, window and password', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Nováková', '101') });
  expect(await rig.settleAll(context)).toBe(1);
  expect(await rig.accounts(context)).toEqual({ '101-novakova': 'enabled' });
  const [user] = await rig.rows<{
    valid_until: string;
    first_name: string;
    password_ssha512: string | null;
    source_connection_id: string;
  }>(context, 'users');
  expect(user).toMatchObject({
    valid_until: '2026-05-16T11:00:00.000Z',
    first_name: 'Jana',
    source_connection_id: desk.id,
  });
  expect(user.password_ssha512).not.toBeNull();
  expect(await rig.rows(context, 'user_groups', 'name')).toEqual([{ name: 'Hotel guests' }]);
});

test('the same facts again write nothing', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Novak', '101') });
  await rig.settleAll(context);
  await rig.say(context, desk, { G1: guest('Novak', '101') });
  expect(await rig.settleAll(context)).toBe(0);
  expect(await rig.rows(context, 'provision_log', 'kind, status')).toEqual([{ kind: 'create_user', status: 'done' }]);
});

test('a check-out disables the account at once and deletes it after the grace', async () => {
  const desk = await rig.connection(context);
  await rig.say(context, desk, { G1: guest('Novak', '101') });
  await rig.settleAll(context);
  await rig.clock.advance(3600);
  await rig.say(context, desk, { G1: left(guest('Novak', '101'), rig.clock.instant()) });
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
  await rig.clock.advance(86_399);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
  await rig.clock.advance(1);
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({});
  const written = await rig.rows<{ id: string; kind: string; cause: string }>(context, 'provision_log');
  const log = written.sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(log.map(({ kind, cause }) => [kind, cause.split(':')[0]])).toEqual([
    ['create_user', 'event'],
    ['disable_user', 'event'],
    ['delete_user', 'timer'],
  ]);
});

test('when everybody in a long list changed, only those whose access changes are reconciled', async () => {
  const desk = await rig.connection(context);
  const house = (ratePlan: string) =>
    Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`G${index}`, guest('Novak', String(100 + index), { ratePlan })]),
    );
  await rig.say(context, desk, house('weekend'));
  expect(await rig.settleAll(context)).toBe(30);
  const looked = jest.spyOn(rig.entitlements, 'accounts');
  await rig.say(context, desk, house('corporate'));
  expect(looked).not.toHaveBeenCalled();
  expect(await rig.settleAll(context)).toBe(0);
  await rig.say(context, desk, {
    ...house('weekend'),
    G3: guest('Novak', '205'),
    G7: left(guest('Novak', '107'), rig.clock.instant()),
    G30: guest('Nowak', '130'),
  });
  expect(looked.mock.calls.map(([, , , subjectIds]) => subjectIds.length)).toEqual([3]);
  expect(await rig.settleAll(context)).toBe(3);
  expect(await rig.accounts(context)).toMatchObject({
    '205-novak': 'enabled',
    '107-novak': 'disabled',
    '130-nowak': 'enabled',
    '100-novak': 'enabled',
  });
  expect(Object.keys(await rig.accounts(context))).toHaveLength(31);
});
