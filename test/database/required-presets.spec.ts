import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requirePresets } from '../../src/start/start-checks.js';
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
