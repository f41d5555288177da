import { afterEach, expect, test } from '@jest/globals';
import { Scene } from './scene.js';

let scene: Scene;

afterEach(() => scene.stop());

const sixHoursAgo = '2026-05-14T06:59:00.000Z';

function furnished(options: ConstructorParameters<typeof Scene>[0] = {}, guests = 6): Scene {
  const furnishing = new Scene(options);
  for (let index = 0; index < guests; index += 1)
    furnishing.hotel.house.add({
      room: String(401 + index),
      lastName: `Guest-${index}`,
      arrival: '2026-05-14',
      departure: '2026-05-17',
    });
  return furnishing;
}

const confirmed = () => scene.changes.filter(({ kind }) => kind === 'confirm').length;

test('is asked for when nothing is known yet', async () => {
  scene = await furnished().start({ knownRecords: 0, lastFullListAt: null });
  await scene.eventually('complete', () => scene.phases.includes('complete'));
  expect(scene.phases).toEqual(['begin', 'complete']);
  expect(confirmed()).toBe(6);
});

test('is not asked for at a usual start', async () => {
  scene = await furnished().start();
  await scene.linked();
  await scene.settle();
  expect(scene.hotel.ifc.listRequests).toBe(0);
});

test('is asked for after a long outage, and not after a short one', async () => {
  scene = await furnished().start({ lastHeardAt: sixHoursAgo });
  await scene.eventually('complete', () => scene.phases.includes('complete'));
  await scene.stop();
  scene = await furnished().start({ lastHeardAt: '2026-05-14T07:01:00.000Z' });
  await scene.linked();
  await scene.settle();
  expect(scene.hotel.ifc.listRequests).toBe(0);
});

test('is asked for again when one was never complete', async () => {
  scene = await furnished().start({ lastFullListAt: null });
  await scene.eventually('complete', () => scene.phases.includes('complete'));
});

test('one that was on its way when its process was killed is marked as broken off and asked for again', async () => {
  scene = await furnished().start({ isListUnderWay: true });
  await scene.eventually('complete', () => scene.phases.includes('complete'));
  expect(scene.phases).toEqual(['broken', 'begin', 'complete']);
});

test('is asked for at most once a day by itself, and never on a timer', async () => {
  scene = await furnished({}, 0).start({ knownRecords: 0, lastFullListAt: null });
  await scene.eventually('complete', () => scene.phases.includes('complete'));
  for (let times = 0; times < 3; times += 1) {
    const before = scene.hotel.ifc.connections;
    scene.hotel.loseLink();
    await scene.eventually('back', () => scene.hotel.ifc.connections > before && scene.hotel.ifc.isAlive);
  }
  for (let hour = 0; hour < 30; hour += 1) {
    await scene.clock.advance(3600);
    await scene.settle();
  }
  const before = scene.hotel.ifc.connections;
  scene.hotel.loseLink();
  await scene.eventually('back', () => scene.hotel.ifc.connections > before && scene.hotel.ifc.isAlive);
  await scene.settle();
  expect(scene.hotel.ifc.listRequests).toBe(1);
});

test('an ignored request is not made again on every new link, only the next day', async () => {
  scene = await furnished({ ignoreListRequests: true }).start({ knownRecords: 0, lastFullListAt: null });
  const comeBack = async () => {
    const before = scene.hotel.ifc.connections;
    scene.hotel.loseLink();
    await scene.eventually(
      'back',
      () => scene.hotel.ifc.connections > before && scene.hotel.ifc.isAlive && scene.link.latestState === 'connected',
    );
    await scene.settle();
  };
  await scene.eventually('asked', () => scene.hotel.ifc.listRequests === 1);
  await scene.clock.advance(60);
  await comeBack();
  await comeBack();
  expect(scene.hotel.ifc.listRequests).toBe(1);
  for (let quarter = 0; quarter < 100; quarter += 1) {
    await scene.clock.advance(900);
    await scene.settle();
  }
  expect(scene.hotel.ifc.listRequests).toBe(1);
  await comeBack();
  expect(scene.hotel.ifc.listRequests).toBe(2);
});

test('is asked for whenever an operator wants it, while the link is up', async () => {
  scene = await furnished().start({ lastFullListAt: '2026-05-14T12:00:00.000Z' });
  expect(scene.link.wantFullList()).toBe(false);
  await scene.linked();
  for (const times of [1, 2]) {
    expect(scene.link.wantFullList()).toBe(true);
    await scene.eventually('complete', () => scene.phases.filter((phase) => phase === 'complete').length === times);
  }
  expect(scene.hotel.ifc.listRequests).toBe(2);
});

test('live records in between keep their meaning', async () => {
  scene = furnished();
  const early = scene.hotel.house.inHouse()[0].reservation;
  scene.hotel.ifc.betweenListRecords = (index) => {
    if (index === 2) scene.hotel.checkIn({ room: '777', lastName: 'Huber' });
    if (index === 3) scene.hotel.checkOut(early);
  };
  await scene.start({ knownRecords: 0, lastFullListAt: null });
  await scene.eventually('complete', () => scene.phases.includes('complete'));
  expect(confirmed()).toBe(6);
  expect(scene.changes).toContainEqual(
    expect.objectContaining({ kind: 'patch', key: early, facts: expect.objectContaining({ status: 'checked_out' }) }),
  );
  expect(scene.changes).toContainEqual(expect.objectContaining({ kind: 'record', mode: 'replace' }));
});

test('a request that is ignored is only noted, and may be made again', async () => {
  scene = await furnished({ ignoreListRequests: true }).start({ knownRecords: 0, lastFullListAt: null });
  await scene.eventually('asked', () => scene.hotel.ifc.listRequests === 1);
  await scene.clock.advance(31);
  expect(scene.log.filter((line) => line.includes('sent no full list'))).toHaveLength(1);
  expect(scene.link.latestState).toBe('connected');
  scene.hotel.ifc.ignoreListRequests = false;
  expect(scene.link.wantFullList()).toBe(true);
  await scene.eventually('complete', () => scene.phases.includes('complete'));
});

test('a list that breaks off is marked so, and asked for once more', async () => {
  scene = furnished();
  scene.hotel.ifc.dropListAfter = 3;
  await scene.start({ knownRecords: 0, lastFullListAt: null });
  await scene.eventually('complete', () => scene.phases.includes('complete'));
  expect(scene.phases).toEqual(['begin', 'broken', 'begin', 'complete']);
  expect(scene.hotel.ifc.listRequests).toBe(2);
});

test('a list that breaks off twice is not asked for a third time', async () => {
  scene = furnished();
  scene.hotel.ifc.dropListAfter = 3;
  scene.hotel.ifc.betweenListRecords = () => {
    if (scene.hotel.ifc.listRequests === 2) scene.hotel.ifc.dropListAfter = 3;
  };
  await scene.start({ knownRecords: 0, lastFullListAt: null });
  await scene.eventually('broken twice', () => scene.phases.filter((phase) => phase === 'broken').length === 2);
  scene.hotel.ifc.betweenListRecords = () => {};
  const before = scene.hotel.ifc.connections;
  await scene.eventually('back', () => scene.hotel.ifc.connections > before && scene.hotel.ifc.isAlive);
  await scene.settle();
  expect(scene.hotel.ifc.listRequests).toBe(2);
});

test('a list that came only when storing worked again is complete in order', async () => {
  scene = await furnished().start({ knownRecords: 0, lastFullListAt: null });
  scene.link.failNext(3);
  await scene.eventually('complete', () => scene.phases.includes('complete'));
  expect(scene.link.stored[0].toString()).toMatch(/^DS\|/);
  expect(scene.link.stored.at(-1)?.toString()).toMatch(/^DE\|/);
});

test('half the house gone shows as guests that nobody confirmed', async () => {
  scene = furnished();
  await scene.start();
  await scene.linked();
  const gone = scene.hotel.loseGuests(0.5);
  scene.link.wantFullList();
  await scene.eventually('complete', () => scene.phases.includes('complete'));
  const keys = scene.changes.flatMap((change) => (change.kind === 'confirm' ? [change.key] : []));
  expect(gone).toHaveLength(3);
  expect(keys).toHaveLength(3);
  expect(keys.filter((key) => gone.includes(key))).toEqual([]);
});
