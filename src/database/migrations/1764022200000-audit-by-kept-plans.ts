import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';
import { functionFile } from '../schema/sql-files.js';

/** What a connection does stands under its name; on Citus what is told is made by a plan that the session keeps. */
export class AuditByKeptPlans1764022200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ isDistributed }] = (await runner.query(
      'select to_regprocedure(\'public.usher_place(oid)\') is not null as "isDistributed"',
    )) as { isDistributed: boolean }[];
    if (isDistributed)
      await apply(
        runner,
        ['usher_here', 'usher_place'].map((name) => functionFile(`distributed/${name}`)),
      );
    await apply(runner, auditedTables.flatMap(auditedTable));
  }

  /** Nothing keeps the texts that the functions had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
