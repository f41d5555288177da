import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { type Engine, IntakeRig } from './intake-rig.js';
import { eventually } from '../../kernel/manual-clock.js';
import { record, stay } from './scripted-connector.js';

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
  hotel = await rig.connection(engine, 'pushes');
});

test('a check-in is stored with its facts and entitled with its event as the cause', async () => {
  await rig.push(engine, hotel, [record('4711', { room: '412' })]);
  const [event] = await rig.events(hotel);
  expect(await rig.living(hotel)).toEqual(['4711 in_house']);
  expect(engine.entitler.calls).toEqual([
    {
      cause: { kind: 'event', id: event.id },
      subjects: [
        expect.objectContaining({
          sourceKey: '4711',
          state: 'present',
          facts: stay({ room: '412' }),
          cause: { kind: 'event', id: event.id },
        }),
      ],
    },
  ]);
});

test('events are absorbed in the order of their receipt, the last word wins', async () => {
  await rig.push(
    engine,
    hotel,
    [record('1', { room: '101' })],
    [record('1', { room: '102' })],
    [record('1', { status: 'checked_out', room: '102' })],
    [record('1', { room: '103' })],
  );
  expect(await rig.subjects(hotel)).toMatchObject([
    { sourceKey: '1', status: 'in_house', room: '103', state: 'present' },
  ]);
  expect(engine.entitler.told).toEqual(['1 in_house']);
});

test('two hundred arrivals of one coach are one batch and are entitled at once', async () => {
  const coach = Array.from({ length: 200 }, (_, index) => [record(`coach-${index}`)]);
  await rig.push(engine, hotel, ...coach);
  expect(engine.entitler.calls).toHaveLength(1);
  expect(engine.entitler.told).toHaveLength(200);
});

test('an older version changes nothing and is marked superseded', async () => {
  await rig.push(
    engine,
    hotel,
    [record('1', { room: '200' }, '2026-05-14T12:00')],
    [record('1', { room: '100' }, '2026-05-14T11:00')],
  );
  expect(await rig.subjects(hotel)).toMatchObject([{ room: '200', version: '2026-05-14T12:00' }]);
  expect(await rig.statuses(hotel)).toEqual(['absorbed', 'superseded']);
});

test('equal facts write nothing and touch no access, but a newer version is remembered', async () => {
  await rig.push(engine, hotel, [record('1', {}, 'v1')]);
  engine.entitler.forget();
  await rig.push(engine, hotel, [record('1', {}, 'v3')], [record('1', { room: '999' }, 'v2')]);
  expect(await rig.subjects(hotel)).toMatchObject([{ room: '101', version: 'v3' }]);
  expect(engine.entitler.told).toEqual([]);
});

test('a tombstone is lifted only by a newer version', async () => {
  await rig.push(engine, hotel, [record('1', { status: 'checked_out' }, 'v5')]);
  await rig.push(engine, hotel, [record('1', {}, 'v4')], [record('1', {}, 'v5')]);
  expect(await rig.living(hotel)).toEqual([]);
  await rig.push(engine, hotel, [record('1', {}, 'v6')]);
  expect(await rig.living(hotel)).toEqual(['1 in_house']);
});

test('a check-out that arrives before its check-in keeps the guest out', async () => {
  await rig.push(engine, hotel, [record('1', { status: 'checked_out' }, 'v2')], [record('1', {}, 'v1')]);
  expect(await rig.living(hotel)).toEqual([]);
  expect(await rig.statuses(hotel)).toEqual(['absorbed', 'superseded']);
});

test('a merge keeps what it does not mention and a patch of somebody unknown is ignored', async () => {
  await rig.push(
    engine,
    hotel,
    [record('1', { vip: '2', room: '101' })],
    [{ kind: 'record', mode: 'merge', record: { key: '1', facts: stay({ room: '102', lastName: undefined }) } }],
    [{ kind: 'patch', key: '1', facts: { language: 'cs' } }],
    [{ kind: 'patch', key: 'nobody', facts: { language: 'de' } }],
  );
  expect(engine.entitler.calls[0].subjects[0].facts).toEqual(stay({ vip: '2', room: '102', language: 'cs' }));
  expect(await rig.statuses(hotel)).toEqual(['absorbed', 'absorbed', 'absorbed', 'ignored']);
});

test('a patch of everybody in a room reaches its living guests but the excepted', async () => {
  await rig.push(engine, hotel, [
    record('1'),
    record('2'),
    record('3', { room: '102' }),
    record('4', { status: 'checked_out' }),
  ]);
  engine.entitler.forget();
  await rig.push(engine, hotel, [
    {
      kind: 'patch_matching',
      match: { room: '101' },
      exceptKeys: ['2'],
      facts: { status: 'checked_out' },
      reason: 'room was given to somebody else',
    },
  ]);
  expect(await rig.living(hotel)).toEqual(['2 in_house', '3 in_house']);
  expect(engine.entitler.told).toEqual(['1 checked_out']);
});

test('a group ends the living sibling that is not in it any more', async () => {
  const member = (key: string) => ({ key, facts: stay({ lastName: `Guest ${key}` }) });
  await rig.push(engine, hotel, [
    { kind: 'group', parentKey: 'R1', version: 'v1', records: [member('R1/a'), member('R1/b')] },
  ]);
  await rig.push(engine, hotel, [
    { kind: 'group', parentKey: 'R1', version: 'v2', records: [member('R1/b'), member('R1/c')] },
  ]);
  expect(await rig.living(hotel)).toEqual(['R1/b in_house', 'R1/c in_house']);
  await rig.push(engine, hotel, [{ kind: 'group', parentKey: 'R1', version: 'v1', records: [member('R1/a')] }]);
  expect(await rig.living(hotel)).toEqual(['R1/b in_house', 'R1/c in_house']);
});

test('what cannot be understood is kept with its problem and blocks nobody', async () => {
  await rig.push(engine, hotel, [record('1')]);
  await rig.push(
    engine,
    hotel,
    'nonsense',
    'bug',
    [{ kind: 'malformed', problem: { code: 'record_malformed', detail: 'GD: not a date', key: '1' } }],
    [record('2')],
  );
  expect((await rig.events(hotel)).map(({ status, code }) => [status, code])).toEqual([
    ['absorbed', null],
    ['dead', 'record_malformed'],
    ['dead', 'not_interpreted'],
    ['dead', 'record_malformed'],
    ['absorbed', null],
  ]);
  expect(await rig.subjects(hotel)).toMatchObject([
    { sourceKey: '1', state: 'present', invalid: { code: 'record_malformed' } },
    { sourceKey: '2', invalid: null },
  ]);
});

test('an event that cannot be entitled is put aside; its neighbours are absorbed', async () => {
  engine.entitler.poison = 'bad';
  await rig.push(
    engine,
    hotel,
    ...Array.from({ length: 30 }, (_, index) => [record(index === 17 ? 'bad' : `good-${index}`)]),
  );
  expect(await rig.living(hotel)).toHaveLength(29);
  expect((await rig.events(hotel)).filter(({ status }) => status === 'received')).toMatchObject([
    { code: 'not_absorbed', attempts: 1 },
  ]);
  engine.entitler.poison = null;
  await rig.clock.advance(900);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.living(hotel)).toHaveLength(30);
});

test('replaying the whole inbox changes nothing', async () => {
  await rig.push(
    engine,
    hotel,
    [record('1')],
    [record('1', { status: 'checked_out' })],
    [record('2')],
    [record('2', { room: '7' })],
  );
  const before = await rig.subjects(hotel);
  engine.entitler.forget();
  for (const { id } of await rig.events(hotel)) await engine.inbox.replay(rig.context, id);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.subjects(hotel)).toEqual(before);
  expect(engine.entitler.told).toEqual([]);
  expect(await rig.statuses(hotel)).not.toContain('received');
});

test('a connection paused as a whole stores but absorbs nothing until it goes on', async () => {
  await engine.connections.setPause(rig.context, hotel.id, 'all', 'paused');
  await rig.push(engine, hotel, [record('1')]);
  expect(await rig.statuses(hotel)).toEqual(['received']);
  await engine.connections.setPause(rig.context, hotel.id, null, 'active');
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.living(hotel)).toEqual(['1 in_house']);
});

test('a wake-up absorbs nothing during a pause; the first one afterwards absorbs what came meanwhile', async () => {
  const store = (key: string) =>
    engine.inbox.store(rig.context, hotel.id, [{ kind: 'hook', body: Buffer.from(JSON.stringify([record(key)])) }]);
  engine.absorber.start();
  try {
    await store('1');
    await eventually('the first is absorbed', async () => (await rig.living(hotel)).length === 1);
    await engine.connections.setPause(rig.context, hotel.id, 'all', 'paused');
    engine.wakeUps.publish({ topic: 'connections', organizationId: rig.context.organizationId, key: hotel.id });
    await store('2');
    expect(await rig.statuses(hotel)).toEqual(['absorbed', 'received']);
    await engine.connections.setPause(rig.context, hotel.id, null, 'active');
    engine.wakeUps.publish({ topic: 'connections', organizationId: rig.context.organizationId, key: hotel.id });
    await store('3');
    await eventually('both are absorbed', async () => (await rig.living(hotel)).length === 3);
  } finally {
    await engine.absorber.stop();
  }
});

test('with only grants paused events are absorbed', async () => {
  await engine.connections.setPause(rig.context, hotel.id, 'grants', 'paused');
  await rig.push(engine, hotel, [record('1')]);
  expect(await rig.living(hotel)).toEqual(['1 in_house']);
});
