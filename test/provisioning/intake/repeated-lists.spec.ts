import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { statement } from '../../../src/database/database.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
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
  hotel = await rig.connection(engine, 'lists');
});

const guests = (count: number): Change[] =>
  Array.from({ length: count }, (_, index) => record(`G${String(index).padStart(3, '0')}`, {}, 'v1'));

async function scan(records: readonly Change[], afterSeconds = 0) {
  await rig.clock.advance(afterSeconds);
  rig.outside.pages = fullList(records, 4);
  return rig.scan(engine, hotel);
}

/** Each writing of a row makes a new version of it. */
const rowsOf = () =>
  rig.fresh.database.query<{ line: string }>(
    rig.context,
    statement(
      'test_row_versions',
      `
    select id || ' ' || xmin as line from subjects where connection_id = $1 order by id`,
    ),
    [hotel.id],
  );

test('an unchanged list writes no subject, whatever its pages, and counts as listed', async () => {
  await scan(guests(10));
  const before = await rowsOf();
  for (const perPage of [1, 3, 10]) {
    await rig.clock.advance(3_600);
    rig.outside.pages = fullList(guests(10), perPage);
    expect(await rig.scan(engine, hotel)).toMatchObject({
      status: 'done',
      seen: 10,
      changed: 0,
      missing: 0,
      pages: Math.ceil(10 / perPage),
    });
  }
  expect(await rowsOf()).toEqual(before);
});

test('a change of facts writes its row and no index: none looks at what usually changes', async () => {
  await scan(guests(3));
  const counted = statement(
    'test_updates_in_place',
    "select n_tup_upd as written, n_tup_hot_upd as in_place from pg_stat_xact_user_tables where relname = 'subjects'",
  );
  const changed = statement(
    'test_change_of_facts',
    `
    update subjects set facts = facts || '{"departureAt": "2026-05-09T11:00:00Z"}', version = 'v2', digest = 'another',
      sequence = sequence + 1, last_event_at = last_event_at + interval '1 hour',
      seen_run_id = null, updated_at = now() where connection_id = $1`,
  );
  const counts = await rig.fresh.database.transaction(rig.context, async (inside) => {
    await rig.fresh.database.query(inside, changed, [hotel.id]);
    return rig.fresh.database.query(inside, counted);
  });
  expect(counts).toEqual([{ written: 3, in_place: 3 }]);
});

test('a list is newer than an event that came before it and is looked at after it', async () => {
  await scan([record('G000'), record('G001')]);
  await engine.inbox.store(rig.context, hotel.id, [
    {
      kind: 'hook',
      body: Buffer.from(JSON.stringify([{ kind: 'patch', key: 'G001', facts: { status: 'checked_out' } }])),
    },
  ]);
  await scan([record('G000'), record('G001')], 3_600);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.statuses(hotel)).toEqual(['superseded']);
  expect(await rig.living(hotel)).toEqual(['G000 in_house', 'G001 in_house']);
  await scan([record('G000')], 3_600);
  const [event] = await rig.events(hotel);
  await engine.inbox.replay(rig.context, event.id);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.living(hotel)).toEqual(['G000 in_house', 'G001 in_house']);
});

test('a record that an event changed and the list says as before is news', async () => {
  await scan(guests(2));
  await rig.push(engine, hotel, [{ kind: 'patch', key: 'G001', version: 'v2', facts: { room: '205' } }]);
  await rig.push(engine, hotel, [{ kind: 'patch', key: 'G000', facts: { room: '101' } }]);
  expect(await scan([record('G000', {}, 'v1'), record('G001', {}, 'v3')], 3_600)).toMatchObject({ changed: 1 });
  expect((await rig.subjects(hotel)).map(({ room }) => room)).toEqual(['101', '101']);
});

test('who is listed twice while the list moves is what was said last', async () => {
  await scan([record('G000'), record('G001')]);
  const moving = [record('G000'), record('G001', { room: '205' }), record('G001'), record('G000', { room: '7' })];
  for (const perPage of [4, 1]) {
    rig.outside.pages = fullList(moving, perPage);
    await rig.clock.advance(3_600);
    await rig.scan(engine, hotel);
    expect((await rig.subjects(hotel)).map(({ room }) => room)).toEqual(['7', '101']);
    await scan([record('G000'), record('G001')], 3_600);
  }
});

test('news of several pages are written together, and the pages between them are noted', async () => {
  await scan(guests(12));
  engine.entitler.forget();
  const list = guests(12).map((each, index) =>
    index % 5 === 0 ? record(`G${String(index).padStart(3, '0')}`, { room: '7' }, 'v2') : each,
  );
  rig.outside.pages = fullList(list, 2);
  await rig.clock.advance(3_600);
  expect(await rig.scan(engine, hotel)).toMatchObject({ status: 'done', pages: 6, seen: 12, changed: 3, missing: 0 });
  expect(engine.entitler.calls.map(({ subjects }) => subjects.map(({ sourceKey }) => sourceKey))).toEqual([
    ['G000', 'G005', 'G010'],
  ]);
});

test('a group that is listed twice while the list moves is what was said last', async () => {
  const group = (...keys: string[]): Change => ({
    kind: 'group',
    parentKey: 'R1',
    version: 'v1',
    records: keys.map((key) => ({ key, facts: stay({ lastName: key }) })),
  });
  await scan([group('a', 'b')]);
  rig.outside.pages = fullList([group('a', 'b', 'c'), group('a', 'b')], 1);
  await rig.clock.advance(3_600);
  await rig.scan(engine, hotel);
  expect(await rig.living(hotel)).toEqual(['a in_house', 'b in_house']);
});

test('only the last complete list is kept in mind', async () => {
  const noted = () =>
    rig.fresh.database.query<{ runId: string }>(
      rig.context,
      statement(
        'test_listed_runs',
        `
    select distinct run_id as "runId" from listed_pages where connection_id = $1`,
      ),
      [hotel.id],
    );
  await scan(guests(3));
  await scan(guests(3), 3_600);
  const last = await scan(guests(3), 3_600);
  expect(await noted()).toEqual([{ runId: last.id }]);
});

const left = (key: string, version?: string) => record(key, { status: 'checked_out' }, version);

test('people who have left are not written by each list that still has them', async () => {
  const removed: Change = { kind: 'patch', key: 'G003', facts: { status: 'checked_out' } };
  const list = [record('G000'), left('G001', 'v1'), left('G002'), removed];
  await scan([record('G000'), record('G001', {}, 'v1'), record('G002'), record('G003')]);
  expect(await scan(list, 3_600)).toMatchObject({ changed: 3 });
  // Their end waited for the whole list to be judged: now they are known as the list has them.
  await scan(list, 3_600);
  const before = await rowsOf();
  for (let day = 0; day < 3; day += 1) {
    expect(await scan(list, 86_400)).toMatchObject({ status: 'done', changed: 0, missing: 0 });
    expect(await rowsOf()).toEqual(before);
  }
  // A list is newer than an event that came before it, for them too.
  await engine.inbox.store(rig.context, hotel.id, [
    { kind: 'hook', body: Buffer.from(JSON.stringify([record('G002')])) },
  ]);
  await scan(list, 3_600);
  await engine.absorber.drain(rig.context, hotel.id);
  expect(await rig.living(hotel)).toEqual(['G000 in_house']);
  expect(await scan([record('G000'), record('G001', {}, 'v2'), record('G002')], 3_600)).toMatchObject({ changed: 2 });
});

test('what was deleted of a leaver stays deleted, however often a list has them, until they return', async () => {
  const list = [record('G000'), left('G001', 'v1')];
  await scan([record('G000'), record('G001', {}, 'v1')]);
  await scan(list, 3_600);
  const forget = statement(
    'test_forget',
    `
    update subjects set facts = '{"kind": "stay", "status": "checked_out"}', digest = null
    where connection_id = $1 and state = 'gone'`,
  );
  await rig.fresh.database.query(rig.context, forget, [hotel.id]);
  const facts = async () => (await rig.subjects(hotel)).map(({ room, status }) => [status, room]);
  await scan(list, 3_600);
  expect(await facts()).toEqual([
    ['in_house', '101'],
    ['checked_out', null],
  ]);
  const before = await rowsOf();
  await scan(list, 3_600);
  expect(await rowsOf()).toEqual(before);
  await scan([record('G000'), record('G001', {}, 'v2')], 3_600);
  expect(await facts()).toEqual([
    ['in_house', '101'],
    ['in_house', '101'],
  ]);
});

test('of a connection that keeps only some fields, an unchanged list writes nothing either', async () => {
  const keep = statement(
    'test_keep',
    `
    insert into connection_privacy (organization_id, id, fields, updated_at)
    select organization_id, id, '{email}', now() from connections where id = $1`,
  );
  await rig.fresh.database.query(rig.context, keep, [hotel.id]);
  await scan(guests(5));
  const before = await rowsOf();
  expect(await scan(guests(5), 3_600)).toMatchObject({ seen: 5, changed: 0 });
  expect(await rowsOf()).toEqual(before);
});

test('twenty thousand unchanged records are compared without a statement for each', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => record(`M${index}`, { room: String(index) }, 'v1'));
  rig.outside.pages = fullList(many, 1_000);
  await rig.scan(engine, hotel);
  engine.entitler.forget();
  await rig.clock.advance(3_600);
  rig.outside.pages = fullList(many, 1_000);
  const asked = jest.spyOn(pg.Client.prototype, 'query');
  expect(await rig.scan(engine, hotel)).toMatchObject({ status: 'done', seen: 20_000, changed: 0, missing: 0 });
  const statements = asked.mock.calls.length;
  asked.mockRestore();
  expect(statements).toBeGreaterThan(10);
  expect(statements).toBeLessThan(1_000);
  expect(engine.entitler.calls).toEqual([]);
});
