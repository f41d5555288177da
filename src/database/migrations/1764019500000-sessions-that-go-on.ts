import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** A session that goes on although it was closed here is checked; a late word of a restart ends no session after it. */
export class SessionsThatGoOn1764019500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      ['accounting/watch_session', 'accounting/end_sessions', 'sign-in/reject'].map((name) =>
        functionFile(`radius/${name}`),
      ),
    );
  }

  /** Nothing keeps the texts that the functions had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
