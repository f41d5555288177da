import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** Portals remember which SSIDs a network offers, and hear when that changes. */
export class NetworksAnnounced1764001300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [functionFile('console/usher_announce')]);
  }

  /** Nothing keeps the text that the file had. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
