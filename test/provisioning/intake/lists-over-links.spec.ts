import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { laterBy } from '../../../src/kernel/clock.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { eventually } from '../../kernel/manual-clock.js';
import { type Engine, IntakeRig } from './intake-rig.js';
import { record, stay } from './scripted-connector.js';

/**
 * Full lists over a link: when one begins, whom it answers, and what is asked for when the link's holder was killed.
 */
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

const begin: Change = { kind: 'snapshot', phase: 'begin' };
const complete: Change = { kind: 'snapshot', phase: 'complete' };
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

const runsOf = () =>
  rig.fresh.database.query<{ id: string; status: string; requestedBy: string; cause: string }>(
    rig.context,
    {
      name: 'test_runs_of_link',
      text:
        'select id, status, cause, requested_by as "requestedBy" from runs where connection_id = $1 order by ' +
        'created_at, id',
    },
    [hotel.id],
  );

test('a list that broke off counts for nothing in the next: people whom only it named are missing', async () => {
  const keys = await guestsInTheHouse(6);
  await hear([begin], listed(keys[0]), listed(keys[1]));
  muchLater(5);
  // The check-out of the first was lost between the machines, and so was the rest of that list.
  await hear([begin], ...keys.slice(1).map((key) => listed(key)), [complete]);
  await engine.worker.next();
  expect(await rig.living(hotel)).toEqual(keys.slice(1).map((key) => `${key} in_house`));
  expect((await runsOf()).map(({ status }) => status).sort()).toEqual(['done', 'failed']);
});

test('an order that comes while a list is sent is not answered by it: one that begins after the order is', async () => {
  const keys = await guestsInTheHouse(6);
  await hear([begin], ...keys.slice(0, 3).map((key) => listed(key)));
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  expect(await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false })).toBe(id);
  await engine.listeners.keepLinks();
  expect(rig.outside.fullListAsked).toBe(0);
  await hear(...keys.slice(3).map((key) => listed(key)), [complete]);
  await engine.worker.next();
  expect(await rig.run(id)).toMatchObject({ status: 'queued' });
  await engine.schedules.tick();
  await engine.listeners.keepLinks();
  expect(rig.outside.fullListAsked).toBe(1);
  muchLater(1);
  await hear([begin], ...keys.slice(1).map((key) => listed(key)), [complete]);
  await engine.worker.next();
  expect(await rig.run(id)).toMatchObject({ status: 'done', missing: 1 });
  expect(await rig.living(hotel)).toHaveLength(5);
});

test('a list that the outside began of its own before it was asked is not the answer to an order either', async () => {
  const keys = await guestsInTheHouse(4);
  rig.outside.canAsk = false;
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  await hear([begin], ...keys.map((key) => listed(key)), [complete]);
  await engine.worker.next();
  expect(await rig.run(id)).toMatchObject({ status: 'queued' });
  expect((await runsOf()).map(({ status }) => status).sort()).toEqual(['done', 'queued']);
});

/** Its process is killed: nothing of it goes on, and its lease runs out. */
async function killed(): Promise<void> {
  await rig.fresh.dataSource.query(`select set_config('usher.organization_id', '*', false)`);
  await rig.fresh.dataSource.query(
    `update leases set owner = 'killed', token = token + 1, until_at = $1 where name = $2`,
    [rig.clock.instant(), `listener ${hotel.id}`],
  );
  await rig.clock.advance(10);
  await eventually('the link is let go', () => open() === 0);
}

/** The holder looks after its links every few seconds. */
const holdsAgain = (count: number) =>
  eventually(`${count} links were opened`, async () =>
    engine.listeners.keepLinks().then(() => rig.outside.links.length === count),
  );

test('after whoever held the link ended without a word a list is asked for, an hour later the next one', async () => {
  await holds();
  const askedAfter = async (links: number) => {
    await killed();
    await holdsAgain(links);
    await engine.listeners.keepLinks();
    return rig.outside.fullListAsked;
  };
  await askedAfter(2);
  await eventually('it is asked for', async () =>
    engine.listeners.keepLinks().then(() => rig.outside.fullListAsked === 1),
  );
  expect(link().link.history).toMatchObject({ wasLeft: true, isListUnderWay: false });
  await hear([begin], [complete]);
  await engine.worker.next();
  expect(await askedAfter(3)).toBe(1);
  muchLater(3_700);
  await eventually('it is asked for once the hour is over', async () =>
    engine.listeners.keepLinks().then(() => rig.outside.fullListAsked === 2),
  );
  expect(await runsOf()).toMatchObject([
    { cause: 'source', requestedBy: 'lost link', status: 'done' },
    { requestedBy: 'lost link', status: 'running' },
  ]);
});

test('a link that is closed in order needs no full list afterwards', async () => {
  await holds();
  await engine.listeners.stop();
  const other = process();
  await other.listeners.keepLinks();
  await eventually('the other process has the link', () => rig.outside.links.length === 2);
  await other.listeners.keepLinks();
  expect(link().link.history).toMatchObject({ wasLeft: false });
  expect(await runsOf()).toEqual([]);
});

test('an order under way when its process died is repeated once, under the same run', async () => {
  const keys = await guestsInTheHouse(4);
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  await engine.listeners.keepLinks();
  expect(await rig.run(id)).toMatchObject({ status: 'running' });
  await killed();
  await holdsAgain(2);
  await eventually('it is asked for again', async () =>
    engine.listeners.keepLinks().then(() => rig.outside.fullListAsked === 2),
  );
  muchLater(1);
  await hear([begin], ...keys.slice(1).map((key) => listed(key)), [complete]);
  await engine.worker.next();
  expect(await rig.run(id)).toMatchObject({ status: 'done', missing: 1 });
  expect(await runsOf()).toHaveLength(1);
});
