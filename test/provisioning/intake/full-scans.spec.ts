import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { laterBy } from '../../../src/kernel/clock.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import type { SnapshotPage } from '../../../src/provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../src/provisioning/connector/connector-problem.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { type Engine, IntakeRig } from './intake-rig.js';
import { fullList, record, stay } from './scripted-connector.js';

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
  Object.assign(rig.outside, {
    failures: [],
    readings: [],
    readFailure: null,
    pages: [],
    polled: [],
    pollCursors: [],
    beforePage: () => undefined,
  });
  rig.outside.records.clear();
  hotel = await rig.connection(engine, 'lists');
});

const guests = (count: number, facts: (index: number) => Parameters<typeof record>[1] = () => ({})): Change[] =>
  Array.from({ length: count }, (_, index) => record(`G${String(index).padStart(3, '0')}`, facts(index), 'v1'));

async function scan(records: readonly Change[], afterSeconds = 0) {
  await rig.clock.advance(afterSeconds);
  rig.outside.pages = fullList(records, 4);
  return rig.scan(engine, hotel);
}

test('a complete list makes its records known, page by page', async () => {
  expect(await scan(guests(10))).toMatchObject({ status: 'done', pages: 3, seen: 10, changed: 10, missing: 0 });
  expect(await rig.living(hotel)).toHaveLength(10);
  expect(engine.entitler.calls[0].cause.kind).toBe('run');
  expect((await engine.connections.load(rig.context, hotel.id)).lastFullScanAt).toBe(rig.clock.instant());
});

test('an unchanged list changes nothing and touches no access', async () => {
  await scan(guests(10));
  engine.entitler.forget();
  expect(await scan(guests(10), 3_600)).toMatchObject({ status: 'done', seen: 10, changed: 0 });
  expect(engine.entitler.calls).toEqual([]);
});

test('a guest who is listed unchanged after the departure is entitled again, the others are only marked', async () => {
  const until = (days: number) => laterBy(rig.clock.instant(), days * 86_400);
  const both = [record('late', { departureAt: until(0) }, 'v1'), record('later', { departureAt: until(3) }, 'v1')];
  await scan(both);
  engine.entitler.forget();
  expect(await scan(both, 7_100)).toMatchObject({ changed: 0 });
  expect(engine.entitler.told).toEqual([]);
  expect(await scan(both, 200)).toMatchObject({ status: 'done', seen: 2, changed: 0 });
  expect(engine.entitler.calls.flatMap(({ subjects }) => subjects)).toMatchObject([
    { sourceKey: 'late', lastEventAt: rig.clock.instant() },
  ]);
});

test('a guest missing from one list stays, missing from two is removed', async () => {
  await scan(guests(3));
  expect(await scan(guests(2), 3_600)).toMatchObject({ status: 'done', missing: 1 });
  expect(await rig.living(hotel)).toHaveLength(3);
  const run = await scan(guests(2), 3_600);
  expect(await rig.living(hotel)).toEqual(['G000 in_house', 'G001 in_house']);
  expect(await rig.items(run.id)).toEqual(['removed G002']);
  expect(engine.entitler.told.at(-1)).toBe('G002 checked_out');
});

test('two lists too close to each other do not remove', async () => {
  await scan(guests(3));
  await scan(guests(2), 3_600);
  await scan(guests(2), 60);
  expect(await rig.living(hotel)).toHaveLength(3);
});

test('two lists are two, also where no time has to pass between them', async () => {
  hotel = await rig.connection(engine, 'lists-often');
  await scan(guests(3));
  expect(await scan(guests(2), 1)).toMatchObject({ missing: 1 });
  expect(await rig.living(hotel)).toHaveLength(3);
  await scan(guests(2), 1);
  expect(await rig.living(hotel)).toHaveLength(2);
});

test('a guest who is listed again in between starts from the beginning', async () => {
  await scan(guests(3));
  await scan(guests(2), 3_600);
  await scan(guests(3), 3_600);
  await scan(guests(2), 3_600);
  expect(await rig.living(hotel)).toHaveLength(3);
});

test('a guest removed by absence comes back when he is listed again, but not by an old event', async () => {
  await scan(guests(2));
  await scan(guests(1), 3_600);
  await scan(guests(1), 3_600);
  await rig.push(engine, hotel, [record('G001', {}, 'v1')]);
  expect(await rig.living(hotel)).toEqual(['G000 in_house']);
  await scan(guests(2), 3_600);
  expect(await rig.living(hotel)).toEqual(['G000 in_house', 'G001 in_house']);
});

test('a guest who checks in while the list is read is not missing from it', async () => {
  await scan(guests(2));
  const withNews = async (index: number) => {
    if (index !== 0) return;
    await rig.clock.advance(1);
    await rig.push(engine, hotel, [record('late', {}, 'v1')]);
  };
  for (let times = 0; times < 3; times += 1) {
    rig.outside.beforePage = times === 0 ? withNews : () => undefined;
    await scan(guests(2), 3_600);
    if (times === 0)
      expect((await rig.subjects(hotel)).find(({ sourceKey }) => sourceKey === 'late')).toMatchObject({
        missingScans: 0,
      });
  }
  expect(await rig.living(hotel)).toEqual(['G000 in_house', 'G001 in_house']);
});

test('what an event said while the list was read is not undone by the older list', async () => {
  await scan(guests(2));
  rig.outside.beforePage = async () => {
    await rig.push(engine, hotel, [{ kind: 'patch', key: 'G001', facts: { status: 'checked_out' } }]);
  };
  await scan(
    [record('G000', {}, 'v1'), { kind: 'record', mode: 'replace', record: { key: 'G001', facts: stay() } }],
    3_600,
  );
  expect(await rig.living(hotel)).toEqual(['G000 in_house']);
});

const unfinished = (pages: readonly SnapshotPage[]): SnapshotPage[] =>
  pages.map(({ changes, cursor }) => ({ changes, cursor }));

const broken: readonly [string, () => void, string][] = [
  [
    'that ends without saying it was complete',
    () => {
      rig.outside.pages = unfinished(fullList(guests(1)));
    },
    'list_cut_off',
  ],
  [
    'whose total differs',
    () => {
      rig.outside.pages = [{ changes: guests(1), cursor: { page: 1 }, complete: { declaredTotal: 12 } }];
    },
    'total_differs',
  ],
  [
    'that is empty and does not say that it was complete',
    () => {
      rig.outside.pages = [{ changes: [], cursor: { page: 1 } }];
    },
    'list_cut_off',
  ],
  [
    'whose cursor comes back',
    () => {
      rig.outside.pages = [
        { changes: guests(1), cursor: { page: 7 } },
        { changes: [], cursor: { page: 7 } },
      ];
    },
    'cursor_repeated',
  ],
  [
    'that stops with an error',
    () => {
      rig.outside.pages = [...fullList(guests(4)).slice(0, 1), new ConnectorProblem('record_conflict', 'no')];
    },
    'record_conflict',
  ],
];

test.each(broken)('a list %s fails and nobody is missing', async (_, arrange, code) => {
  await scan(guests(6));
  for (let times = 0; times < 3; times += 1) {
    await rig.clock.advance(3_600);
    arrange();
    expect(await rig.scan(engine, hotel)).toMatchObject({ status: 'failed', code });
  }
  expect(await rig.living(hotel)).toHaveLength(6);
  expect((await rig.subjects(hotel)).every(({ missingScans }) => missingScans === 0)).toBe(true);
});

test('a list with an unreadable record keeps its person, or everybody when it names nobody', async () => {
  const unreadable = (key?: string): Change => ({
    kind: 'malformed',
    problem: { code: 'record_malformed', detail: 'departure: not a date', key },
  });
  await scan(guests(3));
  for (let times = 0; times < 2; times += 1)
    expect(await scan([...guests(2), unreadable('G002')], 3_600)).toMatchObject({
      invalid: 1,
      missing: 0,
      status: 'done',
    });
  for (let times = 0; times < 2; times += 1)
    expect(await scan([...guests(2), unreadable()], 3_600)).toMatchObject({
      invalid: 1,
      missing: 0,
      code: 'unattributed_record',
    });
  expect(await rig.living(hotel)).toHaveLength(3);
});

test('a page that fails for a moment is read again from its cursor', async () => {
  rig.outside.pages = [...unfinished(fullList(guests(2))), new ConnectorProblem('unreachable', 'reset')];
  rig.outside.pages.push({ changes: [record('G009', {}, 'v1')], cursor: { page: 3 }, complete: {} });
  const done = rig.scan(engine, hotel);
  await eventually('the scan has gone on behind the pause', async () => {
    await rig.clock.advance(1);
    return (await rig.living(hotel)).includes('G009 in_house');
  });
  expect(await done).toMatchObject({ status: 'done', seen: 3 });
});

test('an expired cursor begins the list again instead of ending it', async () => {
  rig.outside.pages = [{ changes: guests(1), cursor: { page: 1 } }, new ConnectorProblem('cursor_expired', '410')];
  rig.outside.pages.push({ changes: [record('G001', {}, 'v1')], cursor: { page: 3 }, complete: {} });
  const run = await rig.scan(engine, hotel);
  expect(run).toMatchObject({ status: 'done', seen: 2 });
  expect(await rig.living(hotel)).toEqual(['G000 in_house', 'G001 in_house']);
});

test('a process dies in the middle of a list; another goes on behind the last page', async () => {
  rig.outside.pages = fullList(guests(8), 2);
  let reached: () => void = () => undefined;
  const inTheMiddle = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const asked: number[] = [];
  let dead = false;
  rig.outside.beforePage = (index) => {
    asked.push(index);
    if (index !== 2 || dead) return undefined;
    dead = true;
    reached();
    return new Promise<void>(() => undefined);
  };
  const clock = new ManualClock(rig.clock.instant());
  const dying = rig.engine(clock);
  const id = await dying.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  void dying.worker.next();
  await inTheMiddle;
  await eventually('what was read is written once it has waited for more', async () =>
    clock.advance(0.1).then(async () => (await rig.run(id)).pages === 2),
  );

  expect(await engine.worker.next()).toBe(false);
  await rig.clock.advance(31);
  while (await engine.worker.next());
  expect(await rig.run(id)).toMatchObject({ status: 'done', seen: 8, pages: 4 });
  expect(asked).toEqual([0, 1, 2, 2, 3]);
  expect(await rig.living(hotel)).toHaveLength(8);
});

test('a pause of the whole connection stops a list where it is; it goes on there when the pause is over', async () => {
  rig.outside.pages = fullList(guests(6), 2);
  const asked: number[] = [];
  rig.outside.beforePage = async (index) => {
    asked.push(index);
    if (asked.length !== 2) return;
    await eventually('the first page is written', async () =>
      rig.clock.advance(0.1).then(async () => (await rig.living(hotel)).length === 2),
    );
    await engine.connections.setPause(rig.context, hotel.id, 'all', 'paused');
  };
  const run = await rig.scan(engine, hotel);
  expect(await rig.living(hotel)).toHaveLength(2);
  await rig.clock.advance(31);
  expect(await engine.worker.next()).toBe(false);
  await engine.connections.setPause(rig.context, hotel.id, null, 'active');
  await engine.worker.next();
  expect(await rig.run(run.id)).toMatchObject({ status: 'done', seen: 6 });
  expect(asked.slice(-2)).toEqual([1, 2]);
});

test('where single records can be read, absence is confirmed before it counts', async () => {
  hotel = await rig.connection(engine, 'hints');
  await scan(guests(4));
  rig.outside.records.set('G003', [record('G003', { room: '7' }, 'v2')]);
  await scan(guests(2), 3_600);
  expect(rig.outside.readings).toEqual([]);
  await scan(guests(2), 3_600);
  expect(rig.outside.readings).toEqual([
    [
      { of: 'record', key: 'G002' },
      { of: 'record', key: 'G003' },
    ],
  ]);
  expect(await rig.living(hotel)).toEqual(['G000 in_house', 'G001 in_house', 'G003 in_house']);
});

test('when absence cannot be confirmed nobody is removed', async () => {
  hotel = await rig.connection(engine, 'hints');
  await scan(guests(3));
  await scan(guests(2), 3_600);
  rig.outside.readFailure = new ConnectorProblem('unreachable', 'no route');
  expect(await scan(guests(2), 3_600)).toMatchObject({ status: 'done', missing: 1 });
  expect(await rig.living(hotel)).toHaveLength(3);
});

test('a group of which nothing changed is only marked; one with a vanished guest ends him', async () => {
  const group = (...keys: string[]): Change => ({
    kind: 'group',
    parentKey: 'R1',
    version: 'v1',
    records: keys.map((key) => ({ key, facts: stay({ lastName: key }) })),
  });
  await scan([group('a', 'b')]);
  engine.entitler.forget();
  expect(await scan([group('a', 'b')], 3_600)).toMatchObject({ changed: 0 });
  expect(engine.entitler.calls).toEqual([]);
  await scan([group('a')], 3_600);
  expect(await rig.living(hotel)).toEqual(['a in_house']);
});

test('the first list of a connection that also polls sets the poll cursor before it begins', async () => {
  rig.outside.polled = [{ changes: [record('polled', {}, 'v1')], cursor: { since: 'now' } }];
  rig.outside.pages = fullList([...guests(2), record('polled', {}, 'v1')], 4);
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  await engine.worker.next();
  expect(await rig.run(id)).toMatchObject({ status: 'done', seen: 3 });
  expect((await engine.connections.load(rig.context, hotel.id)).cursor).toEqual({ since: 'now' });
});

test('a dry run writes no subject and lists what would change', async () => {
  await scan(guests(3));
  await scan(guests(2), 3_600);
  const before = await rig.subjects(hotel);
  await rig.clock.advance(3_600);
  engine.entitler.forget();
  rig.outside.pages = fullList([
    record('G000', { room: '500' }, 'v2'),
    record('G001', {}, 'v1'),
    record('G100', {}, 'v1'),
  ]);
  const run = await rig.scan(engine, hotel, true);
  expect(run).toMatchObject({ status: 'done', seen: 3, changed: 2, missing: 1 });
  expect(await rig.items(run.id)).toEqual(['change G000', 'create G100', 'change G002']);
  expect(await rig.subjects(hotel)).toEqual(before);
  expect(engine.entitler.calls).toEqual([]);
});

test('an address that is wrong is told while it is tried again, and a mended one is asked at once', async () => {
  rig.outside.pages = [new ConnectorProblem('unreachable', 'hotel.example cannot be reached')];
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  const trying = engine.worker.next();
  await eventually(
    'the problem is told',
    async () => (await engine.connections.load(rig.context, hotel.id)).lastProblem?.code === 'unreachable',
  );
  expect(await rig.run(id)).toMatchObject({ status: 'running' });

  await rig.fresh.database.query(
    rig.context,
    statement(
      'test_mend',
      `update connections set settings = '{"host": "other"}', revision = revision + 1 where organization_id = $1
        and id = $2`,
    ),
    [rig.context.organizationId, hotel.id],
  );
  engine.wakeUps.publish({ topic: 'connections', organizationId: rig.context.organizationId, key: hotel.id });
  await trying;
  expect(await rig.run(id)).toMatchObject({ status: 'queued' });
  rig.outside.pages = fullList(guests(3), 4);
  while (await engine.worker.next());
  expect(await rig.run(id)).toMatchObject({ status: 'done', seen: 3 });
});

test('another name for the connection does not make its list begin anew', async () => {
  rig.outside.pages = fullList(guests(3), 4);
  rig.outside.beforePage = async () => {
    engine.wakeUps.publish({ topic: 'connections', organizationId: rig.context.organizationId, key: hotel.id });
    await engine.connections.load(rig.context, hotel.id);
  };
  expect(await rig.scan(engine, hotel)).toMatchObject({ status: 'done', seen: 3 });
});
