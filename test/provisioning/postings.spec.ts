import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { WakeUps } from '../../src/database/wake-ups.js';
import type { Context } from '../../src/kernel/context.js';
import { SilentLog } from '../../src/kernel/log.js';
import { LeaseRepository } from '../../src/provisioning/inbox/lease/lease.repository.js';
import { type Lease, Leases } from '../../src/provisioning/inbox/lease/leases.js';
import { Postings } from '../../src/provisioning/posting/postings.js';
import { PostingsRepository } from '../../src/provisioning/posting/postings.repository.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { RecordedAlarms } from '../kernel/recorded-alarms.js';
import { makeRig, type Rig } from './reconcile/rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let connectionId: string;
let alarms: RecordedAlarms;
let postings: Postings;
const leases: Lease[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());
beforeEach(async () => {
  for (const lease of leases.splice(0)) await lease.release();
  rig = makeRig(fresh);
  context = await fresh.organization();
  ({ id: connectionId } = await rig.connection(context));
  alarms = new RecordedAlarms();
  postings = new Postings(
    new PostingsRepository(fresh.database),
    rig.connections,
    fresh.database,
    alarms,
    new WakeUps(),
    rig.clock,
    new SilentLog(),
  );
});

async function lease(): Promise<Lease> {
  const held = await new Leases(new LeaseRepository(fresh.database), rig.clock, new SilentLog(), rig.ids).acquire(
    context,
    `listener ${connectionId}`,
    20,
  );
  if (!held) throw new Error('somebody else has the lease');
  leases.push(held);
  return held;
}

async function charge(id = rig.ids.next()): Promise<string> {
  const what = { id, connectionId, room: '204', reservation: '48211', amount: 490, currency: 'EUR', item: 'Fast' };
  await fresh.database.transaction(context, (inside) => postings.add(inside, what));
  return id;
}

const told = (id: string) => alarms.open.filter(({ subjectId }) => subjectId === id);
const statusOf = async (id: string) => (await postings.find(context, id))?.status;

test('charges that come at the same time have numbers of their own, without a gap', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => charge()));
  const numbers = await Promise.all(ids.map(async (id) => (await postings.find(context, id))?.number ?? 0));
  expect(numbers.sort((one, other) => one - other)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
});

test('the same charge twice is charged once', async () => {
  const id = await charge();
  await charge(id);
  await charge();
  const held = await lease();
  expect((await postings.claim(context, connectionId, held))?.number).toBe(1);
  await postings.answered(context, connectionId, 1, { status: 'accepted', code: 'OK' });
  expect((await postings.claim(context, connectionId, held))?.number).toBe(2);
});

test('one charge is sent at a time, and only by the process that holds the link', async () => {
  const [first, second] = [await charge(), await charge()];
  const held = await lease();
  const claims = await Promise.all(Array.from({ length: 8 }, () => postings.claim(context, connectionId, held)));
  expect(claims.map((each) => each?.id).filter(Boolean)).toEqual([first]);
  expect(await postings.claim(context, connectionId, { ...held, token: held.token - 1 })).toBeUndefined();
  await postings.answered(context, connectionId, 1, { status: 'refused', reason: 'not_allowed', code: 'NP' });
  expect(await postings.find(context, first)).toMatchObject({ status: 'refused', reason: 'not_allowed', code: 'NP' });
  expect((await postings.claim(context, connectionId, { ...held, token: held.token + 1 }))?.id).toBeUndefined();
  expect((await postings.claim(context, connectionId, held))?.id).toBe(second);
});

test('an unsent charge is sent later; one that was sent is never sent again, whoever holds the link', async () => {
  const id = await charge();
  const held = await lease();
  const claimed = await postings.claim(context, connectionId, held);
  if (claimed) await postings.handBack(context, claimed);
  expect((await postings.claim(context, connectionId, held))?.id).toBe(id);
  await held.release();
  expect(await postings.claim(context, connectionId, await lease())).toBeUndefined();
  await postings.answered(context, connectionId, 1, { status: 'accepted', code: 'OK' });
  expect(await statusOf(id)).toBe('accepted');
});

test('a charge that could not be sent for a minute is given up, and never sent', async () => {
  const id = await charge();
  await rig.clock.advance(60);
  const held = await lease();
  expect(await postings.claim(context, connectionId, held)).toBeUndefined();
  await postings.expire();
  expect(await postings.find(context, id)).toMatchObject({ status: 'refused', reason: 'unreachable' });
  expect(told(id)).toEqual([]);
});

async function unanswered(): Promise<string> {
  const id = await charge();
  await postings.claim(context, connectionId, await lease());
  await rig.clock.advance(59);
  await postings.expire();
  expect(await statusOf(id)).toBe('sent');
  await rig.clock.advance(1);
  await postings.expire();
  expect(await statusOf(id)).toBe('unclear');
  expect(told(id)).toMatchObject([{ event: 'posting.unclear', state: 'unclear' }]);
  return id;
}

test('a charge without an answer for a minute is unclear; a late acceptance raises an alert', async () => {
  const id = await unanswered();
  await postings.answered(context, connectionId, 1, { status: 'accepted', code: 'OK' });
  expect(await statusOf(id)).toBe('late');
  expect(told(id)).toMatchObject([{ state: 'late' }]);
});

test('a late refusal settles a charge that was unclear', async () => {
  const id = await unanswered();
  await postings.answered(context, connectionId, 1, { status: 'refused', reason: 'refused', code: 'DN' });
  expect(await statusOf(id)).toBe('refused');
  expect(told(id)).toEqual([]);
});
