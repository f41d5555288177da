import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secrets } from '../../../src/kernel/secrets.js';
import { Resealing } from '../../../src/resealing/resealing.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { SeededChance } from '../../kernel/manual-clock.js';
import { guest, makeRig } from './rig.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

test('a password that is sealed with a new master key is known to be the same, and not written again', async () => {
  const [old, present] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8)];
  const context = await fresh.organization();
  const before = makeRig(fresh);
  const desk = await before.connection(context);
  await before.say(context, desk, { G1: guest('Novak', '101') });
  await before.settleAll(context);
  const stored = () => before.rows<{ hash: string }>(context, 'users', 'password_ssha512 as hash');
  const [{ hash }] = await stored();

  const chance = new SeededChance();
  const told = await new Resealing(fresh.database, new Secrets([present, old], chance), chance).run({ changes: true });
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ table: 'entitlements', resealed: 1, left: 0 }),
      expect.objectContaining({ table: 'users', resealed: 1, left: 0 }),
    ]),
  );

  const after = makeRig(fresh, { masterKeys: [present] });
  const departureAt = '2026-05-18T09:00:00.000Z';
  await after.say(context, await after.connections.load(context, desk.id), {
    G1: guest('Novak', '101', { departureAt }),
  });
  expect(await after.settleAll(context)).toBe(1);
  const log = await after.rows<{ kind: string }>(context, 'provision_log', 'kind');
  expect(log.map(({ kind }) => kind).sort()).toEqual(['change_user', 'create_user']);
  expect(await stored()).toEqual([{ hash }]);
  const [{ fingerprint }] = await after.rows<{ fingerprint: string }>(
    context,
    'bindings',
    "applied ->> 'passwordFingerprint' as fingerprint",
  );
  expect(fingerprint.split('.')[1]).toBe(new Secrets([present], chance).sealingKeyId);
});
