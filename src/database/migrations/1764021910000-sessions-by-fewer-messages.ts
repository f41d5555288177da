import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** On Citus a session that begins is fewer messages to its node. */
export class SessionsByFewerMessages1764021910000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/values/text_of'), functionFile('radius/accounting/publish_events')]);
  }

  /** Nothing keeps the texts that the functions had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
