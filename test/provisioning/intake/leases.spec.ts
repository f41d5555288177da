import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SilentLog } from '../../../src/kernel/log.js';
import { LeaseRepository } from '../../../src/provisioning/inbox/lease/lease.repository.js';
import { Leases } from '../../../src/provisioning/inbox/lease/leases.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { IntakeRig } from './intake-rig.js';

let rig: IntakeRig;
beforeAll(async () => {
  rig = await IntakeRig.open();
});
afterAll(async () => {
  await rig.close();
});

const leases = (clock = rig.clock) =>
  new Leases(new LeaseRepository(rig.fresh.database), clock, new SilentLog(), rig.ids);

test('of many who ask at once one gets it', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => leases().acquire(rig.context, 'one of many')));
  expect(answers.filter(Boolean)).toHaveLength(1);
});

test('a lease outlives its length while its owner renews it', async () => {
  const lease = await leases().acquire(rig.context, 'kept', 30);
  for (let seconds = 0; seconds < 90; seconds += 5) {
    await rig.clock.advance(5);
    await rig.leaseRuns('kept', 20);
    expect(await leases().acquire(rig.context, 'kept', 30)).toBeUndefined();
  }
  expect(lease?.signal.aborted).toBe(false);
  await lease?.release();
});

test('a released lease is free at once; its token rises with every owner', async () => {
  const first = await leases().acquire(rig.context, 'handed on');
  await first?.release();
  const second = await leases().acquire(rig.context, 'handed on');
  expect(first?.signal.aborted).toBe(true);
  expect(second?.token).toBe((first?.token ?? 0) + 1);
});

test('an owner who slept through the end of its lease finds that it lost it', async () => {
  const sleeping = new ManualClock(rig.clock.instant());
  const lease = await leases(sleeping).acquire(rig.context, 'overslept', 30);
  await rig.clock.advance(31);
  const next = await leases().acquire(rig.context, 'overslept', 30);
  expect(next?.token).toBe((lease?.token ?? 0) + 1);
  await sleeping.advance(31);
  await eventually('the sleeper knows', () => lease?.signal.aborted ?? false);
  await lease?.release();
  expect(await leases().acquire(rig.context, 'overslept', 30)).toBeUndefined();
});
