import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

/** The first whose work is in rows, and all after it. */
const firstOfRows = 'KeysOfDoneRequests1764210000000';

test('migrations change the rows of every organization, though row-level security binds their login', async () => {
  const { organizationId } = await fresh.organization();
  const [role] = await fresh.dataSource.query<{ exempt: boolean }[]>(
    'select rolsuper or rolbypassrls as exempt from pg_roles where rolname = current_user',
  );
  expect(role.exempt).toBe(false);
  const applied = await fresh.dataSource.query<{ name: string }[]>(
    'select name from schema_migrations order by timestamp desc',
  );
  const undone = applied.findIndex(({ name }) => name === firstOfRows) + 1;
  expect(undone).toBeGreaterThan(1);
  for (let count = 0; count < undone; count += 1) await fresh.dataSource.undoLastMigration();

  await fresh.dataSource.transaction(async (manager) => {
    await manager.query("set local usher.organization_id = '*'");
    await manager.query(
      `
      insert into connections (organization_id, id, name, connector, settings, status, enabled, target, target_key,
        schedule, access,
        safety, created_at, updated_at)
      values ($1, gen_random_uuid(), 'Reception', 'envoy', '{"install_id": "Install-7"}', 'active', true,
        '{"console": "built-in"}',
        'built-in', '{}', '{}', '{}', now(), now())`,
      [organizationId],
    );
    await manager.query(
      `
      insert into idempotency_keys (organization_id, api_key_id, idempotency_key, request_hash, state, created_at,
        expires_at)
      values ($1, gen_random_uuid(), 'begun', 'x', 'running', now(), now())`,
      [organizationId],
    );
  });
  await fresh.dataSource.runMigrations();

  await fresh.dataSource.transaction(async (manager) => {
    await manager.query("set local usher.organization_id = '*'");
    expect(await manager.query('select installation from connections')).toEqual([{ installation: 'install-7' }]);
    expect(await manager.query('select idempotency_key from idempotency_keys')).toEqual([]);
  });
});
