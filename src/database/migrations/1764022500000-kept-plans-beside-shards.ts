import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { currentFunctions } from '../schema/current-functions.js';
import { commandsOf } from '../schema/plpgsql.js';
import { functionFile } from '../schema/sql-files.js';

/** On Citus, what triggers do beside a shard is planned once for a session. */
export class KeptPlansBesideShards1764022500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const [{ isDistributed }] = (await runner.query(
      'select to_regprocedure(\'public.usher_place(oid)\') is not null as "isDistributed"',
    )) as { isDistributed: boolean }[];
    if (!isDistributed) return;
    const functions = currentFunctions()
      .flatMap(commandsOf)
      .filter((command) => /\breturns trigger\b/.test(command));
    await apply(runner, [functionFile('distributed/usher_kept'), ...functions]);
  }

  /** Nothing keeps the texts that the functions had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
