import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
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
  hotel = await rig.connection(engine, 'lists');
  await rig.fresh.database.query(
    rig.context,
    statement(
      'test_endpoint',
      `
    insert into webhooks (organization_id, id, type, url, events, secret_sealed, created_at, updated_at)
    values ($1, gen_random_uuid(), 'webhook', 'https://hooks.example.com/',
      '{connection.quarantined,connection.recovered,run.held}', '', now(), now())`,
    ),
    [rig.context.organizationId],
  );
});

const told = async () =>
  (
    await rig.fresh.database.query<{ event: string; payload: string }>(
      rig.context,
      statement(
        'test_told',
        `
  select event, payload from outbox_events where organization_id = $1 and payload like '%' || $2::text || '%'
    order by id`,
      ),
      [rig.context.organizationId, hotel.id],
    )
  ).map(({ event, payload }) => [event, (JSON.parse(payload) as { record: object }).record]);
const guests = (count: number): Change[] =>
  Array.from({ length: count }, (_, index) => record(`G${String(index).padStart(3, '0')}`, {}, 'v1'));
const scan = async (records: readonly Change[]) => {
  await rig.clock.advance(3_600);
  rig.outside.pages = fullList(records, 50);
  return rig.scan(engine, hotel);
};

test('a list that would end too much access is told as held, once', async () => {
  await scan(guests(20));
  await scan(guests(12));
  const run = await scan(guests(12));
  expect(run).toMatchObject({ status: 'held', held: 8 });
  expect(await told()).toEqual([['run.held', { id: run.id, connection_id: hotel.id, mode: 'full', held: 8 }]]);
});

test('a connection that is quarantined, and one that works again, is told', async () => {
  const now = rig.clock.instant();
  await engine.connections.quarantine(rig.context, hotel.id, {
    code: 'console_refused',
    detail: '401',
    sinceAt: now,
    probes: 0,
    nextProbeAt: now,
  });
  await rig.clock.advance(300);
  await engine.health.probeDue({ ...rig.context, organizationId: '*' });
  expect(await engine.connections.load(rig.context, hotel.id)).toMatchObject({ status: 'active' });
  const about = { id: hotel.id, name: hotel.name, connector: hotel.connector };
  expect(await told()).toEqual([
    ['connection.quarantined', { ...about, status: 'quarantined', problem: 'console_refused' }],
    ['connection.recovered', { ...about, status: 'active', problem: null }],
  ]);
});
