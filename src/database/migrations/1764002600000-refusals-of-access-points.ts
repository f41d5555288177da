import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** The log of sign-ins says when an access point does not let in whom the portal has let in. */
export class RefusalsOfAccessPoints1764002600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/sign-in/reject')]);
  }

  /** Nothing keeps the text that the file had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
