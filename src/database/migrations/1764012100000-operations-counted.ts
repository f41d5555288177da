import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { countedTable } from '../schema/tenant-table.js';

/** The list of a million operations does not count them at each look. */
export class OperationsCounted1764012100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      // Its triggers keep writers away until this is committed, so that nothing is counted twice.
      countedTable('provision_log'),
      `insert into resource_counts (organization_id, resource, slot, total)
        select organization_id, 'provision_log', 0, count(*) from provision_log group by organization_id`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'drop trigger count_added on provision_log',
      'drop trigger count_removed on provision_log',
      `delete from resource_counts where resource = 'provision_log'`,
    ]);
  }
}
