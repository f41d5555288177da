import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Somebody's device that is registered to keep it out is put out, as one that was registered before. */
export class AddedDevices1764016000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create or replace trigger sessions_of_added after insert on devices
      referencing new table as was for each statement execute function usher_end_sessions_of_devices()`);
    await apply(runner, [functionFile('radius/accounting/watch_session')]);
  }

  /** The function stays: nothing keeps its old text. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger sessions_of_added on devices');
  }
}
