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
  desk = await rig.remoteConnection(context);
});

const staying = (room: string) => guest(`Guest${room}`, room, { departureAt: '2026-06-30T09:00:00.000Z' });
const connection = () => rig.connections.load(context, desk.id);
const isEnabled = (username: string) => rig.remoteConsole.userNamed(username)?.disabled === false;
const problems = async () =>
  (await rig.rows<{ problem: { code: string } | null }>(context, 'identities', 'problem')).map(
    ({ problem }) => problem?.code ?? 'none',
  );
const alerts = () => rig.alarms.open.filter(({ subjectId }) => subjectId === desk.id);
const goAway = (status: 'retry' | 'unknown' = 'retry') => {
  rig.remoteConsole.faults = ({ operation }) => (operation ? { status, detail: 'nobody answers', isAway: true } : null);
};
const comeBack = () => {
  rig.remoteConsole.faults = () => null;
};
/** Each step: what a process does within that time. */
const pass = async (steps: number, stepSeconds = 15) => {
  for (let step = 0; step < steps; step += 1) {
    await rig.clock.advance(stepSeconds);
    await rig.outages.look();
    await rig.remoteTurn(context);
  }
};

test.each(['retry', 'unknown'] as const)(
  'however long a console is away (%s), a minute after its return leavers are out and guests are in',
  async (status) => {
    await rig.say(context, desk, { A: staying('101'), B: staying('102') });
    await rig.remoteTurn(context);
    goAway(status);
    await rig.say(context, desk, { A: left(staying('101'), rig.clock.instant()) });
    await rig.remoteTurn(context);
    await rig.say(context, desk, { C: staying('103'), D: staying('104') });
    await rig.remoteTurn(context);
    await pass(3 * 240);
    expect(await problems()).not.toContain('dead');
    expect([isEnabled('101-guest101'), isEnabled('103-guest103')]).toEqual([true, false]);
    comeBack();
    await pass(5);
    expect(['101', '102', '103', '104'].map((room) => isEnabled(`${room}-guest${room}`))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(await problems()).toEqual(['none', 'none', 'none', 'none']);
  },
);

test('while it is away one account is tried, not all, and what ends access is tried first', async () => {
  await rig.say(context, desk, { A: staying('101') });
  await rig.remoteTurn(context);
  goAway();
  const houseful = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`G${index}`, staying(`2${index}`)]));
  await rig.say(context, desk, houseful);
  await rig.say(context, desk, { A: left(staying('101'), rig.clock.instant()) });
  await rig.remoteTurn(context);
  const tried: string[] = [];
  rig.remoteConsole.faults = ({ operation, stage }) => {
    if (!operation) return null;
    if (stage === 'before_effect') tried.push(operation.kind);
    return { status: 'retry', detail: 'nobody answers', isAway: true };
  };
  await rig.clock.advance(15);
  await rig.outages.look();
  const due = await rig.rows<{ id: string }>(context, 'identities', 'id', `due_at = '${rig.clock.instant()}'`);
  expect(due).toHaveLength(1);
  await rig.remotePass.run(context, 'remote-1', 100, true, 'worker-1');
  expect(tried).toEqual(['change_user']);
});

test('after two minutes people are told, and told again when it is back', async () => {
  goAway();
  await rig.say(context, desk, { A: staying('101') });
  await rig.remoteTurn(context);
  const beganAt = rig.clock.instant();
  expect((await connection()).consoleOutage).toEqual({ sinceAt: beganAt, detail: 'nobody answers' });
  await pass(7);
  expect(alerts()).toEqual([]);
  expect((await connection()).lastProblem).toBeNull();
  await pass(5);
  expect(alerts()).toEqual([
    expect.objectContaining({
      event: 'connection.console_unreachable',
      subjectName: 'Front desk',
      detail: 'nobody answers',
      facts: { since: beganAt },
    }),
  ]);
  expect((await connection()).lastProblem).toMatchObject({ code: 'console_unreachable', detail: 'nobody answers' });
  await pass(20);
  expect(rig.alarms.raised.filter(({ subjectId }) => subjectId === desk.id)).toHaveLength(1);
  comeBack();
  await pass(5);
  expect(alerts()).toEqual([]);
  expect(await connection()).toMatchObject({ consoleOutage: null, lastProblem: null });
});

test('a single account that the console fails on neither stops the others nor is tried with each of them', async () => {
  let tries = 0;
  rig.remoteConsole.faults = ({ operation, stage }) => {
    if (operation?.kind !== 'create_user' || operation.user.username !== '666-guest666') return null;
    if (stage === 'before_effect') tries += 1;
    return { status: 'retry', detail: 'gateway timeout', isAway: true };
  };
  await rig.say(context, desk, { Poison: staying('666') });
  for (let round = 0; round < 240; round += 1) {
    await rig.say(context, desk, { [`G${round}`]: staying(String(1000 + round)) });
    await pass(1);
    expect(isEnabled(`${1000 + round}-guest${1000 + round}`)).toBe(true);
  }
  // Twelve tries with others, then by its own time and the looks.
  expect(tries).toBeLessThan(40);
  expect(alerts()).toEqual([]);
});

test('what one process found unreachable while another found the console there is tried again at once', async () => {
  let other: Promise<void> | undefined;
  goAway();
  await rig.say(context, desk, { A: staying('101') });
  await rig.remoteTurn(context);
  await rig.say(context, desk, { B: staying('102') });
  // Between the failed call and its record.
  const settled = rig.work.settle.bind(rig.work);
  rig.work.settle = async (...settling) => {
    other ??= rig.outages.end(context, desk.targetKey);
    await other;
    return settled(...settling);
  };
  await rig.remoteTurn(context);
  expect((await connection()).consoleOutage).toBeNull();
  comeBack();
  await pass(2);
  expect([isEnabled('101-guest101'), isEnabled('102-guest102')]).toEqual([true, true]);
});

test('a console that answers with a fault of its own is not away', async () => {
  rig.remoteConsole.faults = ({ operation }) => (operation ? { status: 'retry', detail: 'broken' } : null);
  await rig.say(context, desk, { A: staying('101') });
  await rig.remoteTurn(context);
  expect((await connection()).consoleOutage).toBeNull();
  expect(await problems()).toEqual(['retry']);
});

test('when nothing waits for it any more nobody says that it is away', async () => {
  goAway();
  await rig.say(context, desk, { A: staying('101') });
  await rig.remoteTurn(context);
  await pass(12);
  expect(alerts()).toHaveLength(1);
  await rig.connections.setPause(context, desk.id, 'all', 'paused');
  await pass(12);
  expect(alerts()).toEqual([]);
  expect((await connection()).consoleOutage).toBeNull();
});
