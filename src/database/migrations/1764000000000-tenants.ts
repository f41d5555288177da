import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { functionFiles, functionNames, tableFile } from '../schema/sql-files.js';
import { tenantWall } from '../schema/tenant-table.js';

const tables = ['resource_counts', 'leases', 'rate_windows', 'idempotency_keys'];

/** The base: organizations, the wall between them, and what all processes share. */
export class Tenants1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      tableFile('tenants/scope'),
      tableFile('tenants/organizations'),
      tableFile('tenants/shared'),
      ...functionFiles('tenants'),
      // An organization is visible to itself and to every organization above it.
      ...tenantWall('organizations', '(select usher_organization()) = any (path)'),
      ...walled(tables),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['organizations', ...tables], functionNames('tenants'));
    // The role usher_tenant belongs to the server, not to this database: others may use it.
  }
}
