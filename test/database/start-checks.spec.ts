import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SystemChance } from '../../src/kernel/chance.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { requireMasterKeys, requirePresets } from '../../src/start/start-checks.js';
import { presets } from '../provisioning/access/records.js';
import { makeRig } from '../provisioning/reconcile/rig.js';
import { freshDatabase, type FreshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

test('a start without a preset that connections use names its file', async () => {
  const context = await fresh.organization();
  await makeRig(fresh).connection(context, { preset: 'hotel-enterprise' });
  await expect(requirePresets(fresh.database, presets)).resolves.toBeUndefined();
  await fresh.database.query(
    context,
    {
      name: 'test_own_preset',
      text: `update connections set access = access || '{"preset": "our-own"}' where organization_id = $1`,
    },
    [context.organizationId],
  );
  await expect(requirePresets(fresh.database, presets)).rejects.toThrow('config/presets lacks our-own.yaml');
});

test("a start without the master key that sealed a gateway's secrets is refused", async () => {
  const context = await fresh.organization();
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const networkId = '00000000-0000-4000-8000-000000000001';
  const insert = (name: string, text: string, values: unknown[]) =>
    fresh.database.query(context, { name, text }, [context.organizationId, networkId, ...values]);
  await insert(
    'test_network',
    `insert into networks (organization_id, id, name, unknown_users, created_at, updated_at)
     values ($1, $2, $3, 'reject', now(), now())`,
    ['Guest'],
  );
  await insert(
    'test_gateway',
    `insert into gateways (organization_id, id, network_id, name, vendor, secrets_sealed, created_at, updated_at)
     values ($1, $2, $2, $3, $4, $5, now(), now())`,
    ['Lobby', 'coova', new Secrets([first], new SystemChance()).seal('words', 'gateway')],
  );
  await expect(requireMasterKeys(fresh.dataSource, [first])).resolves.toBeUndefined();
  await expect(requireMasterKeys(fresh.dataSource, [second])).rejects.toThrow('USHER_MASTER_KEY: lacks a key');
  await expect(requireMasterKeys(fresh.dataSource, [second, first])).resolves.toBeUndefined();
});
