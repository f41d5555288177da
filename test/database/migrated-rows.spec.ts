import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource } from '../../src/database/data-source.js';
import { migrations } from '../../src/database/migrations/index.js';
import { type FreshDatabase, freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

class ARegionForAll1999000000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query("update organizations set region = 'eu'");
  }

  down(runner: QueryRunner): Promise<unknown> {
    return runner.query('update organizations set region = null');
  }
}

test('migrations change the rows of every organization, though row-level security binds their login', async () => {
  await fresh.organization('here');
  await fresh.organization('there');
  const [role] = await fresh.dataSource.query<{ exempt: boolean }[]>(
    'select rolsuper or rolbypassrls as exempt from pg_roles where rolname = current_user',
  );
  expect(role.exempt).toBe(false);
  const regions = () =>
    fresh.dataSource.transaction(async (manager) => {
      await manager.query("set local usher.organization_id = '*'");
      return manager.query<{ region: string | null }[]>('select region from organizations');
    });

  const settings = { url: fresh.url, poolSize: 1 };
  const later = await createDataSource(settings, [], [...migrations, ARegionForAll1999000000000]).initialize();
  try {
    const applied = await later.runMigrations({ transaction: 'each' });
    expect(applied.map(({ name }) => name)).toEqual(['ARegionForAll1999000000000']);
    expect(await regions()).toEqual([{ region: 'eu' }, { region: 'eu' }]);
    await later.undoLastMigration({ transaction: 'each' });
    expect(await regions()).toEqual([{ region: null }, { region: null }]);
  } finally {
    await later.destroy();
  }
});
