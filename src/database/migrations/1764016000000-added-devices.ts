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

  /** Trigger and function stand as their files have them, whatever the number of the last migration. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
