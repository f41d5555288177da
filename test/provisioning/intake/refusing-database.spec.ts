import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { eventually } from '../../kernel/manual-clock.js';
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
});

const sql = (text: string) => rig.fresh.database.query(rig.context, statement('', text));

/**
 * From now on a table refuses what is written to it, as it would on a full disk; `tries` counts how often that was met.
 */
async function full(table: string): Promise<{ tries: () => Promise<number>; empty: () => Promise<void> }> {
  await sql(`create sequence tries_${table}`);
  await sql(`create function refuse_${table}() returns trigger language plpgsql as $$ begin
    perform nextval('tries_${table}');
    raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
  await sql(`create trigger a_full_disk before insert or update on ${table} execute function refuse_${table}()`);
  return {
    tries: async () =>
      Number(
        (
          await rig.fresh.database.one<{ n: number }>(
            rig.context,
            statement('', `select case when is_called then last_value else 0 end as n from tries_${table}`),
          )
        )?.n,
      ),
    empty: async () => {
      await sql(`drop trigger a_full_disk on ${table}`);
      await sql(`drop function refuse_${table}()`);
      await sql(`drop sequence tries_${table}`);
    },
  };
}

test('while the disk is full events wait without losing attempts, and are absorbed once there is room', async () => {
  hotel = await rig.connection(engine, 'pushes');
  const disk = await full('subjects');
  engine.absorber.start();
  await engine.inbox.store(
    rig.context,
    hotel.id,
    ['1', '2', '3'].map((key) => ({ kind: 'hook' as const, body: Buffer.from(JSON.stringify([record(key)])) })),
  );
  await eventually('it was tried', async () => (await disk.tries()) > 0);
  // Whoever rings, and the sweeps of five minutes, do not have it tried more often than its pauses allow.
  for (let second = 0; second < 300; second += 2) {
    engine.wakeUps.deliver({ topic: 'inbox', organizationId: rig.context.organizationId, key: hotel.id });
    await engine.absorber.sweep();
    await rig.clock.advance(2);
  }
  expect(await disk.tries()).toBeLessThan(60);
  expect((await rig.events(hotel)).map(({ status, attempts, code }) => [status, attempts, code])).toEqual(
    Array.from({ length: 3 }, () => ['received', 0, null]),
  );
  expect(engine.absorber.trouble).toMatchObject({ why: 'The disk of the database is full' });
  await disk.empty();
  await rig.clock.advance(20);
  await eventually('it is absorbed', async () => {
    await rig.clock.advance(1);
    await engine.absorber.sweep();
    return (await rig.statuses(hotel)).every((status) => status === 'absorbed');
  });
  await eventually('nothing is wrong any more', () => engine.absorber.trouble === null);
  await engine.absorber.stop();
});

test('a list that the database refuses is no failed run: it goes on when the database does', async () => {
  hotel = await rig.connection(engine, 'lists');
  rig.outside.pages = fullList(['1', '2'].map((key) => record(key)));
  const disk = await full('subjects');
  const id = await engine.decisions.start(rig.context, hotel, { mode: 'full', dryRun: false });
  const working = engine.worker.next();
  await eventually('it was tried', async () => (await disk.tries()) > 0);
  await disk.empty();
  await rig.clock.advance(5);
  await eventually('it is put back', async () => {
    await rig.clock.advance(1);
    return (await rig.run(id)).leaseOwner === null;
  });
  await working;
  while (await engine.worker.next());
  expect(await rig.run(id)).toMatchObject({ status: 'done', code: null });
});
