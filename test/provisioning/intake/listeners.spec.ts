import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { laterBy } from '../../../src/kernel/clock.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { type Engine, IntakeRig } from './intake-rig.js';
import { record, stay } from './scripted-connector.js';

let rig: IntakeRig;
let engine: Engine;
let hotel: StoredConnection;
const started: Engine[] = [];

beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(async () => {
  await rig.close();
});
beforeEach(async () => {
  Object.assign(rig.outside, { links: [], fullListAsked: 0, canAsk: true });
  engine = process();
  // Its first look is over before there is a hotel: who takes the link is each test's to say.
  await engine.listeners.keepLinks();
  hotel = await rig.connection(engine, 'listens', { safety: { max_removals: 2, max_removals_percent: 10 } });
});
afterEach(async () => {
  for (const each of started.splice(0)) await each.listeners.stop();
  await engine.connections.delete(rig.context, hotel.id);
});

function process(clock = rig.clock): Engine {
  const one = rig.engine(clock);
  one.listeners.start();
  started.push(one);
  return one;
}

const link = () => rig.outside.links[rig.outside.links.length - 1];
const frame = (changes: readonly Change[]): Buffer => Buffer.from(JSON.stringify(changes));
const open = () => rig.outside.links.filter(({ signal }) => !signal.aborted).length;

async function hear(...frames: (readonly Change[])[]): Promise<void> {
  await Promise.all(frames.map((changes) => link().link.store(frame(changes))));
  await eventually('it is absorbed', async () => (await engine.absorber.drain(rig.context, hotel.id)) === 'done');
}

async function holds(count = 1): Promise<void> {
  await engine.listeners.keepLinks();
  await eventually(`${count} links were opened`, () => rig.outside.links.length === count);
}

test('of two processes one holds the link; what it hears is stored before it is acted on', async () => {
  const other = process();
  await Promise.all([engine.listeners.keepLinks(), other.listeners.keepLinks()]);
  await eventually('one link is open', () => rig.outside.links.length === 1);
  expect(await link().link.store(frame([record('1')]))).toBe(true);
  expect(await rig.statuses(hotel)).toEqual(['received']);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.living(hotel)).toEqual(['1 in_house']);
});

test('when the holder dies another process has the link within 30 seconds', async () => {
  const frozen = new ManualClock(rig.clock.instant());
  const dying = process(frozen);
  await dying.listeners.keepLinks();
  await eventually('the link is open', () => rig.outside.links.length === 1);
  // A sweep looks every few seconds.
  for (let seconds = 0; seconds < 28; seconds += 4) {
    await rig.clock.advance(4);
    await engine.listeners.keepLinks();
  }
  await eventually('the other process has opened the link', () => rig.outside.links.length === 2);
});

test('while the holder lives its link is not taken over', async () => {
  await holds();
  const other = process();
  for (let times = 0; times < 15; times += 1) {
    await rig.clock.advance(4);
    await rig.leaseRuns(`listener ${hotel.id}`, 9);
    await other.listeners.keepLinks();
  }
  expect(rig.outside.links).toHaveLength(1);
});

test('a holder that lost its lease lets go, and nothing more is stored through it', async () => {
  await holds();
  const { link: old, signal } = link();
  await rig.fresh.dataSource.query(`select set_config('usher.organization_id', '*', false)`);
  await rig.fresh.dataSource.query(
    `update leases set token = token + 1, owner = 'somebody else', until_at = '2099-01-01'`,
  );
  await rig.clock.advance(10);
  await eventually('the link is let go', () => signal.aborted);
  expect(await old.store(frame([record('1')]))).toBe(false);
  expect(await rig.statuses(hotel)).toEqual([]);
});

test('a holder whose lease moved on cannot store, even before it notices', async () => {
  await holds();
  const { link: old, signal } = link();
  expect(await old.store(frame([record('1')]))).toBe(true);
  await rig.fresh.dataSource.query(`select set_config('usher.organization_id', '*', false)`);
  await rig.fresh.dataSource.query(
    `update leases set token = token + 1, owner = 'somebody else', until_at = '2099-01-01'`,
  );
  expect(await Promise.all(['2', '3'].map((key) => old.store(frame([record(key)]))))).toEqual([false, false]);
  expect(signal.aborted).toBe(false);
  expect(await rig.events(hotel)).toHaveLength(1);
});

test('a changed connection is listened to anew, a disabled one no more, a paused one still', async () => {
  await holds();
  await engine.connections.setPause(rig.context, hotel.id, 'all', 'paused');
  await engine.listeners.keepLinks();
  expect(open()).toBe(1);
  await hear([record('1')]);
  expect(await rig.statuses(hotel)).toEqual(['received']);

  const { name, connector, settings, secrets, target, targetToken, targetKey, schedule, accessInput, safety } = hotel;
  const draft = {
    name,
    connector,
    settings,
    secrets,
    target,
    targetToken,
    targetKey,
    schedule,
    accessInput,
    safety,
    enabled: true,
    status: 'active' as const,
  };
  await engine.connections.update(rig.context, hotel, draft);
  await holds(2);
  expect(open()).toBe(1);
  await engine.connections.update(rig.context, await engine.connections.load(rig.context, hotel.id), {
    ...draft,
    enabled: false,
  });
  await engine.listeners.keepLinks();
  expect(open()).toBe(0);
});

test('operators see the state of the link and when it was last heard', async () => {
  await holds();
  await eventually(
    'the link says it is connected',
    async () => (await engine.connections.load(rig.context, hotel.id)).link?.state === 'connected',
  );
  await rig.clock.advance(11);
  link().link.heard();
  await eventually(
    'the sign of life is written',
    async () => (await engine.connections.load(rig.context, hotel.id)).link?.lastHeardAt === rig.clock.instant(),
  );
  link().link.state('lost', 'connection reset');
  await eventually(
    'the loss is written',
    async () => (await engine.connections.load(rig.context, hotel.id)).link?.state === 'lost',
  );
});

test('a full list that is wanted is asked for over the link, and fails when none comes', async () => {
  await holds();
  // Before anybody rings: the holder may ask at once.
  rig.outside.canAsk = false;
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  expect(await engine.worker.next()).toBe(false);
  await engine.listeners.keepLinks();
  expect(await rig.run(id)).toMatchObject({ status: 'queued' });
  rig.outside.canAsk = true;
  await engine.listeners.keepLinks();
  expect(rig.outside.fullListAsked).toBe(1);
  expect(await rig.run(id)).toMatchObject({ status: 'running' });
  muchLater(61);
  await engine.worker.next();
  expect(await rig.run(id)).toMatchObject({ status: 'failed', code: 'no_list' });
});

const begin: Change = { kind: 'snapshot', phase: 'begin' };
const complete: Change = { kind: 'snapshot', phase: 'complete' };
const broken: Change = { kind: 'snapshot', phase: 'broken' };
const listed = (key: string, room = key): Change[] => [
  { kind: 'record', mode: 'merge', record: { key, facts: stay({ room }) } },
  { kind: 'confirm', key },
];

/** Time passes, but nobody wakes: the lease is not what these are about. */
function muchLater(seconds: number): void {
  rig.clock.setTo(laterBy(rig.clock.instant(), seconds));
}

async function guestsInTheHouse(count: number): Promise<string[]> {
  await holds();
  const keys = Array.from({ length: count }, (_, index) => `G${index}`);
  await hear(...keys.map((key) => [record(key, { room: key })]));
  muchLater(600);
  return keys;
}

test('a list over the link removes who it does not confirm, once it is complete', async () => {
  const keys = await guestsInTheHouse(6);
  await hear([begin], ...keys.slice(0, 5).map((key) => listed(key)), [record('live')]);
  expect(await rig.living(hotel)).toHaveLength(7);
  await hear([complete]);
  await engine.worker.next();
  expect(await rig.living(hotel)).toEqual([
    'G0 in_house',
    'G1 in_house',
    'G2 in_house',
    'G3 in_house',
    'G4 in_house',
    'live in_house',
  ]);
});

test('an incomplete list removes nobody, nor does one that never ends', async () => {
  const keys = await guestsInTheHouse(4);
  await hear([begin], listed(keys[0]), [broken]);
  await engine.worker.next();
  await hear([begin], listed(keys[0]));
  muchLater(1_000);
  await engine.worker.next();
  await hear([complete]);
  await engine.worker.next();
  expect(await rig.living(hotel)).toHaveLength(4);
});

test('a list in which half the house is gone is held', async () => {
  const keys = await guestsInTheHouse(10);
  await hear([begin], ...keys.slice(0, 5).map((key) => listed(key)), [complete]);
  await engine.worker.next();
  expect(await rig.living(hotel)).toHaveLength(10);
  const [run] = await rig.fresh.database.query<{ id: string }>(
    rig.context,
    { name: 'test_held', text: `select id from runs where connection_id = $1 and status = 'held'` },
    [hotel.id],
  );
  expect(await rig.run(run.id)).toMatchObject({ held: 5, missing: 5 });
  await engine.decisions.approve(rig.context, run.id, (await rig.run(run.id)).planHash ?? '');
  expect(await rig.living(hotel)).toHaveLength(5);
});

test('replaying a list of yesterday removes nobody of today', async () => {
  const keys = await guestsInTheHouse(3);
  await hear([begin], ...keys.map((key) => listed(key)), [complete]);
  await engine.worker.next();
  muchLater(86_400);
  await hear([record('today')]);
  for (const { id } of await rig.events(hotel)) await engine.inbox.replay(rig.context, id);
  await engine.absorber.drain(rig.context, hotel.id);
  await engine.worker.next();
  expect(await rig.living(hotel)).toHaveLength(4);
});
