import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import type { Employment } from '../../../src/provisioning/facts/facts.js';
import { type Engine, IntakeRig } from './intake-rig.js';

let rig: IntakeRig;
let engine: Engine;
let directory: StoredConnection;
let version: number;

beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(() => rig.close());
beforeEach(async () => {
  engine = rig.engine();
  version = 1;
  directory = await rig.connection(engine, 'pushes', {
    accessInput: { preset: 'staff' },
    settings: { time_zone: 'Europe/Vienna' },
  });
});

const key = (index: number) => `P${String(index).padStart(3, '0')}`;
function said(index: number, facts: Partial<Employment>): Change {
  version += 1;
  const person: Employment = {
    kind: 'employment',
    status: 'active',
    email: `p${index}@example.com`,
    startDate: '2024-01-01',
    ...facts,
  };
  return {
    kind: 'record',
    mode: 'replace',
    record: { key: key(index), version: String(version).padStart(9, '0'), facts: person },
  };
}
const each = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const staff = (count: number) =>
  rig.push(
    engine,
    directory,
    each(0, count).map((index) => said(index, {})),
  );
/** One message after the other, as a directory sends them. */
async function leave(from: number, to: number): Promise<void> {
  for (const index of each(from, to))
    await rig.push(engine, directory, [said(index, { status: 'suspended', revokeNow: true })]);
}
const back = (from: number, to: number) =>
  rig.push(engine, directory, ...each(from, to).map((index) => [said(index, {})]));
const working = async () => (await rig.living(directory)).filter((line) => line.endsWith(' active')).length;

async function held(): Promise<{ id: string; status: string; held: number; planHash: string } | undefined> {
  await engine.heldEndings.look();
  return rig.fresh.database.one(
    rig.context,
    statement(
      'test_storm_run',
      `
    select id, status, held, plan_hash as "planHash" from runs where connection_id = $1 and mode = 'endings'
      order by created_at desc, id desc limit 1`,
    ),
    [directory.id],
  );
}
const standing = () => engine.alarms.open.map(({ event }) => event);

test('a single leaver loses access with that very message', async () => {
  await staff(40);
  engine.entitler.forget();
  await leave(0, 1);
  expect(engine.entitler.told).toEqual(['P000 suspended']);
  expect(await held()).toBeUndefined();
});

test('60 % of a directory leaves within minutes: those above the limit keep access, one alert asks', async () => {
  await staff(100);
  await leave(0, 60);
  expect(await working()).toBe(75);
  expect(await held()).toMatchObject({ status: 'held', held: 35 });
  expect(standing()).toEqual(['endings.held']);
  await leave(60, 70);
  expect(await held()).toMatchObject({ held: 45 });
  expect(engine.alarms.raised).toHaveLength(2);
  expect(new Set(engine.alarms.raised.map(({ state }) => state)).size).toBe(1);
});

test('leavers in one batch are all held; hires go on', async () => {
  await staff(100);
  await rig.push(engine, directory, [
    ...each(0, 60).map((index) => said(index, { status: 'terminated', revokeNow: true })),
    said(500, {}),
  ]);
  expect(await working()).toBe(101);
  expect(await held()).toMatchObject({ held: 60 });
});

test('orders to end access that await a decision are not taken back by lists that know nothing of them', async () => {
  await staff(100);
  const listed = each(0, 60).map((index) => said(index, { endDate: '2099-06-30' }));
  await rig.push(engine, directory, listed);
  for (const index of each(0, 60))
    await rig.push(engine, directory, [
      { kind: 'patch', key: key(index), facts: { revokedAt: '2026-05-14T09:00:00.000Z' } },
    ]);
  const run = await held();
  expect(run).toMatchObject({ held: 35 });
  await rig.push(
    engine,
    directory,
    each(0, 60).map((index) => said(index, { endDate: '2099-06-30', department: 'Sales' })),
  );
  expect(await held()).toMatchObject({ held: 35 });
  await rig.push(engine, directory, [said(59, {})]);
  expect(await held()).toMatchObject({ held: 34 });
});

test('once approved, all of them lose access, except those who came back meanwhile', async () => {
  await staff(100);
  await leave(0, 60);
  await back(59, 60);
  const run = await held();
  expect(run).toMatchObject({ held: 34 });
  await expect(engine.decisions.approve(rig.context, run!.id, 'f'.repeat(64))).rejects.toThrow('not the hash');
  await engine.decisions.approve(rig.context, run!.id, run!.planHash);
  expect(await working()).toBe(41);
  expect(standing()).toEqual([]);
  expect((await rig.items(run!.id)).filter((line) => line.startsWith('approved'))).toHaveLength(34);
  expect((await held())?.status).toBe('done');
});

test('once rejected, they keep access until something new is reported about them', async () => {
  await staff(100);
  await leave(0, 60);
  const run = await held();
  await engine.decisions.reject(rig.context, run!.id);
  expect(await working()).toBe(75);
  expect((await held())?.status).toBe('rejected');
  await rig.clock.advance(7_200);
  await leave(50, 51);
  expect(await working()).toBe(74);
});

test('a storm is over by itself once the directory is corrected', async () => {
  await staff(100);
  await leave(0, 60);
  await held();
  await back(0, 60);
  expect(await held()).toMatchObject({ status: 'done' });
  expect(standing()).toEqual([]);
  expect(await working()).toBe(100);
});

test('two hours after a storm a single leaver is out at once; repeated messages release nobody held', async () => {
  await staff(100);
  await leave(0, 60);
  await rig.clock.advance(7_200);
  await leave(90, 91);
  expect((await rig.living(directory)).find((line) => line.startsWith('P090'))).not.toContain(' active');
  await leave(40, 41);
  expect(await held()).toMatchObject({ held: 35 });
});

test("guests may leave in crowds, staff when contracts end, and operators' orders are never held", async () => {
  const hotel = await rig.connection(engine, 'pushes');
  const stay = (index: number, status: string): Change => ({
    kind: 'record',
    mode: 'replace',
    record: {
      key: key(index),
      version: `${(version += 1)}`.padStart(9, '0'),
      facts: { kind: 'stay', status, room: '1', lastName: 'N' } as never,
    },
  });
  await rig.push(
    engine,
    hotel,
    each(0, 60).map((index) => stay(index, 'in_house')),
  );
  await rig.push(
    engine,
    hotel,
    each(0, 60).map((index) => stay(index, 'checked_out')),
  );
  expect(await rig.living(hotel)).toEqual([]);
  await staff(60);
  await rig.push(
    engine,
    directory,
    each(0, 60).map((index) => said(index, { endDate: '2027-01-01' })),
  );
  expect(await working()).toBe(60);
  expect(await held()).toBeUndefined();
});

test("the held plan can be neither cancelled nor let lapse, and is the connection's only one of its kind", async () => {
  await staff(100);
  await leave(0, 60);
  const run = await held();
  await expect(engine.decisions.cancel(rig.context, run!.id)).rejects.toThrow('approve it, or reject it');
  await rig.clock.advance(48 * 3_600);
  await engine.decisions.expire();
  expect(await held()).toMatchObject({ id: run!.id, status: 'held' });
});
