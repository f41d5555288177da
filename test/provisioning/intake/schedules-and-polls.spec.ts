import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { laterBy } from '../../../src/kernel/clock.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { ConnectorProblem } from '../../../src/provisioning/connector/connector-problem.js';
import { type Engine, IntakeRig } from './intake-rig.js';
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
  Object.assign(rig.outside, { failures: [], pages: [], polled: [], pollCursors: [] });
  hotel = await rig.connection(engine, 'lists');
});

// Its runs would wait for the worker of the next test.
afterEach(async () => {
  await engine.connections.delete(rig.context, hotel.id);
});

const runs = (connection: StoredConnection) =>
  rig.fresh.database.query<{ mode: string; cause: string; status: string }>(
    rig.context,
    statement('test_runs', 'select mode, cause, status from runs where connection_id = $1 order by created_at, id'),
    [connection.id],
  );

async function poll(): Promise<string> {
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'incremental', dryRun: false });
  await engine.worker.next();
  return (await rig.run(id)).status;
}

test('a new connection is scanned at once and has its next times', async () => {
  await engine.schedules.plan();
  expect(await engine.connections.load(rig.context, hotel.id)).toMatchObject({ nextFullAt: hotel.createdAt });
  await engine.schedules.tick();
  expect(await runs(hotel)).toEqual([{ mode: 'full', cause: 'schedule', status: 'queued' }]);
  expect((await engine.connections.load(rig.context, hotel.id)).nextFullAt?.slice(0, 13)).toBe('2026-05-15T04');
});

test('a list ordered after it was due is not read again by schedule; an older one is', async () => {
  rig.outside.pages = fullList([record('G1')]);
  const ordered = async () => {
    await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
    await engine.worker.next();
  };
  await ordered();
  await rig.clock.advance(1);
  await engine.times.setNextRuns(rig.context, hotel.id, {
    fullAt: rig.clock.instant(),
    incrementalAt: null,
    driftAt: null,
  });
  await rig.clock.advance(1);
  await engine.schedules.tick();
  while (await engine.worker.next());
  expect((await runs(hotel)).map(({ cause }) => cause)).toEqual(['operator', 'schedule']);
  await engine.times.setNextRuns(rig.context, hotel.id, {
    fullAt: rig.clock.instant(),
    incrementalAt: null,
    driftAt: null,
  });
  await ordered();
  await engine.schedules.tick();
  expect((await runs(hotel)).map(({ cause }) => cause)).toEqual(['operator', 'schedule', 'operator']);
});

test('a list that is being read when a new connection is planned is its first one, and no second follows', async () => {
  rig.outside.pages = fullList([record('G1')]);
  rig.outside.beforePage = async () => {
    rig.outside.beforePage = () => undefined;
    await rig.clock.advance(1);
    await engine.schedules.plan();
  };
  await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  while (await engine.worker.next());
  await engine.schedules.tick();
  expect(await runs(hotel)).toEqual([{ mode: 'full', cause: 'operator', status: 'done' }]);
});

test('a first list that failed is repeated within a quarter of an hour, later ones on schedule', async () => {
  rig.outside.failures.push(new ConnectorProblem('settings_invalid', 'no such hotel'));
  await engine.schedules.plan();
  await engine.schedules.tick();
  while (await engine.worker.next());
  expect(await runs(hotel)).toMatchObject([{ mode: 'full', status: 'failed' }]);
  expect((await engine.connections.load(rig.context, hotel.id)).nextFullAt).toBe(laterBy(rig.clock.instant(), 900));
  rig.outside.pages = fullList([record('G1')]);
  await rig.fresh.database.query(
    rig.context,
    statement('test_released', "update connections set status = 'active' where organization_id = $1 and id = $2"),
    [rig.context.organizationId, hotel.id],
  );
  await rig.clock.advance(900);
  await engine.schedules.tick();
  while (await engine.worker.next());
  const planned = (await engine.connections.load(rig.context, hotel.id)).nextFullAt;
  expect(planned?.slice(11, 13)).toBe('04');
  await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  rig.outside.failures.push(new ConnectorProblem('settings_invalid', 'no such hotel'));
  while (await engine.worker.next());
  expect((await engine.connections.load(rig.context, hotel.id)).nextFullAt).toBe(planned);
});

test('what comes while a run has looked already is read by one that follows it, once', async () => {
  rig.outside.pages = fullList([record('G1')]);
  const asked = () =>
    engine.queue.add(rig.context, hotel.id, { mode: 'full', dryRun: false, cause: 'source', requestedBy: 'upload' });
  const running = await asked();
  expect(await asked()).toBe(running);
  let during = '';
  rig.outside.beforePage = async () => {
    rig.outside.beforePage = () => undefined;
    during = await asked();
    expect(await asked()).toBe(during);
  };
  await engine.worker.next();
  expect(during).not.toBe(running);
  await Promise.all([engine.schedules.tick(), rig.engine().schedules.tick()]);
  expect(await runs(hotel)).toEqual([
    { mode: 'full', cause: 'source', status: 'done' },
    { mode: 'full', cause: 'source', status: 'queued' },
  ]);
  while (await engine.worker.next());
  await engine.schedules.tick();
  expect(await runs(hotel)).toHaveLength(2);
});

test('a file that is accepted while a dry run goes is read behind it', async () => {
  const dry = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: true });
  expect(
    await engine.queue.add(rig.context, hotel.id, {
      mode: 'full',
      dryRun: false,
      cause: 'source',
      requestedBy: 'upload',
    }),
  ).not.toBe(dry);
  rig.outside.pages = fullList([record('G1')]);
  await engine.worker.next();
  await engine.schedules.tick();
  expect((await runs(hotel)).map(({ status }) => status)).toEqual(['done', 'queued']);
});

test('however many processes ask, a time that came queues one run', async () => {
  await engine.schedules.plan();
  await rig.clock.advance(3 * 86_400);
  const engines = Array.from({ length: 5 }, () => rig.engine());
  await Promise.all(engines.map(({ schedules }) => schedules.tick()));
  expect(await runs(hotel)).toEqual(
    expect.arrayContaining([
      { mode: 'full', cause: 'schedule', status: 'queued' },
      { mode: 'incremental', cause: 'schedule', status: 'queued' },
    ]),
  );
  expect(await runs(hotel)).toHaveLength(2);
});

test('a drift scan has a schedule of its own, whatever the connector can, and none unless one is given', async () => {
  const pushes = await rig.connection(engine, 'pushes', {
    schedule: { full: null, incremental: null, drift: '30 3 * * *' },
  });
  await engine.schedules.plan();
  expect((await engine.connections.load(rig.context, hotel.id)).nextDriftAt).toBeNull();
  const planned = (await engine.connections.load(rig.context, pushes.id)).nextDriftAt ?? '';
  expect(planned.slice(10, 14)).toBe('T03:');
  await rig.clock.advance(86_400);
  await Promise.all([engine.schedules.tick(), rig.engine().schedules.tick()]);
  expect(await runs(pushes)).toEqual([{ mode: 'drift', cause: 'schedule', status: 'queued' }]);
  expect((await engine.connections.load(rig.context, pushes.id)).nextDriftAt).toBe(laterBy(planned, 86_400));
  await engine.connections.delete(rig.context, pushes.id);
});

test('a quarantined connection is not scheduled, nor one that is paused', async () => {
  const paused = await rig.connection(engine, 'lists');
  await engine.schedules.plan();
  await engine.health.report(rig.context, hotel, new ConnectorProblem('credentials_refused', '401'), 'poll');
  await engine.connections.setPause(rig.context, paused.id, 'all', 'paused');
  await rig.clock.advance(3 * 86_400);
  await engine.schedules.tick();
  expect(await runs(hotel)).toEqual([]);
  expect(await runs(paused)).toEqual([]);
});

test('a poll saves its cursor with the records of each page and goes on there', async () => {
  rig.outside.polled = [
    { changes: [record('1', {}, 'v1')], cursor: { at: 1 } },
    { changes: [record('2', {}, 'v1')], cursor: { at: 2 } },
  ];
  expect(await poll()).toBe('done');
  expect(await rig.living(hotel)).toEqual(['1 in_house', '2 in_house']);
  rig.outside.polled = [];
  expect(await poll()).toBe('done');
  expect(rig.outside.pollCursors).toEqual([null, { at: 2 }]);
});

test('a poll that fails keeps what its pages brought, and says why', async () => {
  rig.outside.polled = [{ changes: [record('1', {}, 'v1')], cursor: { at: 1 } }];
  await poll();
  rig.outside.failures.push(new ConnectorProblem('upstream_broken', 'answer 502'));
  expect(await poll()).toBe('failed');
  expect(await engine.connections.load(rig.context, hotel.id)).toMatchObject({
    cursor: { at: 1 },
    lastProblem: { code: 'upstream_broken', detail: 'answer 502' },
    status: 'active',
  });
});

test('an expired poll cursor is not the end: a full list finds what was missed', async () => {
  rig.outside.polled = [{ changes: [], cursor: { at: 1 } }];
  await poll();
  rig.outside.failures.push(new ConnectorProblem('cursor_expired', 'too old'));
  rig.outside.pages = fullList([record('missed', {}, 'v1')]);
  await poll();
  while (await engine.worker.next());
  expect(await rig.living(hotel)).toEqual(['missed in_house']);
  expect((await engine.connections.load(rig.context, hotel.id)).cursor).toEqual({ at: 1 });
});

test('refused credentials in a poll quarantine the connection', async () => {
  rig.outside.failures.push(new ConnectorProblem('credentials_refused', '401'));
  expect(await poll()).toBe('failed');
  expect((await engine.connections.load(rig.context, hotel.id)).status).toBe('quarantined');
});

test('a hint of a connector that cannot read single records brings a poll', async () => {
  await rig.push(engine, hotel, [{ kind: 'hint', of: 'record', key: '1' }]);
  expect(await rig.statuses(hotel)).toEqual(['absorbed']);
  expect(await runs(hotel)).toEqual([{ mode: 'incremental', cause: 'hint', status: 'queued' }]);
});

test('connectors are made once for each revision, with defaults and secrets in their settings', async () => {
  const before = rig.outside.connected;
  engine.host.connectorOf(hotel);
  engine.host.connectorOf(hotel);
  expect(rig.outside.connected).toBe(before + 1);
  const changed = { ...hotel, revision: hotel.revision + 1 };
  const newer = engine.host.connectorOf(changed);
  expect(engine.host.connectorOf(hotel)).toBe(newer);
  expect(rig.outside.connected).toBe(before + 2);
});

test.each(['full', 'incremental', 'access'] as const)(
  'a run that is ordered while one of its kind goes begins after it, once for all who ask: %s',
  async (mode) => {
    rig.outside.pages = fullList([record('G1')]);
    rig.outside.polled = [{ changes: [record('G1')], cursor: { page: 1 } }];
    const order = () => engine.decisions.start(rig.context, hotel, { mode, dryRun: false });
    const first = await order();
    expect(await order()).toBe(first);
    const claimed = await engine.claims.claim({ owner: 'somebody', now: rig.clock.instant() }, []);
    expect(claimed).toMatchObject({ id: first });
    const second = await order();
    expect(second).not.toBe(first);
    expect(await order()).toBe(second);
    await engine.schedules.tick();
    expect(await engine.worker.next()).toBe(false);
    await rig.clock.advance(25);
    await engine.worker.next();
    expect(await rig.run(first)).toMatchObject({ status: 'done' });
    expect(await rig.run(second)).toMatchObject({ status: 'queued' });
    while (await engine.worker.next());
    expect(await rig.run(second)).toMatchObject({ status: 'done' });
  },
);

test('a run that waits behind another can be cancelled, and what is asked for then waits anew', async () => {
  const order = () => engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  await order();
  await engine.claims.claim({ owner: 'somebody', now: rig.clock.instant() }, []);
  const waiting = await order();
  await engine.decisions.cancel(rig.context, waiting);
  expect(await rig.run(waiting)).toMatchObject({ status: 'cancelled' });
  expect(await order()).not.toBe(waiting);
});
