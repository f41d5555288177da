import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Certificates1764003000000 } from '../../../src/database/migrations/1764003000000-certificates.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

test('the tables of certificates and profiles go and come again, and leave nothing behind', async () => {
  const runner = fresh.dataSource.createQueryRunner();
  const found = async () =>
    (
      (await runner.query(`
    select relname as name from pg_class where relname ~ '^(certificate|profiles)' and relkind = 'r'
    union all select proname from pg_proc where proname ~ '^usher_revoke_certificates'
    union all select tgname || ' on ' || tgrelid::regclass from pg_trigger where tgname = 'revoke_certificates'`)) as {
        name: string;
      }[]
    )
      .map(({ name }) => name)
      .sort();
  const before = await found();
  expect(before).toEqual([
    'certificate_authorities',
    'certificates',
    'profiles',
    'revoke_certificates on devices',
    'revoke_certificates on users',
    'usher_revoke_certificates_of_devices',
    'usher_revoke_certificates_of_users',
  ]);
  const migration = new Certificates1764003000000();
  await migration.down(runner);
  expect(await found()).toEqual([]);
  await migration.up(runner);
  expect(await found()).toEqual(before);
  await runner.release();
});
