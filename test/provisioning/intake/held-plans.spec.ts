import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { laterBy } from '../../../src/kernel/clock.js';
import { Problem } from '../../../src/kernel/errors.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { type Engine, IntakeRig, type RunLine } from './intake-rig.js';
import { fullList, record } from './scripted-connector.js';

let rig: IntakeRig;
let engine: Engine;
let hotel: StoredConnection;

beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(async () => {
  await rig.close();
});
beforeEach(async () => {
  engine = rig.engine();
  hotel = await rig.connection(engine, 'lists', { safety: { max_removals: 2, max_removals_percent: 10 } });
});

const guests = (count: number, from = 0): Change[] =>
  Array.from({ length: count }, (_, index) => record(`G${String(from + index).padStart(3, '0')}`, {}, 'v1'));

async function scan(records: readonly Change[]): Promise<RunLine> {
  await rig.clock.advance(3_600);
  rig.outside.pages = fullList(records, 50);
  return rig.scan(engine, hotel);
}

/** Twenty guests, of whom the list then has but twelve, twice. */
async function halfTheHouseGone(): Promise<RunLine> {
  await scan(guests(20));
  await scan(guests(12));
  return scan(guests(12));
}

async function refused(work: Promise<void>): Promise<Problem> {
  const problem: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (problem instanceof Problem) return problem;
  throw new Error(`Expected a refusal, got ${String(problem)}`);
}

test('more removals than the safety allows are held, all of them; the rest of the list is applied', async () => {
  await scan(guests(20));
  await scan(guests(12));
  const run = await scan([...guests(12), ...guests(1, 500)]);
  expect(run).toMatchObject({ status: 'held', held: 8, missing: 8 });
  expect(run.planHash).toMatch(/^[0-9a-f]{64}$/);
  expect(await rig.living(hotel)).toHaveLength(21);
  expect(await rig.items(run.id)).toHaveLength(8);
});

test('a complete list without items is held, however few it ends, and applies once approved', async () => {
  await scan(guests(2));
  const run = await scan([]);
  expect(run).toMatchObject({ status: 'held', held: 2, missing: 2, seen: 0, code: null });
  expect(await rig.living(hotel)).toHaveLength(2);
  expect(await rig.items(run.id)).toEqual(['removal G000', 'removal G001']);
  expect(await scan([])).toMatchObject({ status: 'done' });
  expect((await rig.run(run.id)).status).toBe('held');
  await engine.decisions.approve(rig.context, run.id, run.planHash ?? '');
  expect(await rig.living(hotel)).toEqual([]);
  expect(await scan([])).toMatchObject({ status: 'done', held: 0, missing: 0 });
});

test('who was to leave by now goes with the second empty list, without anybody being asked', async () => {
  const departed = [record('D', { departureAt: laterBy(rig.clock.instant(), 600) }, 'v1')];
  await scan(departed);
  expect(await scan([])).toMatchObject({ status: 'done', held: 0, missing: 1 });
  expect(await rig.living(hotel)).toEqual(['D in_house']);
  await scan([]);
  expect(await rig.living(hotel)).toEqual([]);
});

test('a dry run of an empty list shows everybody it would end', async () => {
  await scan(guests(3));
  await rig.clock.advance(60);
  rig.outside.pages = fullList([], 50);
  const run = await rig.scan(engine, hotel, true);
  expect(run).toMatchObject({ status: 'done', missing: 3 });
  expect(await rig.living(hotel)).toHaveLength(3);
});

test('removals within the safety go through, until the last 24 hours have used it up', async () => {
  await scan(guests(20));
  await scan(guests(18));
  expect(await scan(guests(18))).toMatchObject({ status: 'done', held: 0 });
  await scan(guests(17));
  expect(await scan(guests(17))).toMatchObject({ status: 'held', held: 1 });
  await rig.clock.advance(86_400);
  await engine.decisions.expire();
  expect(await scan(guests(17))).toMatchObject({ status: 'done' });
  expect(await rig.living(hotel)).toHaveLength(17);
});

test('guests past their departure are removed without counting', async () => {
  const yesterday = laterBy(rig.clock.instant(), -86_400);
  const leaving = Array.from({ length: 9 }, (_, index) => record(`D${index}`, { departureAt: yesterday }, 'v1'));
  await scan([...guests(10), ...leaving]);
  await scan(guests(10));
  const run = await scan(guests(10));
  expect(run).toMatchObject({ status: 'done', held: 0 });
  expect((await rig.items(run.id)).every((line) => line.startsWith('departed'))).toBe(true);
  expect(await rig.living(hotel)).toHaveLength(10);
});

test('approving the plan by its hash removes exactly its guests', async () => {
  const run = await halfTheHouseGone();
  expect((await refused(engine.decisions.approve(rig.context, run.id, 'f'.repeat(64)))).kind).toBe('conflict');
  expect(await rig.living(hotel)).toHaveLength(20);
  await engine.decisions.approve(rig.context, run.id, run.planHash ?? '');
  expect(await rig.living(hotel)).toHaveLength(12);
  expect(await rig.run(run.id)).toMatchObject({ status: 'done' });
  expect((await refused(engine.decisions.approve(rig.context, run.id, run.planHash ?? ''))).kind).toBe('conflict');
});

test.each([
  ['pushes', { mode: 'incremental', dryRun: false }, '#/mode', 'cannot ask what changed'],
  ['pushes', { mode: 'full', dryRun: false }, '#/mode', 'cannot ask for everything'],
  ['lists', { mode: 'incremental', dryRun: true }, '#/dry_run', 'can be dry'],
  ['listens', { mode: 'full', dryRun: true }, '#/dry_run', 'can be dry'],
] as const)('a connector that only %s is not asked for %j', async (connector, wanted, pointer, detail) => {
  const connection = await rig.connection(engine, connector);
  const problem = await refused(engine.decisions.start(rig.context, connection, wanted).then(() => undefined));
  expect(problem.errors).toEqual([{ pointer, detail: expect.stringContaining(detail) }]);
});

test('a guest who is heard of again voids the approval; the smaller plan has a new hash', async () => {
  const run = await halfTheHouseGone();
  await rig.push(engine, hotel, [record('G015', { room: '9' }, 'v2')]);
  const problem = await refused(engine.decisions.approve(rig.context, run.id, run.planHash ?? ''));
  const held = await rig.run(run.id);
  expect(problem).toMatchObject({ kind: 'conflict', extra: { plan_hash: held.planHash } });
  expect(held).toMatchObject({ status: 'held' });
  expect(await rig.living(hotel)).toHaveLength(20);
  await engine.decisions.approve(rig.context, run.id, held.planHash ?? '');
  expect(await rig.living(hotel)).toHaveLength(13);
  expect(await rig.living(hotel)).toContain('G015 in_house');
});

test('the same absence again keeps the plan that is held; another replaces it', async () => {
  const run = await halfTheHouseGone();
  expect(await scan(guests(12))).toMatchObject({ status: 'done', held: 8 });
  expect(await rig.run(run.id)).toMatchObject({ status: 'held' });
  await scan(guests(11));
  const other = await scan(guests(11));
  expect(other).toMatchObject({ status: 'held', held: 9 });
  expect(await rig.run(run.id)).toMatchObject({ status: 'cancelled', code: 'plan_replaced' });
});

test('a rejected plan is not brought up again, until its guests were listed once more', async () => {
  const run = await halfTheHouseGone();
  await engine.decisions.reject(rig.context, run.id);
  expect(await rig.run(run.id)).toMatchObject({ status: 'rejected' });
  expect(await scan(guests(12))).toMatchObject({ status: 'done', held: 0 });
  await scan(guests(20));
  await scan(guests(12));
  expect(await scan(guests(12))).toMatchObject({ status: 'held', held: 8 });
});

test('a plan that nobody decides about is void after a day', async () => {
  const run = await halfTheHouseGone();
  await rig.clock.advance(86_401);
  expect((await refused(engine.decisions.approve(rig.context, run.id, run.planHash ?? ''))).detail).toMatch(/24 hours/);
  await engine.decisions.expire();
  expect(await rig.run(run.id)).toMatchObject({ status: 'cancelled', code: 'plan_expired' });
  expect(await rig.living(hotel)).toHaveLength(20);
});

describe('people are told', () => {
  const open = () =>
    engine.alarms.open.map(({ event, subjectId, subjectName, state, detail, facts }) => ({
      event,
      subjectId,
      subjectName,
      state,
      detail,
      facts,
    }));

  test('of a plan that is held, with what is needed to decide', async () => {
    const run = await halfTheHouseGone();
    expect(open()).toEqual([
      {
        event: 'plan.held',
        subjectId: hotel.id,
        subjectName: hotel.name,
        state: run.planHash,
        detail: '8 removals wait for a decision',
        facts: { run_id: run.id, plan_hash: run.planHash, held: 8, expires_at: laterBy(rig.clock.instant(), 86_400) },
      },
    ]);
    await scan(guests(12));
    expect(engine.alarms.raised.length).toBe(1);
    await scan(guests(11));
    await scan(guests(11));
    expect([engine.alarms.raised.length, open().map(({ detail }) => detail)]).toEqual([
      2,
      ['9 removals wait for a decision'],
    ]);
  });

  test.each<[string, (run: RunLine) => Promise<unknown>]>([
    ['it is approved', (run) => engine.decisions.approve(rig.context, run.id, run.planHash ?? '')],
    ['it is rejected', (run) => engine.decisions.reject(rig.context, run.id)],
    ['it is cancelled', (run) => engine.decisions.cancel(rig.context, run.id)],
    [
      'a day has passed',
      async () => {
        await rig.clock.advance(86_401);
        await engine.decisions.expire();
      },
    ],
    [
      'everybody is listed again',
      async () => {
        await scan(guests(20));
      },
    ],
  ])('that it is over when %s', async (_, end) => {
    const run = await halfTheHouseGone();
    expect(open().length).toBe(1);
    await end(run);
    expect(open()).toEqual([]);
  });

  test('that another run is cancelled says nothing about the plan', async () => {
    await halfTheHouseGone();
    const other = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
    await engine.decisions.cancel(rig.context, other);
    expect(open().length).toBe(1);
  });
});

test('a run is queued once, cancelled once, and refused where the connector cannot', async () => {
  const wanted = { mode: 'full', dryRun: false } as const;
  const id = await engine.decisions.start(rig.context, hotel, wanted);
  expect(await engine.decisions.start(rig.context, hotel, wanted)).toBe(id);
  expect(
    (await refused(engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: true }).then(() => undefined)))
      .kind,
  ).toBe('conflict');
  await engine.decisions.cancel(rig.context, id);
  expect((await refused(engine.decisions.cancel(rig.context, id))).kind).toBe('conflict');
  expect(await engine.worker.next()).toBe(false);
  const pushes = await rig.connection(engine, 'pushes');
  expect(
    (await refused(engine.decisions.start(rig.context, pushes, wanted).then(() => undefined))).errors,
  ).toMatchObject([{ pointer: '#/mode' }]);
});

test('an access run entitles every known subject again', async () => {
  await scan(guests(20));
  engine.entitler.forget();
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'access', dryRun: false });
  await engine.worker.next();
  expect(await rig.run(id)).toMatchObject({ status: 'done', seen: 20 });
  expect(engine.entitler.told).toHaveLength(20);
});
