import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SystemClock } from '../../../src/kernel/clock.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { WakeUpRelay } from '../../../src/database/wake-up-relay.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { IntakeRig } from './intake-rig.js';
import { record } from './scripted-connector.js';

let rig: IntakeRig;
beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(async () => {
  await rig.close();
});

test('two processes share the inboxes of many connections; each event is absorbed once and in order', async () => {
  const engines = [rig.engine(), rig.engine()];
  const hotels = await Promise.all(Array.from({ length: 6 }, () => rig.connection(engines[0], 'pushes')));
  await Promise.all(
    hotels.flatMap(({ id }) =>
      Array.from({ length: 40 }, (_, index) =>
        engines[index % 2].inbox.store(rig.context, id, [
          { kind: 'hook', body: Buffer.from(JSON.stringify([record(`guest ${index % 8}`, { room: String(index) })])) },
        ]),
      ),
    ),
  );
  for (const { absorber } of engines) absorber.start();
  await eventually('everything is absorbed', async () => {
    await Promise.all(engines.map(({ absorber }) => absorber.sweep()));
    await rig.clock.advance(1);
    return (await Promise.all(hotels.map((hotel) => rig.statuses(hotel))))
      .flat()
      .every((status) => status === 'absorbed');
  });
  await Promise.all(engines.map(({ absorber }) => absorber.stop()));
  for (const hotel of hotels) {
    const rooms = (await rig.subjects(hotel)).map(({ room }) => Number(room));
    expect(rooms).toEqual([32, 33, 34, 35, 36, 37, 38, 39]);
  }
  const told = engines.flatMap(({ entitler }) =>
    entitler.calls.flatMap(({ subjects }) => subjects.map(({ id, facts }) => `${id} ${JSON.stringify(facts)}`)),
  );
  expect(new Set(told).size).toBe(told.length);
});

test('while one process absorbs a connection others leave it, and take over when it is gone', async () => {
  const [one, other] = [rig.engine(), rig.engine()];
  const hotel = await rig.connection(one, 'pushes');
  await one.inbox.store(rig.context, hotel.id, [{ kind: 'hook', body: Buffer.from(JSON.stringify([record('1')])) }]);
  let die: (reason: Error) => void = () => undefined;
  let taken: () => void = () => undefined;
  const isTaken = new Promise<void>((resolve) => {
    taken = resolve;
  });
  const holding = rig.fresh.database.transaction(rig.context, async (inside) => {
    await one.lock.take(inside, hotel.id);
    taken();
    await new Promise((_, reject) => {
      die = reject;
    });
  });
  await isTaken;
  expect(await other.absorber.drain(rig.context, hotel.id)).toBe('busy');
  expect(await rig.living(hotel)).toEqual([]);
  die(new Error('killed'));
  await expect(holding).rejects.toThrow('killed');
  expect(await other.absorber.drain(rig.context, hotel.id)).toBe('done');
  expect(await rig.living(hotel)).toEqual(['1 in_house']);
});

test('a wake-up in one process reaches each of the others once, and is not sent back', async () => {
  const engines = [rig.engine(), rig.engine(), rig.engine()];
  const heard = engines.map(() => [] as string[]);
  engines.forEach(({ wakeUps }, index) => wakeUps.on('inbox', ({ key }) => heard[index].push(key)));
  const lines = engines.map(
    ({ wakeUps }) =>
      new WakeUpRelay(
        rig.fresh.database,
        wakeUps,
        rig.fresh.url,
        new SystemClock(),
        rig.chance,
        rig.ids,
        new SilentLog(),
      ),
  );
  for (const line of lines) line.start();
  await eventually('all lines are up', () => lines.every(({ isConnected }) => isConnected));

  const { organizationId } = rig.context;
  for (let times = 0; times < 500; times += 1)
    engines[0].wakeUps.publish({ topic: 'inbox', organizationId, key: `connection ${times % 3}` });
  await eventually('the rings arrived', () => heard[1].length >= 3 && heard[2].length >= 3);
  expect(new Set(heard[1])).toEqual(new Set(['connection 0', 'connection 1', 'connection 2']));
  expect(heard[0]).toHaveLength(500);
  // What is said within one interval travels once.
  expect(heard[1].length).toBeLessThan(100);
  await Promise.all(lines.map((line) => line.stop()));
});

test('LISTEN is set up again after its connection was cut', async () => {
  const [one, other] = [rig.engine(), rig.engine()];
  const heard: string[] = [];
  other.wakeUps.on('runs', ({ key }) => heard.push(key));
  const clock = new ManualClock();
  const lines = [one, other].map(
    ({ wakeUps }) =>
      new WakeUpRelay(rig.fresh.database, wakeUps, rig.fresh.url, clock, rig.chance, rig.ids, new SilentLog()),
  );
  for (const line of lines) line.start();
  await eventually('both lines are up', () => lines.every(({ isConnected }) => isConnected));
  await rig.fresh.dataSource.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'usher wakeUps'
      and datname = current_database()`,
  );
  await eventually('the cut is noticed', () => lines.every(({ isConnected }) => !isConnected));
  await eventually('the lines are up again', async () => {
    await clock.advance(1);
    return lines.every(({ isConnected }) => isConnected);
  });
  one.wakeUps.publish({ topic: 'runs', organizationId: rig.context.organizationId, key: 'after the cut' });
  await eventually('the ring arrived', () => heard.includes('after the cut'));
  await Promise.all(lines.map((line) => line.stop()));
});
