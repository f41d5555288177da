import type { MigrationInterface, QueryRunner } from 'typeorm';
import { auditedTable } from './audit/audited-table.js';
import { auditedTables } from './audit/audited-tables.js';

const table = 'users';
const [before] = auditedTables
  .filter((each) => each.table === table)
  .flatMap(auditedTable)
  .map((sql) => sql.replace('create function', 'create or replace function'));

/** Creations of several requests share a statement: what is said of who acts may name the request of each record. */
export class SharedCreations1764090000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query(
      before
        .replace('      instant timestamptz', '      requests jsonb := doer -> 4;\n      instant timestamptz')
        .replace(/doer ->> 3(,\s+'create')/, 'coalesce(requests ->> c.id::text, doer ->> 3)$1'),
    );
  }

  down(runner: QueryRunner): Promise<unknown> {
    return runner.query(before);
  }
}
