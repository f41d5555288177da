import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** RADIUS counts the devices that are in at gateways which ask no RADIUS server. */
export class DevicesEverywhere1764000800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('radius/sign-in/limit_reached')]);
  }

  /** Nothing keeps the text that the function had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
