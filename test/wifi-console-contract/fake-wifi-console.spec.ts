import { expect, test } from '@jest/globals';
import { systemContext, usherOrganizationId } from '../../src/kernel/context.js';
import { operationPriority } from '../../src/provisioning/wifi-console/port/wifi-console.js';
import { describeWifiConsole } from './describe-wifi-console.js';
import { FakeWifiConsole } from './fake-wifi-console.js';
import { changeUser, createUser, createVouchers, deleteUser } from './operations.js';

const context = systemContext(usherOrganizationId, 'test');
const { grant } = operationPriority;

for (const forgetful of [false, true]) {
  describeWifiConsole(forgetful ? 'a fake that keeps only reference fields' : 'the fake', () => {
    const console = new FakeWifiConsole({ forgetful });
    return Promise.resolve({
      console,
      run: (work) => work(context),
      account: async (remoteId) => console.held.users.get(remoteId) ?? null,
      groups: async () => [...console.held.groups].map(([name, id]) => ({ id, name })),
      voucher: async (remoteId) => {
        const voucher = console.held.vouchers.get(remoteId);
        return voucher ? { groupId: voucher.groupId, usable: !voucher.revoked } : null;
      },
      abilities: { extendedFields: !forgetful, recognisesRepeats: !forgetful, revokesVouchers: true },
      close: () => Promise.resolve(),
    });
  });
}

test('a fault before the effect leaves nothing, one after it everything; the caller cannot tell', async () => {
  const console = new FakeWifiConsole();
  const lost = { status: 'unknown', detail: 'no answer' } as const;
  console.failOnce(({ stage }) => stage === 'before_effect', lost);
  expect(await console.apply(context, [createUser('a')], grant)).toEqual([lost]);
  expect(console.effects).toEqual([]);
  console.failOnce(({ stage }) => stage === 'after_effect', lost);
  expect(await console.apply(context, [createUser('b')], grant)).toEqual([lost]);
  expect(console.effects.map(({ kind, name }) => [kind, name])).toEqual([['create_user', 'b']]);
});

test('each outcome of the port can be injected for one kind of operation', async () => {
  const { remoteId } = new FakeWifiConsole().addByHand({ username: 'x' });
  const faults = [
    { status: 'retry', detail: 'too many', notBeforeAt: '2026-05-14T13:01:00.000Z' },
    { status: 'retry', detail: 'broken' },
    { status: 'gone' },
    { status: 'refused', detail: 'no' },
    { status: 'taken', remoteId: null },
  ] as const;
  for (const fault of faults) {
    const console = new FakeWifiConsole({
      faults: ({ operation }) => (operation?.kind === 'delete_user' ? fault : null),
    });
    expect(await console.apply(context, [createUser('y'), deleteUser(remoteId)], grant)).toEqual([
      { status: 'done', remoteId: expect.any(String) },
      fault,
    ]);
  }
});

test('an error is a crash between two awaits: what happened before it stays', async () => {
  const console = new FakeWifiConsole({
    faults: ({ operation, stage }) =>
      operation?.kind === 'change_user' && stage === 'after_effect' ? new Error('killed') : null,
  });
  const { remoteId } = console.addByHand({ username: 'x' });
  await expect(
    console.apply(context, [changeUser(remoteId, { disabled: true }), createVouchers('g')], grant),
  ).rejects.toThrow('killed');
  expect(console.held.users.get(remoteId)).toMatchObject({ disabled: true });
  expect(console.held.vouchers.size).toBe(0);
});

test('look-ups and listings fail where the plan says', async () => {
  const console = new FakeWifiConsole({ faults: ({ method }) => (method === 'apply' ? null : new Error(method)) });
  console.addByHand({ username: 'x' });
  await expect(console.findUser(context, { username: 'x' }, grant)).rejects.toThrow('findUser');
  await expect(console.groups(context, ['g'], grant)).rejects.toThrow('groups');
  await expect(
    (async () => {
      for await (const page of console.users()) expect(page).toBeDefined();
    })(),
  ).rejects.toThrow('users');
});
