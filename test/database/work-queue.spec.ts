import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { type Queue, rowsInLook } from '../../src/database/queue/queue.js';
import { WorkQueue } from '../../src/database/queue/work-queue.js';
import { type Context, everyOrganization, systemContext } from '../../src/kernel/context.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { RandomIds } from '../../src/kernel/ids.js';
import { newLeaseOwner } from '../../src/kernel/lease-owner.js';
import { processName } from '../../src/kernel/process-name.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

const now = '2026-05-14T13:00:00.000Z';
const later = '2026-05-14T13:00:31.000Z';
const queue: Queue = {
  name: 'test_queue',
  table: 'session_endings',
  key: 'session_id',
  due: () => 'q.due_at <= $2',
  orderBy: 'due_at',
  leaseSeconds: 30,
  returning: 'q.organization_id as "organizationId", q.session_id as id',
};

interface Claimed {
  readonly organizationId: string;
  readonly id: string;
}

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

const newQueue = () => new WorkQueue<Claimed>(fresh.database, queue);
const everywhere = (text: string, values: readonly unknown[] = []) =>
  fresh.database.query(systemContext(everyOrganization, 'test'), statement('', text), values);
/** `count` pieces of work, due one second after the other until `now`. */
const bring = (house: Context, count: number, dueAt = now) =>
  fresh.database.query(
    house,
    statement(
      '',
      `insert into session_endings (organization_id, session_id, started_at, due_at)
      select $1, gen_random_uuid(), $3, $3::timestamptz - n * interval '1 second' from generate_series(1, $2) n`,
    ),
    [house.organizationId, count, dueAt],
  );

async function emptied(): Promise<void> {
  await everywhere('delete from session_endings');
}

test('fifty organizations with one item each are served early beside one with thousands', async () => {
  await emptied();
  const [before, ...rest] = await Promise.all(Array.from({ length: 51 }, () => fresh.organization()));
  const houses = [before, ...rest].toSorted((one, other) => one.organizationId.localeCompare(other.organizationId));
  // Its rows are older than all others, and more than a look reads.
  const busy = houses.splice(20, 1)[0];
  await bring(busy, 3 * rowsInLook);
  for (const house of houses) await bring(house, 1);
  const own = newQueue();
  const rounds: Claimed[][] = [];
  for (let round = 0; round < 6; round += 1) rounds.push(await own.claim({ owner: 'a', now, limit: 20 }));
  const served = rounds.flat().filter(({ organizationId }) => organizationId !== busy.organizationId);
  expect(new Set(served.map(({ organizationId }) => organizationId)).size).toBe(50);
  expect(rounds.map((each) => each.length)).toEqual([20, 20, 20, 20, 20, 20]);
  // Nobody is left out for the sake of the others either.
  expect(rounds.flat().some(({ organizationId }) => organizationId === busy.organizationId)).toBe(true);
});

test('organizations take turns, the least recently served first, each with its oldest work first', async () => {
  await emptied();
  const [one, other] = [await fresh.organization(), await fresh.organization()];
  await bring(one, 4);
  await bring(other, 2);
  const own = newQueue();
  const oldestFirst = (await everywhere('select session_id as id from session_endings order by due_at')) as Claimed[];
  const taken: Claimed[] = [];
  for (let round = 0; round < 7; round += 1) taken.push(...(await own.claim({ owner: 'a', now, limit: 1 })));
  const [first, second] = [one.organizationId, other.organizationId];
  expect(taken.map(({ organizationId }) => organizationId)).toEqual([first, second, first, second, first, first]);
  for (const house of [first, second]) {
    const ids = taken.filter(({ organizationId }) => organizationId === house).map(({ id }) => id);
    expect(ids).toEqual(oldestFirst.map(({ id }) => id).filter((id) => ids.includes(id)));
  }
});

test('what one organization leaves of its share goes to the others', async () => {
  await emptied();
  const [one, other] = [await fresh.organization(), await fresh.organization()];
  await bring(one, 30);
  await bring(other, 2);
  expect(await newQueue().claim({ owner: 'a', now, limit: 20 })).toHaveLength(20);
});

test('two processes that claim at the same time never have the same piece of work, and miss none', async () => {
  await emptied();
  for (let count = 1; count <= 5; count += 1) await bring(await fresh.organization(), count * 10);
  const processes = ['a', 'b', 'c'].map((owner) => ({ owner, own: newQueue() }));
  const taken: string[] = [];
  for (;;) {
    const round = await Promise.all(processes.map(({ owner, own }) => own.claim({ owner, now, limit: 7 })));
    if (round.flat().length === 0) break;
    taken.push(...round.flat().map(({ id }) => id));
  }
  expect([taken.length, new Set(taken).size]).toEqual([150, 150]);
});

test('a lease keeps work from others until it ends or its owner on this machine was killed', async () => {
  await emptied();
  const house = await fresh.organization();
  await bring(house, 1);
  const [own, other] = [newQueue(), newQueue()];
  const living = newLeaseOwner(new RandomIds(new SystemClock()));
  expect(await own.claim({ owner: living, now, limit: 5 })).toHaveLength(1);
  expect(await other.claim({ owner: 'b', now, limit: 5 })).toEqual([]);
  expect(await other.claim({ owner: 'b', now: later, limit: 5 })).toHaveLength(1);
  const killed = `${processName.replace(/:\d+:\d+$/, ':4194304:1')} ${randomUUID()}`;
  await everywhere('update session_endings set lease_owner = $1, lease_until_at = $2', [killed, later]);
  expect(await own.claim({ owner: living, now, limit: 5 })).toHaveLength(1);
});

test('one piece of work is claimed by its key where somebody knows that it is due', async () => {
  await emptied();
  const house = await fresh.organization();
  await bring(house, 2);
  const [, wanted] = (await everywhere('select session_id as id from session_endings order by due_at')) as Claimed[];
  expect(await newQueue().claimOne(house, wanted.id, { owner: 'a', now })).toMatchObject({ id: wanted.id });
  expect(await newQueue().claimOne(house, wanted.id, { owner: 'b', now })).toBeUndefined();
});

test('what is not due is not claimed', async () => {
  await emptied();
  await bring(await fresh.organization(), 1, later);
  expect(await newQueue().claim({ owner: 'a', now, limit: 5 })).toEqual([]);
});
