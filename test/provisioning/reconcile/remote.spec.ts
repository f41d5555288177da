import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { ConsoleRefused } from '../../../src/provisioning/wifi-console/port/console-problems.js';
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
  desk = await rig.remoteConnection(context);
});

const effects = () =>
  rig.remoteConsole.effects.filter(({ kind }) => kind !== 'create_group').map(({ kind, name }) => `${kind} ${name}`);
const work = async (turns = 6) => {
  for (let turn = 0; turn < turns; turn += 1) {
    await rig.remoteTurn(context);
    await rig.clock.advance(60);
  }
};
const identity = async () =>
  (
    await rig.rows<{
      want_rev: number;
      done_rev: number;
      due_at: string | null;
      attempts: number;
      problem: { code: string } | null;
      token: number;
    }>(context, 'identities')
  )[0];

test('a check-in and a check-out are two calls', async () => {
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  expect(rig.remoteConsole.userNamed('101-novak')).toMatchObject({
    disabled: false,
    password: 'novak',
    validUntil: '2026-05-16T11:00:00.000Z',
  });
  await rig.say(context, desk, { A: left(guest('Novak', '101'), rig.clock.instant()) });
  await work();
  expect(effects()).toEqual(['create_user 101-novak', 'change_user 101-novak']);
  expect(rig.remoteConsole.userNamed('101-novak')).toMatchObject({ disabled: true });
  expect(await rig.rows(context, 'operations', 'state')).toEqual([{ state: 'done' }, { state: 'done' }]);
});

test('no password is kept with an operation or in the log', async () => {
  await rig.say(context, desk, { A: guest('Geheim', '101') });
  await work();
  const [operation] = await rig.rows<{ request: object }>(context, 'operations', 'request');
  expect(JSON.stringify(operation.request)).not.toContain('"password"');
  expect(JSON.stringify(await rig.rows(context, 'provision_log'))).not.toMatch(/f1\.|passwordFingerprint/);
});

test('a creation whose answer is lost is found again and not made twice', async () => {
  rig.remoteConsole.failOnce(({ stage, operation }) => stage === 'after_effect' && operation?.kind === 'create_user', {
    status: 'unknown',
    detail: 'no answer',
  });
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  expect(effects()).toEqual(['create_user 101-novak']);
  expect(await rig.rows(context, 'bindings', 'ownership, state', "kind = 'user'")).toEqual([
    { ownership: 'owned', state: 'bound' },
  ]);
  expect(await rig.rows(context, 'provision_log', 'kind, status')).toEqual([{ kind: 'create_user', status: 'done' }]);
});

test('a creation that never arrived is made once', async () => {
  rig.remoteConsole.failOnce(({ stage, operation }) => stage === 'before_effect' && operation?.kind === 'create_user', {
    status: 'unknown',
    detail: 'no answer',
  });
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  expect(effects()).toEqual(['create_user 101-novak']);
});

test('facts that change while a creation is in doubt are written once its fate is known', async () => {
  rig.remoteConsole.failOnce(({ stage, operation }) => stage === 'after_effect' && operation?.kind === 'create_user', {
    status: 'unknown',
    detail: 'no answer',
  });
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await rig.remoteTurn(context);
  await rig.say(context, desk, { A: guest('Novak', '101', { vip: '2' }) });
  await work();
  expect(effects()).toEqual(['create_user 101-novak', 'change_user 101-novak']);
  expect(rig.remoteConsole.userNamed('101-novak')?.groupId).toBe(rig.remoteConsole.held.groups.get('VIP guests'));
});

test('facts that change while a call is on its way are written after it', async () => {
  let told = false;
  rig.remoteConsole.faults = async ({ stage, operation }) => {
    if (operation?.kind === 'create_user' && stage === 'after_effect' && !told) {
      told = true;
      await rig.say(context, desk, { A: guest('Novak', '101', { vip: '2' }) });
    }
    return null;
  };
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  expect(effects()).toEqual(['create_user 101-novak', 'change_user 101-novak']);
  expect(rig.remoteConsole.userNamed('101-novak')?.groupId).toBe(rig.remoteConsole.held.groups.get('VIP guests'));
});

test('a change of unknown fate that is withdrawn is sent again', async () => {
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  rig.remoteConsole.failOnce(({ stage, operation }) => stage === 'after_effect' && operation?.kind === 'change_user', {
    status: 'unknown',
    detail: 'no answer',
  });
  await rig.say(context, desk, { A: guest('Novak', '101', { vip: '2' }) });
  await rig.remoteTurn(context);
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  expect(rig.remoteConsole.userNamed('101-novak')?.groupId).toBe(rig.remoteConsole.held.groups.get('Hotel guests'));
});

test('a call whose worker died before recording it is asked about by the next worker', async () => {
  await rig.say(context, desk, { A: guest('Novak', '101') });
  const claimed = await rig.work.claim(context, 'remote-1', rig.clock.instant(), 10, 4, {
    owner: 'dead',
    untilAt: '2026-05-14T13:00:30.000Z',
  });
  const accountStates = await rig.work.accountStates(context, claimed, rig.clock.instant());
  expect(accountStates).toHaveLength(1);
  const { planFor } = await import('../../../src/provisioning/reconcile/plan.js');
  const [planned] = planFor(accountStates[0], rig.clock.instant(), rig.ids).operations;
  const operation = rig.requests.of(claimed[0], planned, new Map([['Hotel guests', 'g']]));
  await rig.operations.send(
    context,
    [{ account: claimed[0], operation, request: { operation, user: planned.user, subjectId: planned.subjectId } }],
    rig.clock.instant(),
  );
  await rig.remoteConsole.apply(context, [operation], 1);
  expect(await rig.remoteTurn(context)).toBe(0);
  await rig.clock.advance(31);
  await work();
  expect(effects()).toEqual(['create_user 101-novak']);
  expect(await rig.rows(context, 'provision_log', 'kind, status')).toEqual([{ kind: 'create_user', status: 'done' }]);
  expect(await identity()).toMatchObject({ problem: null });
});

test('a worker that lost its lease cannot record its outcome', async () => {
  await rig.say(context, desk, { A: guest('Novak', '101') });
  const claimAgain = async () => {
    rig.clock.setTo('2026-05-14T13:01:00.000Z');
    expect(
      await rig.work.claim(context, 'remote-1', rig.clock.instant(), 10, 4, {
        owner: 'other',
        untilAt: '2026-05-14T13:01:30.000Z',
      }),
    ).toHaveLength(1);
  };
  let stolen = false;
  rig.remoteConsole.faults = async ({ stage, operation }) => {
    if (operation && stage === 'after_effect' && !stolen) {
      stolen = true;
      await claimAgain();
    }
    return null;
  };
  await rig.remoteTurn(context, 'zombie');
  expect(await rig.rows(context, 'bindings', 'id', "kind = 'user'")).toEqual([]);
  expect((await identity()).done_rev).toBe(0);
  await rig.clock.advance(31);
  await work();
  expect(effects()).toEqual(['create_user 101-novak']);
  expect(await rig.rows(context, 'bindings', 'state', "kind = 'user'")).toEqual([{ state: 'bound' }]);
});

test('an account that was deleted at the console is made again', async () => {
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  rig.remoteConsole.held.users.clear();
  await rig.say(context, desk, { A: guest('Novak', '101', { vip: '2' }) });
  await work();
  expect(effects()).toEqual(['create_user 101-novak', 'create_user 101-novak']);
  expect(rig.remoteConsole.userNamed('101-novak')).toMatchObject({ disabled: false });
});

test('what the console refuses is recorded and not tried again until the facts change', async () => {
  rig.remoteConsole.failOnce(({ operation }) => operation?.kind === 'create_user', {
    status: 'refused',
    detail: 'no such name',
  });
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  expect(effects()).toEqual([]);
  expect(await identity()).toMatchObject({ problem: { code: 'refused', detail: 'no such name' } });
  await rig.say(context, desk, { A: guest('Novak', '101', { vip: '2' }) });
  await work();
  expect(effects()).toEqual(['create_user 101-novak']);
  expect(await identity()).toMatchObject({ problem: null });
});

test('a busy console is left alone until the time it names, without counting as a failure', async () => {
  rig.remoteConsole.failOnce(({ operation }) => operation?.kind === 'create_user', {
    status: 'retry',
    detail: 'budget',
    notBeforeAt: '2026-05-14T13:00:40.000Z',
  });
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await rig.remoteTurn(context);
  expect(await identity()).toMatchObject({ due_at: '2026-05-14T13:00:40.000Z', attempts: 0 });
  await rig.clock.advance(39);
  expect(await rig.remoteTurn(context)).toBe(0);
  await rig.clock.advance(1);
  expect(await rig.remoteTurn(context)).toBe(1);
  expect(effects()).toEqual(['create_user 101-novak']);
});

test('a grant is given up after twelve tries, a revocation never', async () => {
  rig.remoteConsole.faults = ({ operation }) => (operation ? { status: 'retry', detail: 'broken' } : null);
  await rig.say(context, desk, { A: guest('Novak', '101', { departureAt: '2026-06-30T09:00:00.000Z' }) });
  for (let turn = 0; turn < 16; turn += 1) {
    await rig.remoteTurn(context);
    await rig.clock.advance(901);
  }
  expect(await identity()).toMatchObject({ problem: { code: 'dead' }, attempts: 12 });
  rig.remoteConsole.faults = () => null;
  await rig.say(
    context,
    desk,
    { A: guest('Novak', '101', { departureAt: '2026-06-30T09:00:00.000Z' }) },
    { kind: 'operator', id: rig.ids.next() },
  );
  await work(1);
  expect(effects()).toEqual(['create_user 101-novak']);
  rig.remoteConsole.faults = ({ operation }) => (operation ? { status: 'retry', detail: 'broken' } : null);
  await rig.say(context, desk, { A: left(guest('Novak', '101'), rig.clock.instant()) });
  for (let turn = 0; turn < 16; turn += 1) {
    await rig.remoteTurn(context);
    await rig.clock.advance(3600);
  }
  rig.remoteConsole.faults = () => null;
  await rig.clock.advance(3600);
  await rig.remoteTurn(context);
  expect(rig.remoteConsole.userNamed('101-novak')).toMatchObject({ disabled: true });
});

test('a console that refuses our key puts the connection into quarantine, and nothing is lost', async () => {
  rig.remoteConsole.failOnce(
    ({ operation }) => operation?.kind === 'create_user',
    new ConsoleRefused('the token was refused', 401),
  );
  await rig.say(context, desk, { A: guest('Novak', '101') });
  await work();
  expect(await rig.connections.load(context, desk.id)).toMatchObject({
    status: 'quarantined',
    quarantine: { code: 'console_refused' },
  });
  expect(rig.alarms.open).toMatchObject([
    { event: 'connection.quarantined', subjectId: desk.id, state: 'console_refused', detail: 'the token was refused' },
  ]);
  expect(effects()).toEqual([]);
  await rig.connections.release(context, await rig.connections.load(context, desk.id));
  await rig.work.release(context, rig.clock.instant());
  await work();
  expect(effects()).toEqual(['create_user 101-novak']);
});

test('revocations are sent before grants and changes', async () => {
  await rig.say(context, desk, { A: guest('A', '101'), B: guest('B', '102') });
  await work();
  await rig.say(context, desk, {
    B: guest('B', '102', { vip: '2' }),
    C: guest('C', '103'),
    A: left(guest('A', '101'), rig.clock.instant()),
  });
  await work(1);
  expect(
    rig.remoteConsole.effects
      .filter(({ kind }) => kind !== 'create_group')
      .slice(2)
      .map(({ name, priority }) => [name, priority]),
  ).toEqual([
    ['101-a', 0],
    ['103-c', 1],
    ['102-b', 2],
  ]);
});

test('vouchers that may exist are reported and never made a second time by themselves', async () => {
  const visits = await rig.remoteConnection(context, { preset: 'visitor' }, { connector: 'envoy' });
  rig.remoteConsole.failOnce(
    ({ stage, operation }) => stage === 'after_effect' && operation?.kind === 'create_vouchers',
    { status: 'unknown', detail: 'no answer' },
  );
  await rig.say(context, visits, {
    V: {
      kind: 'visit',
      status: 'active',
      lastName: 'Kern',
      signInAt: '2026-05-14T13:00:00.000Z',
      expectedDepartureAt: '2026-05-14T17:00:00.000Z',
    },
  });
  await work();
  expect(rig.remoteConsole.held.vouchers.size).toBe(1);
  expect(await identity()).toMatchObject({ problem: { code: 'vouchers_unknown' } });
});

test('vouchers end when the visitor signs out', async () => {
  const visits = await rig.remoteConnection(context, { preset: 'visitor' }, { connector: 'envoy' });
  const visit = {
    kind: 'visit',
    status: 'active',
    lastName: 'Kern',
    signInAt: '2026-05-14T13:00:00.000Z',
    expectedDepartureAt: '2026-05-14T17:00:00.000Z',
  } as const;
  await rig.say(context, visits, { V: visit });
  await work(1);
  expect([...rig.remoteConsole.held.vouchers.values()]).toMatchObject([{ revoked: false }]);
  await rig.say(context, visits, { V: { ...visit, status: 'ended', signOutAt: rig.clock.instant() } });
  await work();
  expect([...rig.remoteConsole.held.vouchers.values()]).toMatchObject([{ revoked: true }]);
});
