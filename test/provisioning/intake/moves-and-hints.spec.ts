import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { laterBy } from '../../../src/kernel/clock.js';
import { ConsoleRefused } from '../../../src/provisioning/wifi-console/port/console-problems.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { ConnectorProblem } from '../../../src/provisioning/connector/connector-problem.js';
import { type Engine, IntakeRig } from './intake-rig.js';
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
  Object.assign(rig.outside, { failures: [], readings: [], healthy: true });
  rig.outside.records.clear();
  hotel = await rig.connection(engine, 'hints');
});

const leaves = (key: string, holdSeconds = 20): Change => ({
  kind: 'patch',
  key,
  facts: { status: 'checked_out' },
  holdSeconds,
});
const continues = (key: string, room: string): Change => ({
  kind: 'record',
  mode: 'replace',
  record: { key, facts: stay({ room }) },
  continues: { match: { lastName: 'Nováková' }, withinSeconds: 30 },
});
const hint = (key: string): Change => ({ kind: 'hint', of: 'record', key });

test('a held removal keeps the guest until its time, then makes the tombstone', async () => {
  await rig.push(engine, hotel, [record('101')]);
  const until = laterBy(rig.clock.instant(), 20);
  engine.entitler.forget();
  await rig.push(engine, hotel, [leaves('101')], [leaves('101', 60)]);
  expect(engine.entitler.told).toEqual([`101 in_house until ${until}`]);
  expect(await rig.subjects(hotel)).toMatchObject([{ status: 'in_house', state: 'present', endsAt: until }]);

  await engine.endings.sweep();
  expect(await rig.living(hotel)).toEqual(['101 in_house']);
  await rig.clock.advance(20);
  await engine.endings.sweep();
  expect(await rig.subjects(hotel)).toMatchObject([{ status: 'checked_out', state: 'gone', endsAt: null }]);
  expect(engine.entitler.told.at(-1)).toBe('101 checked_out');
});

test('a guest who comes back while the removal is held never left', async () => {
  await rig.push(engine, hotel, [record('101')], [leaves('101')], [record('101')]);
  expect(await rig.subjects(hotel)).toMatchObject([{ status: 'in_house', state: 'present', endsAt: null }]);
});

test('a move in room mode carries the subject over to the new room', async () => {
  await rig.push(engine, hotel, [record('room 101', { room: '101' })]);
  const [{ id }] = await rig.subjects(hotel);
  await rig.push(engine, hotel, [leaves('room 101')]);
  await rig.push(engine, hotel, [continues('room 205', '205')]);
  const subjects = await rig.subjects(hotel);
  expect(subjects).toMatchObject([
    { sourceKey: 'room 101', state: 'gone' },
    { sourceKey: 'room 205', state: 'present', room: '205', endsAt: null, id },
  ]);
  await rig.clock.advance(60);
  await engine.endings.sweep();
  expect(await rig.living(hotel)).toEqual(['room 205 in_house']);
});

test('a move whose halves come in one message is one', async () => {
  await rig.push(engine, hotel, [record('room 101', { room: '101' })]);
  const [{ id }] = await rig.subjects(hotel);
  await rig.push(engine, hotel, [leaves('room 101'), continues('room 205', '205')]);
  expect(await rig.subjects(hotel)).toMatchObject([
    { sourceKey: 'room 101', state: 'gone' },
    { sourceKey: 'room 205', state: 'present', id },
  ]);
});

test('a namesake who arrives when nobody left is somebody else', async () => {
  await rig.push(engine, hotel, [record('room 101', { room: '101' })], [continues('room 205', '205')]);
  expect(await rig.living(hotel)).toEqual(['room 101 in_house', 'room 205 in_house']);
});

test('nobody lives on as somebody of another name, or as who left long ago', async () => {
  const idOf = async (key: string) => (await rig.subjects(hotel)).find(({ sourceKey }) => sourceKey === key)?.id;
  await rig.push(engine, hotel, [record('room 101', { room: '101', lastName: 'Kern' })]);
  const kern = await idOf('room 101');
  await rig.push(engine, hotel, [leaves('room 101'), continues('room 205', '205')]);
  expect(await rig.living(hotel)).toEqual(['room 101 in_house', 'room 205 in_house']);
  expect([await idOf('room 101'), await idOf('room 205')]).toEqual([kern, expect.not.stringMatching(String(kern))]);
  const gone = await idOf('room 205');
  await rig.push(engine, hotel, [leaves('room 205', 0)]);
  await rig.clock.advance(31);
  await rig.push(engine, hotel, [continues('room 206', '206')]);
  expect([await idOf('room 205'), await idOf('room 206')]).toEqual([gone, expect.not.stringMatching(String(gone))]);
});

test('two guests who swap rooms keep their own subjects', async () => {
  const move = (key: string, room: string, lastName: string): Change => ({
    kind: 'record',
    mode: 'replace',
    record: { key, facts: stay({ room, lastName }) },
    continues: { match: { lastName }, withinSeconds: 30 },
  });
  await rig.push(engine, hotel, [
    record('room 1', { room: '1', lastName: 'Huber' }),
    record('room 2', { room: '2', lastName: 'Moser' }),
  ]);
  const before = new Map((await rig.subjects(hotel)).map(({ sourceKey, id }) => [sourceKey, id]));
  await rig.push(
    engine,
    hotel,
    [leaves('room 1')],
    [leaves('room 2')],
    [move('room 2', '2', 'Huber')],
    [move('room 1', '1', 'Moser')],
  );
  const after = new Map(
    (await rig.subjects(hotel)).filter(({ state }) => state === 'present').map(({ sourceKey, id }) => [sourceKey, id]),
  );
  expect([after.get('room 2'), after.get('room 1')]).toEqual([before.get('room 1'), before.get('room 2')]);
});

test('replaying both halves of a move changes nothing', async () => {
  await rig.push(engine, hotel, [record('room 101')], [leaves('room 101')], [continues('room 205', '205')]);
  const before = await rig.subjects(hotel);
  for (const { id } of await rig.events(hotel)) await engine.inbox.replay(rig.context, id);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.subjects(hotel)).toEqual(before);
});

test('hints that wait together are read once', async () => {
  rig.outside.records.set('R1', [record('R1')]);
  rig.outside.records.set('R2', [record('R2')]);
  await rig.push(engine, hotel, [hint('R1')], [hint('R2'), hint('R1')], [hint('R1')]);
  expect(rig.outside.readings).toEqual([
    [
      { of: 'record', key: 'R1' },
      { of: 'record', key: 'R2' },
    ],
  ]);
  expect(await rig.living(hotel)).toEqual(['R1 in_house', 'R2 in_house']);
  expect(await rig.statuses(hotel)).toEqual(['absorbed', 'absorbed', 'absorbed']);
});

test('a record that an event names but is not there any more has ended', async () => {
  rig.outside.records.set('R1', [record('R1')]);
  await rig.push(engine, hotel, [hint('R1')]);
  rig.outside.records.clear();
  await rig.push(engine, hotel, [hint('R1')]);
  expect(await rig.living(hotel)).toEqual([]);
});

test('a hint that cannot be read waits, longer each time, and lets other events pass', async () => {
  rig.outside.records.set('R1', [record('R1')]);
  rig.outside.failures.push(
    new ConnectorProblem('unreachable', 'no route'),
    new ConnectorProblem('unreachable', 'no route'),
  );
  await rig.push(engine, hotel, [hint('R1')], [record('R2')]);
  expect(await rig.living(hotel)).toEqual(['R2 in_house']);
  expect(await rig.events(hotel)).toMatchObject([{ status: 'received', code: 'unreachable' }, { status: 'absorbed' }]);
  expect((await engine.connections.load(rig.context, hotel.id)).lastProblem).toMatchObject({ code: 'unreachable' });
  await engine.absorber.drain(rig.context, hotel.id);
  expect(rig.outside.readings).toHaveLength(1);
  for (let tries = 0; tries < 2; tries += 1) {
    await rig.clock.advance(20);
    await engine.absorber.drain(rig.context, hotel.id);
  }
  expect(await rig.living(hotel)).toEqual(['R1 in_house', 'R2 in_house']);
});

test('a rate limit is waited for until the time it names', async () => {
  const retryAt = laterBy(rig.clock.instant(), 45);
  rig.outside.failures.push(new ConnectorProblem('rate_limited', 'too many', { retryAt }));
  await rig.push(engine, hotel, [hint('R1')]);
  expect(await rig.events(hotel)).toMatchObject([{ status: 'received', notBeforeAt: retryAt }]);
});

test('a connection refused by its console returns when the console accepts it, whatever the outside says', async () => {
  const everywhere = { ...rig.context, organizationId: '*' };
  rig.outside.healthy = false;
  const now = rig.clock.instant();
  await engine.connections.quarantine(rig.context, hotel.id, {
    code: 'console_refused',
    detail: '401',
    sinceAt: now,
    probes: 0,
    nextProbeAt: now,
  });
  rig.console.failOnce(({ method }) => method === 'check', new ConsoleRefused('401', 401));
  await engine.health.probeDue(everywhere);
  expect(await engine.connections.load(rig.context, hotel.id)).toMatchObject({
    status: 'quarantined',
    quarantine: { code: 'console_refused', probes: 1 },
  });
  await rig.clock.advance(300);
  await engine.health.probeDue(everywhere);
  expect(await engine.connections.load(rig.context, hotel.id)).toMatchObject({ status: 'active', quarantine: null });
  rig.outside.healthy = true;
});

test('refused credentials quarantine the connection; a good probe releases it and its hints are read', async () => {
  rig.outside.records.set('R1', [record('R1')]);
  rig.outside.failures.push(new ConnectorProblem('credentials_refused', '401'));
  rig.outside.healthy = false;
  await rig.push(engine, hotel, [hint('R1')]);
  expect(await engine.connections.load(rig.context, hotel.id)).toMatchObject({
    status: 'quarantined',
    quarantine: { code: 'credentials_refused', probes: 0 },
  });
  expect(engine.alarms.open).toEqual([
    {
      event: 'connection.quarantined',
      subjectId: hotel.id,
      subjectName: hotel.name,
      state: 'credentials_refused',
      detail: '401',
      facts: { code: 'credentials_refused' },
    },
  ]);

  const everywhere = { ...rig.context, organizationId: '*' };
  for (const [wait, probes] of [
    [30, 0],
    [31, 1],
    [299, 1],
    [2, 2],
  ]) {
    await rig.clock.advance(wait);
    await engine.health.probeDue(everywhere);
    expect((await engine.connections.load(rig.context, hotel.id)).quarantine?.probes).toBe(probes);
  }
  rig.outside.healthy = true;
  await rig.clock.advance(901);
  await engine.health.probeDue(everywhere);
  expect((await engine.connections.load(rig.context, hotel.id)).status).toBe('active');
  expect([engine.alarms.open, engine.alarms.raised.length]).toEqual([[], 1]);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.living(hotel)).toEqual(['R1 in_house']);
});

test('a connection that nobody mends is switched off after 28 days, and people are told', async () => {
  rig.outside.healthy = false;
  await engine.health.report(rig.context, hotel, new ConnectorProblem('credentials_refused', '401'), 'read');
  const everywhere = { ...rig.context, organizationId: '*' };
  await rig.clock.advance(27 * 86_400);
  await engine.health.probeDue(everywhere);
  expect(engine.alarms.open).toMatchObject([{ state: 'credentials_refused' }]);
  await rig.clock.advance(2 * 86_400);
  await engine.health.probeDue(everywhere);
  expect((await engine.connections.load(rig.context, hotel.id)).status).toBe('disabled');
  expect(engine.alarms.open).toEqual([
    {
      event: 'connection.quarantined',
      subjectId: hotel.id,
      subjectName: hotel.name,
      state: 'given_up',
      detail: 'It was in quarantine for 28 days',
      facts: { code: 'given_up' },
    },
  ]);
  rig.outside.healthy = true;
});

test('an outside that fails twenty times in fifteen minutes waits for its test; a few failures do not', async () => {
  const status = async () => (await engine.connections.load(rig.context, hotel.id)).status;
  const fail = async (times: number) => {
    for (let index = 0; index < times; index += 1) {
      rig.outside.failures.push(new ConnectorProblem('unreachable', 'no route'));
      await engine.hinted.settle(
        rig.context,
        await engine.connections.load(rig.context, hotel.id),
        [{ id: rig.ids.next(), attempts: 0, hints: [{ kind: 'hint', of: 'record', key: 'R1' }] }],
        new AbortController().signal,
      );
    }
  };
  rig.outside.healthy = false;
  rig.outside.records.set('R1', [record('R1')]);
  for (let times = 0; times < 9; times += 1) {
    await fail(1);
    await rig.push(engine, hotel, [hint('R1')]);
  }
  expect(await status()).toBe('active');
  await fail(10);
  expect(await status()).toBe('quarantined');
  expect((await engine.connections.load(rig.context, hotel.id)).quarantine).toMatchObject({
    code: 'unreachable',
    detail: 'no route',
    probes: 0,
  });
  rig.outside.healthy = true;
  await rig.clock.advance(61);
  await engine.health.probeDue({ ...rig.context, organizationId: '*' });
  await fail(19);
  expect(await status()).toBe('active');
});

test('when the process that reads a hint dies, another reads it 30 seconds later', async () => {
  rig.outside.records.set('R1', [record('R1')]);
  const dying = rig.engine();
  await dying.inbox.store(rig.context, hotel.id, [{ kind: 'hook', body: Buffer.from(JSON.stringify([hint('R1')])) }]);
  // It claims the event and is gone before anything was read.
  await dying.absorption.next(rig.context, hotel.id);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.living(hotel)).toEqual([]);
  await rig.clock.advance(30);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.living(hotel)).toEqual(['R1 in_house']);
});

test('on-demand sync of one record reads it and gives it its access again, changed or not', async () => {
  await rig.push(engine, hotel, [record('R1')]);
  const [{ id }] = await rig.subjects(hotel);
  rig.outside.records.set('R1', [record('R1', { room: '9' })]);
  engine.entitler.forget();
  await engine.onDemand.sync(rig.context, hotel, id);
  expect(await rig.subjects(hotel)).toMatchObject([{ room: '9' }]);
  expect(engine.entitler.calls.at(-1)).toMatchObject({ cause: { kind: 'operator' }, subjects: [{ sourceKey: 'R1' }] });
});
