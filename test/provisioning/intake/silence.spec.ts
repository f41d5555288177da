import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { ConnectorCatalogue } from '../../../src/provisioning/connector/catalogue.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { Silence } from '../../../src/provisioning/host/silence.js';
import { RecordedAlarms } from '../../kernel/recorded-alarms.js';
import { type Engine, IntakeRig } from './intake-rig.js';

const addFile = statement(
  'test_silence_file',
  `
  insert into delivered_files (organization_id, id, connection_id, name, origin, declared, revision, received_at,
    status, digest, byte_length)
  values ($1, gen_random_uuid(), $2, 'staff.csv', 'upload', '{}', 1, $3, $4, md5(random()::text), 1)`,
);

let rig: IntakeRig;
let engine: Engine;
let alarms: RecordedAlarms;
let silence: Silence;
let feed: StoredConnection;
beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(() => rig.close());
beforeEach(async () => {
  rig.context = await rig.fresh.organization();
  engine = rig.engine();
  alarms = new RecordedAlarms();
  const expecting = rig.definitions.map((each) =>
    each.key === 'lists'
      ? { ...each, silentAfterSeconds: ({ hours }: { hours?: number }) => (hours ? hours * 3600 : null) }
      : each,
  );
  silence = new Silence(rig.fresh.database, new ConnectorCatalogue(expecting), alarms, rig.clock);
  feed = await rig.connection(engine, 'lists', { settings: { hours: 26 }, name: 'Staff list' });
});

const file = (status: string) =>
  rig.fresh.database.query(rig.context, addFile, [rig.context.organizationId, feed.id, rig.clock.instant(), status]);
const load = () => engine.connections.load(rig.context, feed.id);
async function later(hours: number): Promise<string[]> {
  await rig.clock.advance(hours * 3600);
  await silence.look();
  return alarms.open.filter(({ subjectId }) => subjectId === feed.id).map(({ event }) => event);
}

test('a file that does not come is told once, and is over as soon as one comes', async () => {
  await file('accepted');
  expect(await later(25)).toEqual([]);
  expect(await later(2)).toEqual(['connection.silent']);
  expect(await later(24)).toEqual(['connection.silent']);
  expect(alarms.raised).toHaveLength(1);
  expect(alarms.raised[0].detail).toMatch(/^Nothing was heard since .*; 26 hours is the longest that is usual/);
  expect(await load()).toMatchObject({ silentSinceAt: expect.any(String), lastProblem: { code: 'silent' } });
  await file('accepted');
  expect(await later(0)).toEqual([]);
  expect(await load()).toMatchObject({ silentSinceAt: null, lastProblem: null });
});

test('an unchanged file counts as a sign of life; a refused one does not', async () => {
  await file('accepted');
  expect(await later(20)).toEqual([]);
  await file('repeated');
  expect(await later(20)).toEqual([]);
  await file('rejected');
  expect(await later(20)).toEqual(['connection.silent']);
});

test('a feed that never began raises the alert as well, counted from its set-up', async () => {
  expect(await later(27)).toEqual(['connection.silent']);
  expect(alarms.raised[0].detail).toContain('Nothing was ever heard');
});

test('a link is silent from its last message on', async () => {
  await engine.connections.setLink(rig.context, feed.id, { state: 'connected', lastHeardAt: rig.clock.instant() });
  expect(await later(27)).toEqual(['connection.silent']);
  await engine.connections.setLink(rig.context, feed.id, { state: 'connected', lastHeardAt: rig.clock.instant() });
  expect(await later(1)).toEqual([]);
});

test('no sign of life is expected of a paused or disabled connection, or when settings expect none', async () => {
  expect(await later(27)).toEqual(['connection.silent']);
  await engine.connections.setStatus(rig.context, feed.id, 'quarantined');
  expect(await later(1)).toEqual([]);
  await engine.connections.setStatus(rig.context, feed.id, 'active');
  expect(await later(1)).toEqual(['connection.silent']);
  await rig.fresh.database.query(
    rig.context,
    statement(
      'test_silence_off',
      'update connections set enabled = false, status = $3 where organization_id = $1 and id = $2',
    ),
    [rig.context.organizationId, feed.id, 'disabled'],
  );
  expect(await later(1)).toEqual([]);
  const quiet = await rig.connection(engine, 'lists', { settings: { hours: 0 } });
  await later(100);
  expect(alarms.open.filter(({ subjectId }) => subjectId === quiet.id)).toEqual([]);
});
