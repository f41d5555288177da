import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';
import { byMonth, type MonthlyTable, inOne } from '../schema/monthly-table.js';
import { ownRows } from '../schema/tenant-table.js';

const provisionLog: MonthlyTable = {
  name: 'provision_log',
  indexes: {
    list: '(organization_id, at, id)',
    by_connection: '(organization_id, connection_id, at, id)',
    by_subject: '(organization_id, subject_id, at, id) where subject_id is not null',
    by_account: '(organization_id, account, at, id) where account is not null',
    old: 'using brin (at)',
  },
};

/** Months of the provisioning log are dropped instead of their rows deleted: decision 21. */
export class MonthlyProvisionLog1764009200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      functionFile('logs/usher_least_id'),
      functionFile('logs/usher_log_key'),
      functionFile('logs/usher_make_log_partitions', { own_rows: ownRows }),
      functionFile('logs/usher_drop_log_partitions'),
    ]);
    await byMonth(runner, provisionLog);
  }

  /** The functions stay: others use them. */
  async down(runner: QueryRunner): Promise<void> {
    await inOne(runner, provisionLog);
  }
}
