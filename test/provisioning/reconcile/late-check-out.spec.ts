import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Change } from '../../../src/provisioning/connector/change.js';
import { SubjectRepository } from '../../../src/provisioning/subject/subject.repository.js';
import { StormGuard } from '../../../src/provisioning/subject/storm-guard.js';
import { Subjects } from '../../../src/provisioning/intake/changes/subjects.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest, makeRig, type Rig } from './rig.js';

let fresh: FreshDatabase;
let rig: Rig;
let context: Context;
let desk: StoredConnection;
let subjects: Subjects;
let rows: SubjectRepository;
beforeAll(async () => {
  fresh = await freshDatabase();
  rig = makeRig(fresh);
  context = await fresh.organization();
  desk = await rig.connection(context);
  rows = new SubjectRepository(fresh.database, rig.clock);
  subjects = new Subjects(rows, rig.entitler, new StormGuard(rig.database, rig.log, rig.clock), rig.ids);
});
afterAll(async () => {
  await fresh.close();
});

/** What a read brings just now, and what becomes of it. */
async function seen(...changes: Change[]): Promise<unknown> {
  await fresh.database.transaction(context, async (inside) => {
    const sequence = await rows.nextSequence(inside);
    await subjects.apply(inside, desk, [
      { origin: { sequence, at: rig.clock.instant(), cause: { kind: 'run', id: rig.ids.next() } }, changes },
    ]);
  });
  await rig.settleAll(context);
  return rig.accounts(context);
}

const validUntil = async () =>
  (await rig.rows<{ valid_until: string }>(context, 'users', 'valid_until'))[0].valid_until;
const unchanged: Change = {
  kind: 'record',
  mode: 'replace',
  record: { key: 'A', version: '1', facts: guest('Novak', '101') },
};

test('a guest past the departure keeps access in steps, for as long as reads show them in house', async () => {
  await seen(unchanged);
  expect(await validUntil()).toBe('2026-05-16T11:00:00.000Z');

  rig.clock.setTo('2026-05-16T11:00:01.000Z');
  expect(await seen(unchanged)).toEqual({ '101-novak': 'enabled' });
  expect(await validUntil()).toBe('2026-05-16T15:00:00.000Z');

  rig.clock.setTo('2026-05-16T12:00:00.000Z');
  await seen(unchanged);
  expect(await validUntil()).toBe('2026-05-16T15:00:00.000Z');

  rig.clock.setTo('2026-05-16T14:59:00.000Z');
  expect(await seen({ kind: 'confirm', key: 'A' })).toEqual({ '101-novak': 'enabled' });
  rig.clock.setTo('2026-05-16T15:00:01.000Z');
  expect(await seen({ kind: 'confirm', key: 'A' })).toEqual({ '101-novak': 'enabled' });
  expect(await validUntil()).toBe('2026-05-16T19:00:00.000Z');

  rig.clock.setTo('2026-05-16T19:00:01.000Z');
  await rig.settleAll(context);
  expect(await rig.accounts(context)).toEqual({ '101-novak': 'disabled' });
});
