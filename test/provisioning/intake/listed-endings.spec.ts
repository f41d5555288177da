import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { statement } from '../../../src/database/database.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { ConnectorProblem } from '../../../src/provisioning/connector/connector-problem.js';
import type { SnapshotPage } from '../../../src/provisioning/connector/connector.js';
import type { Facts } from '../../../src/provisioning/facts/facts.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { type Engine, IntakeRig } from './intake-rig.js';
import { fullList } from './scripted-connector.js';

/** Endings that lists and polls say: judged when all was read, however it came in pages. */
let rig: IntakeRig;
let engine: Engine;
let house: StoredConnection;
let version = 1;

beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(() => rig.close());
beforeEach(async () => {
  engine = rig.engine();
  rig.outside.failures.length = 0;
  rig.outside.beforePage = () => undefined;
});

type Kind = 'employment' | 'stay' | 'visit' | 'membership';
const presets: Readonly<Record<Kind, string>> = {
  employment: 'staff',
  stay: 'hotel',
  visit: 'visitor',
  membership: 'membership',
};
const later = (days: number) => new Date(rig.clock.milliseconds() + days * 86_400_000).toISOString();

/** Somebody who has access, and the same person gone, before it was to end. */
function facts(kind: Kind, index: number, isGone: boolean): Facts {
  const person = { firstName: 'Jana', lastName: `Nováková${index}`, email: `p${index}@example.com` };
  switch (kind) {
    case 'employment':
      return {
        kind,
        ...person,
        status: isGone ? 'terminated' : 'active',
        startDate: '2024-01-01',
        ...(isGone ? { revokeNow: true } : {}),
      };
    case 'stay':
      return {
        kind,
        ...person,
        status: isGone ? 'checked_out' : 'in_house',
        room: String(index),
        arrivalAt: later(-1),
        departureAt: later(5),
      };
    case 'visit':
      return {
        kind,
        ...person,
        status: isGone ? 'ended' : 'active',
        signInAt: later(-0.1),
        expectedDepartureAt: later(5),
      };
    case 'membership':
      return { kind, ...person, status: isGone ? 'ended' : 'active', startsAt: later(-20), endsAt: later(20) };
  }
}

const key = (index: number) => `P${String(index).padStart(4, '0')}`;
function said(index: number, isGone = false, kind: Kind = 'employment'): Change {
  return {
    kind: 'record',
    mode: 'replace',
    record: { key: key(index), version: String((version += 1)).padStart(9, '0'), facts: facts(kind, index, isGone) },
  };
}
const each = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const people = (count: number, leavers: ReadonlySet<number>, kind?: Kind) =>
  each(0, count).map((index) => said(index, leavers.has(index), kind));

async function company(count: number, kind: Kind = 'employment', isNewEngine = false): Promise<void> {
  if (isNewEngine) engine = rig.engine();
  const access = { preset: presets[kind] };
  house = await rig.connection(engine, 'lists', { accessInput: access, settings: { time_zone: 'Europe/Vienna' } });
  rig.outside.pages = fullList(people(count, new Set(), kind), 50);
  expect(await rig.scan(engine, house)).toMatchObject({ status: 'done' });
  expect(await here()).toHaveLength(count);
}
/** Those who have what they came with. */
const here = async () =>
  (await rig.subjects(house))
    .filter(({ state, status }) => state === 'present' && !['suspended', 'terminated'].includes(status))
    .map(({ sourceKey }) => sourceKey);
const plan = () =>
  rig.fresh.database.one<{ id: string; held: number; status: string; planHash: string }>(
    rig.context,
    statement(
      'test_listed_plan',
      `
  select id, held, status, plan_hash as "planHash" from runs where connection_id = $1 and mode = 'endings'
  order by created_at desc, id desc limit 1`,
    ),
    [house.id],
  );
const answerOf = (id: string) =>
  rig.fresh.database.one<{ endingsHeld: number; endingsRunId: string | null }>(
    rig.context,
    statement(
      'test_listed_answer',
      `
  select endings_held as "endingsHeld", endings_run_id as "endingsRunId" from runs where id = $1`,
    ),
    [id],
  );
const waiting = async () =>
  (
    await rig.fresh.database.query(
      rig.context,
      statement(
        'test_listed_waiting',
        'select id from subjects where connection_id = $1 and ending_run_id is not null',
      ),
      [house.id],
    )
  ).length;

const countedToday = async () =>
  (
    await rig.fresh.database.query(
      rig.context,
      statement('test_listed_today', 'select subject_id from recent_endings where connection_id = $1'),
      [house.id],
    )
  ).length;

/** The list in pages that end behind these places. */
function split(changes: readonly Change[], ends: readonly number[]): SnapshotPage[] {
  const places = [...new Set([...ends.filter((end) => end > 0 && end < changes.length), changes.length])].sort(
    (one, other) => one - other,
  );
  const pages = places.map((end, index): SnapshotPage => ({
    changes: changes.slice(places[index - 1] ?? 0, end),
    cursor: { page: index + 1 },
  }));
  const last = pages.pop()!;
  return [...pages, { ...last, complete: { declaredTotal: changes.length } }];
}

test.each<Kind>(['employment', 'stay', 'visit', 'membership'])(
  'a storm in a list is held whole, whatever its pages: %s',
  async (kind) => {
    await company(126, kind);
    rig.outside.pages = fullList(people(126, new Set(each(0, 50)), kind), 13);
    const run = await rig.scan(engine, house);
    expect(run).toMatchObject({ status: 'done', seen: 126 });
    expect(await here()).toHaveLength(126);
    expect(await plan()).toMatchObject({ status: 'held', held: 50 });
    expect(await answerOf(run.id)).toEqual({ endingsHeld: 50, endingsRunId: (await plan())!.id });
    await engine.decisions.approve(rig.context, (await plan())!.id, (await plan())!.planHash);
    expect(await here()).toHaveLength(76);
  },
);

test.each<Kind>(['employment', 'stay', 'visit', 'membership'])(
  'few leavers go with the list that says so, and it says that nobody is held: %s',
  async (kind) => {
    await company(60, kind);
    rig.outside.pages = fullList(people(60, new Set([3, 17, 44, 58]), kind), 7);
    const run = await rig.scan(engine, house);
    expect(await here()).toHaveLength(56);
    expect(await plan()).toBeUndefined();
    expect(await answerOf(run.id)).toEqual({ endingsHeld: 0, endingsRunId: null });
  },
);

test('guests who leave on their day, and visitors in the evening, are no storm, however many', async () => {
  await company(60, 'stay');
  await rig.clock.advance(4.5 * 86_400);
  rig.outside.pages = fullList(
    each(0, 60).map((index): Change => ({
      kind: 'record',
      mode: 'replace',
      record: {
        key: key(index),
        version: `${(version += 1)}`.padStart(9, '0'),
        facts: { ...facts('stay', index, true), departureAt: later(0.4) } as Facts,
      },
    })),
    7,
  );
  const before = await here();
  expect(before).toHaveLength(60);
  // The booked end is what counted when they were last heard of.
  await rig.scan(engine, house);
  expect(await here()).toEqual([]);
  expect(await plan()).toBeUndefined();
});

test('for any split of a list into pages, broken off and resumed wherever, the same people have access', async () => {
  const everybody = each(0, 60);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        count: fc.integer({ min: 20, max: 60 }),
        leavers: fc.shuffledSubarray(everybody),
        ends: fc.array(fc.integer({ min: 1, max: 59 }), { maxLength: 8 }),
        breaksAt: fc.option(fc.nat({ max: 6 })),
        diesAt: fc.option(fc.nat({ max: 6 })),
      }),
      async ({ count, leavers: some, ends, breaksAt, diesAt }) => {
        await company(count, 'employment', true);
        const leavers = new Set(some.filter((index) => index < count));
        const pages = split(people(count, leavers), ends);
        if (breaksAt !== null && breaksAt < pages.length) {
          rig.outside.pages = pages.slice(0, breaksAt);
          expect(await rig.scan(engine, house)).toMatchObject({ status: 'failed', code: 'list_cut_off' });
          expect(await here()).toHaveLength(count);
        }
        rig.outside.pages = pages;
        if (diesAt !== null && diesAt < pages.length) await dieAt(diesAt);
        else await rig.scan(engine, house);
        const isStorm = leavers.size > Math.max(20, Math.floor(count / 4));
        expect(await here()).toHaveLength(isStorm ? count : count - leavers.size);
        expect((await plan())?.held ?? 0).toBe(isStorm ? leavers.size : 0);
        expect(await waiting()).toBe(0);
        expect(await countedToday()).toBe(isStorm ? 0 : leavers.size);
      },
    ),
    { numRuns: 15 },
  );
});

/**
 * The process that reads a list is killed before this page, with all before it written: another one goes on behind its
 * cursor.
 */
async function dieAt(place: number): Promise<void> {
  let reached: () => void = () => undefined;
  const isThere = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const asked: number[] = [];
  rig.outside.beforePage = (index) => {
    asked.push(index);
    if (index !== place) return undefined;
    reached();
    rig.outside.beforePage = (next) => {
      asked.push(next);
    };
    return new Promise<void>(() => undefined);
  };
  const clock = new ManualClock(rig.clock.instant());
  const dying = rig.engine(clock);
  const id = await dying.decisions.start(rig.context, house, { mode: 'full', dryRun: false });
  void dying.worker.next();
  await isThere;
  await eventually('what was read is written', async () =>
    clock.advance(0.1).then(async () => (await rig.run(id)).pages === place),
  );
  await rig.clock.advance(31);
  while (await engine.worker.next());
  expect(asked).toEqual(
    [...each(0, place), ...each(place, rig.outside.pages.length), place].sort((one, other) => one - other),
  );
  expect(await rig.run(id)).toMatchObject({ status: 'done' });
}

test('what a list that broke off said of leavers waits for the next one, and is judged with it', async () => {
  await company(126);
  const list = people(126, new Set(each(0, 50)));
  rig.outside.pages = fullList(list, 42).slice(0, 1);
  expect(await rig.scan(engine, house)).toMatchObject({ status: 'failed' });
  expect(await here()).toHaveLength(126);
  expect(await waiting()).toBe(42);
  await engine.listedEndings.sweep();
  expect(await waiting()).toBe(42);
  rig.outside.pages = fullList(list, 42);
  await rig.scan(engine, house);
  expect(await here()).toHaveLength(126);
  expect(await plan()).toMatchObject({ held: 50 });
});

test('an hour after a list broke off, and none after it came to its end, what it said takes effect', async () => {
  await company(60);
  rig.outside.pages = fullList(people(60, new Set([1, 2, 3, 4, 5])), 20).slice(0, 2);
  expect(await rig.scan(engine, house)).toMatchObject({ status: 'failed' });
  await rig.clock.advance(3_000);
  await engine.listedEndings.sweep();
  await engine.endings.sweep();
  expect(await here()).toHaveLength(60);
  await rig.clock.advance(700);
  await engine.listedEndings.sweep();
  await engine.endings.sweep();
  expect(await here()).toHaveLength(55);
});

test("a list that is cancelled loses nobody's end", async () => {
  await company(60);
  rig.outside.pages = fullList(people(60, new Set([1, 2, 3, 4, 5])), 20);
  const id = await engine.decisions.start(rig.context, house, { mode: 'full', dryRun: false });
  rig.outside.beforePage = async (page) => {
    if (page === 2) await engine.decisions.cancel(rig.context, id);
  };
  while (await engine.worker.next());
  rig.outside.beforePage = () => undefined;
  expect(await rig.run(id)).toMatchObject({ status: 'cancelled' });
  expect(await here()).toHaveLength(60);
  rig.outside.pages = fullList(people(60, new Set([1, 2, 3, 4, 5])), 20);
  await rig.scan(engine, house);
  expect(await here()).toHaveLength(55);
});

test('while a list is read, a dismissal that comes as an event is out at once, and who comes back stays', async () => {
  const directory = await rig.connection(engine, 'lists', {
    accessInput: { preset: 'staff' },
    settings: { time_zone: 'Europe/Vienna' },
  });
  house = directory;
  rig.outside.pages = fullList(people(60, new Set()), 20);
  await rig.scan(engine, house);
  const list = people(60, new Set(each(0, 30)));
  rig.outside.pages = fullList(list, 20);
  rig.outside.beforePage = async (page) => {
    if (page !== 2) return;
    await rig.push(engine, house, [said(5, true)], [said(50, true)], [said(6)]);
    expect(await here()).toHaveLength(58);
  };
  const run = await rig.scan(engine, house);
  rig.outside.beforePage = () => undefined;
  expect(run).toMatchObject({ status: 'done' });
  // Of thirty, one was dismissed meanwhile, and one is back: 28 are held; the event about the fiftieth is newer than
  // the list.
  expect(await plan()).toMatchObject({ held: 28 });
  expect(await here()).not.toContain(key(5));
  expect(await here()).not.toContain(key(50));
  expect(await here()).toContain(key(6));
});

test('the pages of a poll are judged together, and one that fails half way goes on with the next', async () => {
  house = await rig.connection(engine, 'lists', {
    accessInput: { preset: 'staff' },
    settings: { time_zone: 'Europe/Vienna' },
  });
  await rig.push(engine, house, people(126, new Set()));
  const poll = async () => {
    const id = await engine.decisions.start(rig.context, house, { mode: 'incremental', dryRun: false });
    while (await engine.worker.next());
    return rig.run(id);
  };
  const gone = each(0, 50).map((index) => said(index, true));
  const pages = [0, 1, 2, 3, 4].map((page) => ({ changes: gone.slice(page * 10, page * 10 + 10), cursor: { page } }));
  rig.outside.polled = pages.slice(0, 2);
  rig.outside.pollFailure = new ConnectorProblem('upstream_broken', 'cut');
  expect(await poll()).toMatchObject({ status: 'failed' });
  expect(await here()).toHaveLength(126);
  rig.outside.polled = pages.slice(2);
  rig.outside.pollFailure = null;
  const run = await poll();
  expect(run).toMatchObject({ status: 'done' });
  expect(await here()).toHaveLength(126);
  expect(await answerOf(run.id)).toMatchObject({ endingsHeld: 50 });
  expect(await plan()).toMatchObject({ held: 50 });
});
