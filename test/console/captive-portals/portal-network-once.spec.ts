import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

test('two portals of one network are impossible', async () => {
  const { organizationId } = await fresh.organization();
  const writing = fresh.dataSource.transaction(async (manager) => {
    await manager.query("set local usher.organization_id = '*'");
    const [{ id: network }] = await manager.query<{ id: string }[]>(
      `insert into networks (organization_id, id, name, unknown_users, created_at, updated_at)
      values ($1, gen_random_uuid(), 'Guests', 'reject', now(), now()) returning id`,
      [organizationId],
    );
    await manager.query(
      `insert into captive_portals (organization_id, id, name, slug, network_id, methods, vendor, created_at,
        updated_at)
      select $1, gen_random_uuid(), slug, slug, $2, '{voucher}', 'generic', now(), now()
      from unnest(array['lobby', 'garden']) as slug`,
      [organizationId, network],
    );
  });
  await expect(writing).rejects.toThrow('captive_portals_network_once');
});
